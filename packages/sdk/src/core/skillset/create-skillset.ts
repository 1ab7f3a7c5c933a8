import type { CodeSession } from "../code/code-session.ts";
import type { SkillModel } from "../code/skill-definition.ts";
import type { SubagentRunner } from "../code/subagent-runner.ts";
import { SkillError } from "../errors.ts";
import type { SignaturePolicy } from "../integrity/signature-policy.ts";
import { memoryApprovalStore } from "../integrity/memory-approval-store.ts";
import type { ApprovalStore } from "../integrity/approval-store.ts";
import { createSkillRegistry } from "../registry/create-skill-registry.ts";
import { guardRegistry } from "../registry/guard-registry.ts";
import type { SkillRegistry } from "../registry/skill-registry.ts";
import { isSkillSource } from "../source/is-skill-source.ts";
import type { SkillEntry, SkillSource, SourceCallOptions, SourceDiagnostic } from "../source/skill-source.ts";
import type { StaticSkills } from "../source/static-skill-source.ts";
import { type AllowSkills, allowSkills } from "./allow-skills.ts";
import { assembleSkillset } from "./assemble-skillset.ts";
import type { CatalogFormat } from "./catalog-line.ts";
import { estimateTokens, type TokenCounter } from "./count-tokens.ts";
import { fitBudget } from "./fit-budget.ts";
import { prepareCode } from "./prepare-code.ts";
import { type LoadedSkill, SkillLedger } from "./ledger.ts";
import { loadSkill } from "./load-skill.ts";
import { refusedSkillsetOptions } from "./refused-skillset-options.ts";
import { renderPrompt } from "./render-prompt.ts";
import type { ApproveScript } from "./run-skill-script-tool.ts";
import type { ScriptRunner } from "./script-runner.ts";
import { EventHub, type SkillsetEvents } from "./skillset-events.ts";
import { type SkillsetMode, skillsetModes } from "./skillset-mode.ts";
import type { Skillset } from "./skillset.ts";
import { unlockableNames } from "./unlocked-tools.ts";
import { resolveToolNames, type SkillToolNames, type SkillToolPreset } from "./tool-names.ts";

/** Tokens that a prompt may spend on skills. */
export interface SkillBudget {
  /** For the catalog with everything around it. */
  readonly catalog?: number;
  /** For the instructions of preloaded skills. */
  readonly preload?: number;
}

/** What a skillset needs besides its skills, also when it comes back from JSON. */
export interface LiveSkillsetOptions {
  /** Runs scripts; without it, or without `approve`, there is no tool for them. */
  readonly scripts?: ScriptRunner;
  /** Decides on each script; `() => true` trusts every skill. */
  readonly approve?: ApproveScript;
  /** Where `always` is remembered. Default: in memory. */
  readonly approvals?: ApprovalStore;
  /** What a model gets of a file that is no text: a word on what it is, or its bytes up to 64 KiB. Default `refuse`. */
  readonly binaryFiles?: "refuse" | "base64";
  /** Runs skills in mode `subagent`. */
  readonly subagents?: SubagentRunner;
  /** Model of sub-agents whose skill asks for none. */
  readonly subagentModel?: SkillModel;
  /** Whose skills are used; without it, signatures are not looked at, unless the registry has a policy of its own. */
  readonly signatures?: SignaturePolicy;
  /** Names of the program's own tools: none may have the name of one of these. */
  readonly otherTools?: Iterable<string>;
  readonly now?: () => number;
}

export interface CreateSkillsetOptions<Context = unknown> extends LiveSkillsetOptions, SourceCallOptions {
  /** Which skills the agent may use; the others cannot be reached. Default: all. */
  readonly allow?: AllowSkills<Context>;
  /** Handed to `allow`. */
  readonly context?: Context;
  /** Ids of skills whose instructions stand in the prompt from the start. */
  readonly preload?: readonly string[];
  /** Tokens; a number is for the catalog. Default: no limit. */
  readonly budget?: number | SkillBudget;
  /** Listed before all others when there is not room for all. */
  readonly pin?: readonly string[];
  /** What the conversation is about: decides what is listed when there is not room for all. */
  readonly query?: string;
  readonly countTokens?: TokenCounter;
  /** Default `xml`. */
  readonly format?: CatalogFormat;
  readonly mode?: SkillsetMode;
  /** State to begin with, as `state.restore` takes it. */
  readonly state?: unknown;
  /** Ids of skills that the model loaded in an earlier turn, so that the conversation holds their instructions. */
  readonly loaded?: readonly string[];
  /** What the tools are called. Default `standard`. */
  readonly toolNames?: SkillToolPreset | Partial<SkillToolNames>;
}

