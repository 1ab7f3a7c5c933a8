import { type CodeSession, createCodeSession } from "../code/code-session.ts";
import { listCodeTools } from "../code/list-code-tools.ts";
import type { SkillDefinition } from "../code/skill-definition.ts";
import { stateConflict } from "../code/redefine-state.ts";
import { createSessionState } from "../code/state/create-session-state.ts";
import { groupNamespaces } from "../code/state/group-namespaces.ts";
import type { SessionState, StateNamespace } from "../code/state/session-state.ts";
import { SkillError } from "../errors.ts";
import type { SkillRegistry } from "../registry/skill-registry.ts";
import type { SkillEntry, SourceCallOptions, SourceDiagnostic } from "../source/skill-source.ts";
import type { EventHub } from "./skillset-events.ts";
import type { SkillsetMode } from "./skillset-mode.ts";
import type { SkillToolNames } from "./tool-names.ts";
import { nameUnlockable, type UnlockableTool } from "./unlocked-tools.ts";

export interface PrepareCodeOptions extends SourceCallOptions {
  readonly entries: readonly SkillEntry[];
  readonly mode: SkillsetMode | undefined;
  readonly names: SkillToolNames;
  readonly events: EventHub;
  readonly otherTools: readonly string[];
  /** Whether the skills are part of the program: then a conflict among them is the program's mistake. */
  readonly isDefined: boolean;
  /** State to begin with. */
  readonly state?: unknown;
  /** The code of the same session before it was refreshed: its state goes on. */
  readonly before?: CodeSession;
}

export interface PreparedCode {
  readonly code: CodeSession;
  readonly unlockable: readonly UnlockableTool[];
  readonly diagnostics: readonly SourceDiagnostic[];
  /** Ids of skills that cannot be used, since their state contradicts another's. */
  readonly left: ReadonlySet<string>;
}

/** Settings that only a sub-agent has. */
const subagentSettings = ["model", "thinking", "requestLimit", "forceFinalAnswer", "lifespan"] as const;

/** Gathers the code of an agent's skills, and the state of its session. */
export async function prepareCode(registry: SkillRegistry, options: PrepareCodeOptions): Promise<PreparedCode> {
  const { mode, events, before } = options;
  const call = options.signal === undefined ? {} : { signal: options.signal };
  const diagnostics: SourceDiagnostic[] = [];
  const onDiagnostic = (diagnostic: SourceDiagnostic): void => void diagnostics.push(diagnostic);
  const given = await registry.definitions({ ...call, onDiagnostic });
  const allowed = new Map<string, SkillDefinition>();
  // Who kept something before keeps it: a newcomer does not take its place.
  const kept = options.entries.filter(({ id }) => before?.states.has(id) === true);
  for (const { id } of [...kept, ...options.entries]) {
    const definition = given.get(id);
    if (definition !== undefined) allowed.set(id, definition);
  }
  const { namespaces, conflicts } = groupNamespaces(allowed);
  const left = new Set<string>();
  for (const { namespace, first, second } of conflicts) {
    const conflict = stateConflict(namespace, first, second);
    if (options.isDefined) throw conflict;
    left.add(second);
    diagnostics.push({
      code: "state-conflict",
      severity: "error",
      message: `${conflict.message} "${second}" is left out.`,
      source: "skillset",
      id: second,
    });
  }
  const report = (error: SkillError, id: string): void => {
    diagnostics.push({ code: "state-invalid", severity: "error", message: error.message, source: "skillset", id });
  };
  const state = before?.state ?? (await beginState(namespaces, options.isDefined, left, report));
  const definitions = new Map([...allowed].filter(([id]) => !left.has(id)));
  const code = createCodeSession(definitions, state, events, before);
  if (before !== undefined) await continueState(code, namespaces, report);
  else if (options.state !== undefined) diagnostics.push(...(await restoreInto(code, options.state)));

  if (mode !== "subagent") diagnostics.push(...[...definitions].flatMap(([id, skill]) => unused(id, skill)));
  const unlockable = mode === "unlocked" ? await listUnlockable(code, options, diagnostics) : [];
  return { code, unlockable, diagnostics, left };
}

/** The state of a new session. One skill that has no beginning is left out, unless it is the program's own. */
async function beginState(
  namespaces: readonly StateNamespace[],
  isDefined: boolean,
  left: Set<string>,
  report: (error: SkillError, id: string) => void,
): Promise<SessionState> {
  try {
    return await createSessionState(namespaces);
  } catch (error) {
    const bad = namespaces.find(
      ({ definition }) => SkillError.is(error) && error.facts["namespace"] === definition.namespace,
    );
    if (isDefined || !SkillError.is(error, "state-invalid") || bad === undefined) throw error;
    for (const id of bad.skills) {
      left.add(id);
      report(error, id);
    }
    return beginState(
      namespaces.filter((each) => each !== bad),
      isDefined,
      left,
      report,
    );
  }
}

/** Takes a snapshot over; what it holds for skills that are not there is kept aside. */
async function restoreInto({ state, others }: CodeSession, snapshot: unknown): Promise<SourceDiagnostic[]> {
  const { unknown } = await state.restore(snapshot);
  return unknown.map((namespace) => {
    Object.defineProperty(others, namespace, {
      value: (snapshot as Record<string, unknown>)[namespace],
      enumerable: true,
      writable: true,
      configurable: true,
    });
    const message = `The state "${namespace}" belongs to no skill of this skillset; it is kept as it is.`;
    return { code: "state-invalid", severity: "info", message, source: "skillset" };
  });
}

/** What was kept goes on; a skill whose state no longer fits says so now, and again when one of its tools is called. */
async function continueState(
  { state, states, events }: CodeSession,
  namespaces: readonly StateNamespace[],
  report: (error: SkillError, id: string) => void,
): Promise<void> {
  for (const namespace of namespaces) {
    try {
      const [id = ""] = namespace.skills;
      const about = { id, namespace: namespace.definition.namespace };
      await state.redefine(namespace, (patch) => events.emit("state-changed", { ...about, patch }));
    } catch (error) {
      if (!SkillError.is(error)) throw error;
      for (const id of namespace.skills) {
        states.delete(id);
        report(error, id);
      }
    }
  }
}

function unused(id: string, definition: SkillDefinition): SourceDiagnostic[] {
  const settings = subagentSettings.filter((field) => definition[field] !== undefined);
  if (settings.length === 0) return [];
  const message = `The skill "${id}" sets ${settings.join(", ")}: that is for sub-agents, and has no effect in this mode.`;
  // Tools that rely on a lifespan will miss what it sets up.
  const severity = settings.includes("lifespan") ? "warning" : "info";
  return [{ code: "setting-unused", severity, message, source: "skillset", id }];
}

/** All tools are known from the start, since frameworks want to be told; one toolset that fails costs its own tools. */
async function listUnlockable(
  code: CodeSession,
  { names, otherTools, signal }: PrepareCodeOptions,
  diagnostics: SourceDiagnostic[],
): Promise<UnlockableTool[]> {
  const found = await Promise.all(
    [...code.definitions].map(async ([id, definition]) => {
      const call = signal === undefined ? {} : { signal };
      const { tools, missing } = await listCodeTools(code, id, definition, call);
      for (const message of missing) {
        diagnostics.push({ code: "toolset-unavailable", severity: "warning", message, source: "skillset", id });
      }
      return tools.map((tool) => ({ id, tool }));
    }),
  );
  const taken = new Set([...otherTools, ...Object.values(names).map(({ name }) => name)]);
  return nameUnlockable(found.flat(), taken);
}
