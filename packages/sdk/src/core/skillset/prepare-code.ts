import { type CodeSession, createCodeSession } from "../code/code-session.ts";
import { listUsableTools } from "../code/list-code-tools.ts";
import type { SkillDefinition } from "../code/skill-definition.ts";
import { createSessionState } from "../code/state/create-session-state.ts";
import { groupNamespaces } from "../code/state/group-namespaces.ts";
import { SkillError } from "../errors.ts";
import type { SkillRegistry } from "../registry/skill-registry.ts";
import type { SkillEntry, SourceCallOptions, SourceDiagnostic } from "../source/skill-source.ts";
import type { EventHub } from "./skillset-events.ts";
import type { SkillsetMode } from "./skillset.ts";
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
  const given = await registry.definitions(call);
  const allowed = new Map<string, SkillDefinition>();
  for (const { id } of options.entries) {
    const definition = given.get(id);
    if (definition !== undefined) allowed.set(id, definition);
  }
  const { namespaces, conflicts } = groupNamespaces(allowed);
  const left = new Set<string>();
  for (const { namespace, first, second } of conflicts) {
    const message = `The skills "${first}" and "${second}" keep different state in the namespace "${namespace}"; rename one of them, or give both the same schema.`;
    if (options.isDefined) throw new SkillError("state-conflict", message, { facts: { namespace, first, second } });
    left.add(second);
    diagnostics.push({
      code: "state-conflict",
      severity: "error",
      message: `${message} "${second}" is left out.`,
      source: "skillset",
      id: second,
    });
  }
  const definitions = new Map([...allowed].filter(([id]) => !left.has(id)));
  const state = before?.state ?? (await createSessionState(namespaces));
  if (before !== undefined) for (const namespace of namespaces) await state.redefine(namespace);
  else if (options.state !== undefined) await state.restore(options.state);
  const code = createCodeSession(definitions, state, events);

  if (mode !== "subagent") diagnostics.push(...[...definitions].flatMap(([id, skill]) => unused(id, skill)));
  const unlockable = mode === "unlocked" ? await listUnlockable(code, options, diagnostics) : [];
  return { code, unlockable, diagnostics, left };
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
      const { tools, missing } = await listUsableTools(code, id, definition, call);
      for (const message of missing) {
        diagnostics.push({ code: "toolset-unavailable", severity: "warning", message, source: "skillset", id });
      }
      return tools.map((tool) => ({ id, tool }));
    }),
  );
  const taken = new Set([...otherTools, ...Object.values(names).map(({ name }) => name)]);
  return nameUnlockable(found.flat(), taken);
}