/** Resolves what one agent may use. From then on the prompt and the tools stay as they are. */
export async function createSkillset<Context = unknown>(
  skills: SkillRegistry | SkillSource | StaticSkills,
  options: CreateSkillsetOptions<Context> = {},
): Promise<Skillset> {
  const problem = refusedSkillsetOptions(options);
  if (problem !== undefined) throw invalid(problem);
  const given = toRegistry(skills);
  const isDefined = !isRegistry(skills) && !isSkillSource(skills);
  const events = new EventHub();
  const registry = guarded(given, options.signatures, events);
  // Read once: it may be something that can be read only once.
  const otherTools = [...(options.otherTools ?? [])];
  if (!otherTools.every((name) => typeof name === "string")) throw invalid("`otherTools` must be a list of names");
  return resolveSkillset(
    registry,
    { ...options, otherTools },
    {
      isDefined,
      ledger: new SkillLedger(),
      events,
      approvals: options.approvals ?? memoryApprovalStore(),
      // Later, so that whoever made it can listen.
      truncated: (event) => void setTimeout(() => events.emit("catalog-truncated", event), 0),
    },
  );
}

/** The registry under the skillset's own policy on signatures. */
export function guarded(
  registry: SkillRegistry,
  signatures: SignaturePolicy | undefined,
  events: EventHub,
): SkillRegistry {
  if (signatures === undefined) return registry;
  return guardRegistry(registry, signatures, {
    onWarning: (id, { status, code, message }) => events.emit("signature-warning", { id, status, code, message }),
  });
}

interface Kept {
  /** Whether the skills are part of the program: then an unknown name is the program's mistake. */
  readonly isDefined: boolean;
  readonly ledger: SkillLedger;
  readonly events: EventHub;
  readonly approvals: ApprovalStore;
  /** The code of the session so far. */
  readonly code?: CodeSession;
  readonly truncated: (event: SkillsetEvents["catalog-truncated"]) => void;
}

async function resolveSkillset<Context>(
  registry: SkillRegistry,
  options: CreateSkillsetOptions<Context>,
  kept: Kept,
): Promise<Skillset> {
  const { format = "xml", countTokens = estimateTokens, signal, now = Date.now, mode } = options;
  const call = signal === undefined ? {} : { signal };
  if (mode !== undefined && !skillsetModes.includes(mode))
    throw invalid(`there is no mode "${String(mode)}"; there are: ${skillsetModes.join(", ")}`);
  const names = resolveToolNames(options.toolNames, mode);
  const budget = typeof options.budget === "number" ? { catalog: options.budget } : (options.budget ?? {});
  for (const [name, tokens] of Object.entries(budget)) {
    if (Number.isNaN(tokens)) throw invalid(`its budget (${name}) must be a number of tokens`);
  }
  const diagnostics: SourceDiagnostic[] = [];
  const wanted = allowSkills(await registry.catalog(call), options.allow, options.context);
  const prepared = await prepareCode(registry, {
    entries: wanted,
    mode,
    names,
    events: kept.events,
    otherTools: [...(options.otherTools ?? [])],
    isDefined: kept.isDefined,
    ...(options.state !== undefined && { state: options.state }),
    ...(kept.code !== undefined && { before: kept.code }),
    ...call,
  });
  const { code, unlockable } = prepared;
  diagnostics.push(...prepared.diagnostics);
  const entries = wanted.filter(({ id }) => !prepared.left.has(id));
  const allowed = new Map(entries.map((entry) => [entry.id, entry]));

  const preload = checkPreload(options.preload ?? [], allowed, kept.isDefined, diagnostics);
  // What the prompt holds from the start is no load that anybody asked for.
  const unlockedNames = unlockableNames(unlockable);
  const silent = { registry, ledger: new SkillLedger(), events: new EventHub(), now, code, mode, names, unlockedNames };
  const preloaded: LoadedSkill[] = [];
  let room = budget.preload ?? Infinity;
  for (const id of preload) {
    const loaded = await loadSkill(silent, id, { by: "program", signal });
    const cost = countTokens(loaded.text);
    if (cost > room) diagnostics.push(leftOut(id));
    else {
      room -= cost;
      preloaded.push({ ...loaded, at: 0 });
    }
  }

  for (const id of options.loaded ?? []) {
    // A conversation may come from a client: what a model may not choose, it cannot have chosen.
    const isChosen = allowed.get(id)?.disableModelInvocation !== true;
    if (!allowed.has(id) || !isChosen || kept.ledger.get(id) !== undefined) continue;
    kept.ledger.add(await loadSkill(silent, id, { by: "program", signal }));
  }

  const loaded = new Set(preloaded.map(({ id }) => id));
  const forModel = entries.filter(({ disableModelInvocation }) => disableModelInvocation !== true);
  const ranked = await rank(registry, forModel, { ...options, first: [...(options.pin ?? []), ...preload] }, call);
  const { listed, omitted } = fitBudget(ranked, {
    budget: budget.catalog ?? Infinity,
    countTokens,
    format,
    render: (some, rest) => renderPrompt({ listed: some, omitted: rest, format, names, mode, loaded, active: [] }),
  });
  if (omitted > 0) {
    const room = new Set(listed);
    const ids = ranked.filter((entry) => !room.has(entry)).map(({ id }) => id);
    kept.truncated({ listed: listed.length, omitted, ids });
    const message = `${omitted} of ${forModel.length} skills do not fit into the budget; the model finds them with ${names.search.name}.`;
    diagnostics.push({ code: "catalog-truncated", severity: "warning", message, source: "skillset" });
  }
  return assembleSkillset({
    registry,
    entries,
    listed: listed.map(({ id }) => id).sort(),
    preloaded,
    format,
    names,
    diagnostics,
    ledger: kept.ledger,
    events: kept.events,
    mode,
    code,
    unlockable,
    live: options,
    approvals: kept.approvals,
    refresh: async (refreshCall) => {
      await registry.refresh(refreshCall);
      const truncated: Kept["truncated"] = (event) => kept.events.emit("catalog-truncated", event);
      // The signal it was made under is not the one of this call.
      const { signal: _, ...again } = options;
      return resolveSkillset(registry, { ...again, ...refreshCall }, { ...kept, truncated, code });
    },
  });
}

