import { SkillError } from "../errors.ts";
import type { ApprovalStore } from "../integrity/approval-store.ts";
import { memoryApprovalStore } from "../integrity/memory-approval-store.ts";
import type { SkillRegistry } from "../registry/skill-registry.ts";
import type { SkillEntry, SourceCallOptions, SourceDiagnostic } from "../source/skill-source.ts";
import { textRevision } from "../source/text-revision.ts";
import { activateSkill } from "./activate-skill.ts";
import type { CatalogFormat } from "./catalog-line.ts";
import type { LiveSkillsetOptions } from "./create-skillset.ts";
import { type LoadedSkill, SkillLedger } from "./ledger.ts";
import { loadSkillTool } from "./load-skill-tool.ts";
import { readSkillFileTool } from "./read-skill-file-tool.ts";
import { renderPrompt } from "./render-prompt.ts";
import { runSkillScriptTool } from "./run-skill-script-tool.ts";
import { searchSkillsTool } from "./search-skills-tool.ts";
import type { SkillTool } from "./skill-tool.ts";
import { EventHub } from "./skillset-events.ts";
import type { SkillsetSession } from "./skillset-session.ts";
import type { Skillset, SkillsetJson } from "./skillset.ts";
import type { SkillToolNames } from "./tool-names.ts";
import { inSpan } from "./trace.ts";

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
  readonly live: LiveSkillsetOptions;
  readonly approvals: ApprovalStore;
  readonly refresh: (options: SourceCallOptions) => Promise<Skillset>;
}

/** Puts a skillset together; nothing is read any more. */
export function assembleSkillset(parts: SkillsetParts): Skillset {
  const { registry, format, names, ledger, events, live, preloaded } = parts;
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
    binaryFiles: live.binaryFiles ?? "refuse",
    now: live.now ?? Date.now,
  };
  const omitted = forModel.length - parts.listed.length;
  const listed = parts.listed.flatMap((id) => allowed.get(id) ?? []);
  const prompt = renderPrompt({ listed, omitted, format, names, loaded: session.preloaded, active: preloaded });
  const fingerprint = textRevision(prompt);
  const tools = toolsOf(session, parts, omitted);
  assertFree(tools, [...(live.otherTools ?? [])]);
  return Object.freeze<Skillset>({
    prompt: () => prompt,
    fingerprint,
    tools,
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
    }),
    refresh: (options = {}) => parts.refresh(options),
  });
}

/** No skills, no tools. */
function toolsOf(session: SkillsetSession, { live, approvals }: SkillsetParts, omitted: number): readonly SkillTool[] {
  if (session.allowed.size === 0) return [];
  // A skill that only a person may choose brings files along, too.
  const tools = [...(session.forModel.length === 0 ? [] : [loadSkillTool(session)]), readSkillFileTool(session)];
  const { scripts: runner, approve } = live;
  if (runner !== undefined && approve !== undefined) {
    tools.push(runSkillScriptTool(session, { runner, approve, approvals }));
  }
  if (omitted > 0) tools.push(searchSkillsTool(session));
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

/** The skillset that `toJSON` described, without asking what skills there are now. */
export function skillsetFromJSON(
  json: SkillsetJson,
  registry: SkillRegistry,
  live: LiveSkillsetOptions = {},
): Skillset {
  if (json.version !== 1) {
    throw new SkillError("skillset-invalid", "This skillset was written by another version, and cannot be read.");
  }
  return assembleSkillset({
    registry,
    entries: json.entries,
    listed: json.listed,
    preloaded: json.preloaded,
    format: json.format,
    names: json.names,
    diagnostics: [],
    ledger: new SkillLedger(json.loaded, json.lost),
    events: new EventHub(),
    live,
    approvals: live.approvals ?? memoryApprovalStore(),
    refresh: () =>
      Promise.reject(
        new SkillError("skillset-invalid", "A skillset from JSON stays as it is; make a new one with createSkillset."),
      ),
  });
}
