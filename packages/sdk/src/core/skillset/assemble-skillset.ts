import type { CodeSession } from "../code/code-session.ts";
import { reconfiguredSchemas, restoreState } from "../code/redefine-state.ts";
import { SkillError } from "../errors.ts";
import type { ApprovalStore } from "../integrity/approval-store.ts";
import type { SkillRegistry } from "../registry/skill-registry.ts";
import type { SkillEntry, SourceCallOptions, SourceDiagnostic } from "../source/skill-source.ts";
import { textRevision } from "../source/text-revision.ts";
import { activateSkill } from "./activate-skill.ts";
import type { CatalogFormat } from "./catalog-line.ts";
import type { LiveSkillsetOptions } from "./create-skillset.ts";
import { callToolTool } from "./call-tool-tool.ts";
import { delegateTool } from "./delegate-tool.ts";
import type { LoadedSkill, SkillLedger } from "./ledger.ts";
import { loadSkillTool } from "./load-skill-tool.ts";
import { readSkillFileTool } from "./read-skill-file-tool.ts";
import { renderPrompt } from "./render-prompt.ts";
import { runSkillScriptTool } from "./run-skill-script-tool.ts";
import { searchSkillsTool } from "./search-skills-tool.ts";
import type { SkillTool } from "./skill-tool.ts";
import type { EventHub } from "./skillset-events.ts";
import type { SkillsetSession } from "./skillset-session.ts";
import type { SkillsetMode } from "./skillset-mode.ts";
import type { Skillset } from "./skillset.ts";
import type { SkillToolNames } from "./tool-names.ts";
import { inSpan } from "./trace.ts";
import { isLoaded, type UnlockableTool, unlockableNames, unlockableTools } from "./unlocked-tools.ts";

/** Everything that a skillset is made of, once all is decided. */
export interface SkillsetParts {
  readonly registry: SkillRegistry;
  readonly entries: readonly SkillEntry[];
  readonly listed: readonly string[];
  readonly preloaded: readonly LoadedSkill[];
  readonly format: CatalogFormat;
  readonly names: SkillToolNames;
  readonly diagnostics: readonly SourceDiagnostic[];
  readonly ledger: SkillLedger;
  readonly events: EventHub;
  readonly mode: SkillsetMode | undefined;
  readonly code: CodeSession;
  /** In mode `unlocked`: the tools that skills could bring along. */
  readonly unlockable: readonly UnlockableTool[];
  readonly live: LiveSkillsetOptions;
  readonly approvals: ApprovalStore;
  readonly refresh: (options: SourceCallOptions) => Promise<Skillset>;
}

/** Puts a skillset together; nothing is read any more. */
export function assembleSkillset(parts: SkillsetParts): Skillset {
  const { registry, format, names, ledger, events, live, preloaded, mode, code } = parts;
  const entries = Object.freeze([...parts.entries].sort((a, b) => (a.id < b.id ? -1 : 1)));
  const allowed = new Map(entries.map((entry) => [entry.id, entry]));
  const forModel = entries.filter((entry) => entry.disableModelInvocation !== true).map(({ id }) => id);
  const session: SkillsetSession = {
    registry,
    allowed,
    forModel,
    listed: parts.listed,
    preloaded: new Set(preloaded.map(({ id }) => id)),
    format,
    names,
    ledger,
    events,
    code,
    mode,
    unlockedNames: unlockableNames(parts.unlockable),
    binaryFiles: live.binaryFiles ?? "refuse",
    now: live.now ?? Date.now,
  };
  const omitted = forModel.length - parts.listed.length;
  const listed = parts.listed.flatMap((id) => allowed.get(id) ?? []);
  const prompt = renderPrompt({ listed, omitted, format, names, mode, loaded: session.preloaded, active: preloaded });
  const fingerprint = textRevision(prompt);
  const tools = toolsOf(session, parts, omitted);
  assertFree(tools, [...(live.otherTools ?? [])]);
  const unlockable = freezeTools(unlockableTools(session, parts.unlockable));
  const owner = new Map(parts.unlockable.map(({ id, called }) => [called, id]));
  return Object.freeze<Skillset>({
    prompt: () => prompt,
    fingerprint,
    tools,
    mode,
    unlockable,
    unlocked: () => unlockable.filter(({ name }) => isLoaded(session, owner.get(name) ?? "")),
    state: publicState(code),
    entries,
    omitted,
    diagnostics: parts.diagnostics,
    on: (name, listener) => events.on(name, listener),
    activate: (message, { signal } = {}) => activateSkill(session, message, signal),
    loaded: () => ledger.list(),
    compacted: () => ledger.loseAll(),
    reinject: () =>
      ledger
        .takeLost()
        .filter(({ id }) => allowed.has(id))
        .map(({ text }) => text)
        .join("\n\n"),
    toJSON: () => ({
      version: 1,
      entries,
      listed: parts.listed,
      preloaded,
      format,
      names,
      loaded: ledger.list(),
      lost: ledger.lost(),
      fingerprint,
      ...(mode !== undefined && { mode }),
      state: { ...code.others, ...code.state.snapshot() },
    }),
    refresh: (options = {}) => parts.refresh(options),
  });
}