function checkPreload(
  preload: readonly string[],
  allowed: ReadonlyMap<string, SkillEntry>,
  isDefined: boolean,
  diagnostics: SourceDiagnostic[],
): string[] {
  const twice = preload.find((id, at) => preload.indexOf(id) !== at);
  if (twice !== undefined) throw invalid(`"${twice}" is to be preloaded twice`);
  return preload.filter((id) => {
    if (allowed.has(id)) return true;
    if (isDefined) throw invalid(`there is no skill "${id}" to preload`);
    const message = `There is no skill "${id}" to preload; it was skipped.`;
    diagnostics.push({ code: "preload-unknown", severity: "warning", message, source: "skillset", id });
    return false;
  });
}

function leftOut(id: string): SourceDiagnostic {
  const message = `The instructions of "${id}" do not fit into the budget for preloaded skills; the model can load them.`;
  return { code: "catalog-truncated", severity: "warning", message, source: "skillset", id };
}

interface RankOptions {
  readonly first: readonly string[];
  readonly query?: string;
}

/** The order in which skills get room: those named first, then what fits the query, then by id. */
async function rank(
  registry: SkillRegistry,
  entries: readonly SkillEntry[],
  { first, query }: RankOptions,
  call: SourceCallOptions,
): Promise<SkillEntry[]> {
  const order = new Map(first.map((id, at) => [id, at - first.length]));
  if (query !== undefined) {
    const matches = await registry.match(query, call);
    for (const [at, { id }] of matches.entries()) if (!order.has(id)) order.set(id, at);
  }
  const placeOf = ({ id }: SkillEntry): number => order.get(id) ?? Infinity;
  return [...entries].sort((a, b) => {
    const [left, right] = [placeOf(a), placeOf(b)];
    return left === right ? (a.id < b.id ? -1 : 1) : left - right;
  });
}

function invalid(reason: string): SkillError {
  return new SkillError("skillset-invalid", `This skillset cannot be made: ${reason}.`);
}

function toRegistry(skills: SkillRegistry | SkillSource | StaticSkills): SkillRegistry {
  if (isRegistry(skills)) return skills;
  try {
    return createSkillRegistry(skills);
  } catch (error) {
    if (!SkillError.is(error, "options-invalid")) throw error;
    throw new SkillError("skillset-invalid", error.message, { cause: error });
  }
}

function isRegistry(value: unknown): value is SkillRegistry {
  if (typeof value !== "object" || value === null) return false;
  return "catalog" in value && typeof value.catalog === "function" && "trigger" in value;
}