/** No skills, no tools. */
function toolsOf(
  session: SkillsetSession,
  { live, approvals, mode }: SkillsetParts,
  omitted: number,
): readonly SkillTool[] {
  if (session.allowed.size === 0) return [];
  const { scripts: runner, approve, subagents, subagentModel: model } = live;
  const scripts = runner !== undefined && approve !== undefined ? { runner, approve, approvals } : undefined;
  const search = omitted > 0 ? [searchSkillsTool(session)] : [];
  if (mode === "subagent") {
    if (subagents === undefined) throw needsRunner();
    return freezeTools([delegateTool(session, { runner: subagents, model, scripts }), ...search]);
  }
  const hasTools = [...session.code.definitions.values()].some(({ tools, toolsets }) => tools ?? toolsets);
  return freezeTools([
    // A skill that only a person may choose brings files along, too.
    ...(session.forModel.length === 0 ? [] : [loadSkillTool(session)]),
    ...(hasTools && mode !== "unlocked" ? [callToolTool(session)] : []),
    readSkillFileTool(session),
    ...(scripts === undefined ? [] : [runSkillScriptTool(session, scripts)]),
    ...search,
  ]);
}

function needsRunner(): SkillError {
  return new SkillError(
    "skillset-invalid",
    "The mode `subagent` needs `subagents`, which runs them: aiSubagents() of @tradecraft/sdk/ai-sdk, or a runner of your own.",
  );
}

/** What programs may do with the state; how tools change it is the session's own affair. */
function publicState(code: CodeSession): Skillset["state"] {
  const { state } = code;
  return Object.freeze({
    snapshot: () => state.snapshot(),
    restore: (snapshot: unknown) => restoreState(code, snapshot),
    namespace: (name: string) => state.namespace(name),
    get schemas() {
      return { ...state.schemas, ...reconfiguredSchemas(code) };
    },
  });
}

function freezeTools(tools: readonly SkillTool[]): readonly SkillTool[] {
  return Object.freeze(tools.map((tool) => deepFreeze({ ...tool, execute: traced(tool) })));
}

function deepFreeze<Value>(value: Value): Value {
  if (typeof value === "object" && value !== null) for (const part of Object.values(value)) deepFreeze(part);
  return Object.freeze(value);
}

function traced(tool: SkillTool): SkillTool["execute"] {
  const { name } = tool;
  return (input, options) =>
    inSpan(`execute_tool ${name}`, { "gen_ai.tool.name": name }, () => tool.execute(input, options));
}

function assertFree(tools: readonly SkillTool[], others: Iterable<string>): void {
  const taken = new Set(others);
  const clash = tools.find(({ name }, at) => taken.has(name) || tools.findIndex((tool) => tool.name === name) !== at);
  if (clash === undefined) return;
  const message = `The name "${clash.name}" is taken by a tool of this skillset; give the other tool another name, or choose names with \`toolNames\`.`;
  throw new SkillError("skillset-invalid", message, { facts: { tool: clash.name } });
}
