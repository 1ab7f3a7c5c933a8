import { SkillError } from "../errors.ts";
import type { SkillsetMode } from "./skillset-mode.ts";

/** What a tool is called, and what each of its parameters is called. */
export interface ToolNaming<Parameter extends string> {
  readonly name: string;
  readonly parameters: Readonly<Record<Parameter, string>>;
}

/** Names of all tools of a skillset. */
export interface SkillToolNames {
  readonly load: ToolNaming<"name" | "reload">;
  readonly read: ToolNaming<"skill" | "path" | "startLine" | "endLine">;
  readonly run: ToolNaming<"skill" | "script" | "args" | "stdin">;
  readonly search: ToolNaming<"query">;
  /** Calls a tool that a skill brings along. */
  readonly call: ToolNaming<"skill" | "tool" | "arguments">;
  /** Hands a task to a sub-agent. */
  readonly delegate: ToolNaming<"skill" | "request">;
}

/** Name of a preset: one per system that agents come from. */
export type SkillToolPreset = "standard" | "drover" | "deuz" | "haiku";

const standard: SkillToolNames = {
  load: { name: "load_skill", parameters: { name: "name", reload: "reload" } },
  read: {
    name: "read_skill_file",
    parameters: { skill: "skill", path: "path", startLine: "startLine", endLine: "endLine" },
  },
  run: { name: "run_skill_script", parameters: { skill: "skill", script: "script", args: "args", stdin: "stdin" } },
  search: { name: "search_skills", parameters: { query: "query" } },
  call: { name: "execute_skill_tool", parameters: { skill: "skill", tool: "tool", arguments: "arguments" } },
  delegate: { name: "execute_skill", parameters: { skill: "skill", request: "request" } },
};
/** In mode `direct` a skill is asked for its tools, too. */
const query: SkillToolNames["load"] = { name: "query_skill", parameters: { name: "skill", reload: "reload" } };

/** Names that agents of earlier systems know. */
export const SKILL_TOOL_PRESETS: Readonly<Record<SkillToolPreset, SkillToolNames>> = {
  standard,
  /** `skill_load(name)` and `skill_resource(name, resource)`. */
  drover: {
    ...standard,
    load: { name: "skill_load", parameters: standard.load.parameters },
    read: {
      name: "skill_resource",
      parameters: { ...standard.read.parameters, skill: "name", path: "resource" },
    },
  },
  /** `load_skill(id)` and `read_skill_resource(id, path)`. */
  deuz: {
    ...standard,
    load: { name: "load_skill", parameters: { name: "id", reload: "reload" } },
    read: { name: "read_skill_resource", parameters: { ...standard.read.parameters, skill: "id" } },
  },
  /** `query_skill(skill_name)`, `read_skill_resource(skill_name, path)`, `run_skill_script(skill_name, script, arguments)`. */
  haiku: {
    ...standard,
    load: { name: "query_skill", parameters: { name: "skill_name", reload: "reload" } },
    read: { name: "read_skill_resource", parameters: { ...standard.read.parameters, skill: "skill_name" } },
    run: {
      name: "run_skill_script",
      parameters: { skill: "skill_name", script: "script", args: "arguments", stdin: "stdin" },
    },
    call: {
      name: "execute_skill_tool",
      parameters: { skill: "skill_name", tool: "tool_name", arguments: "arguments" },
    },
    delegate: { name: "execute_skill", parameters: { skill: "skill_name", request: "request" } },
  },
};

/** Every name that a tool for skills can have in any mode and preset; no tool of a program's may. */
export const reservedToolNames: ReadonlySet<string> = new Set([
  query.name,
  ...Object.values(SKILL_TOOL_PRESETS).flatMap((names) => Object.values(names).map(({ name }) => name)),
]);

/** The names that options ask for; what they leave open is called as in `standard`. */
export function resolveToolNames(
  names?: SkillToolPreset | Partial<SkillToolNames>,
  mode?: SkillsetMode,
): SkillToolNames {
  if (names === undefined) return mode === "direct" ? { ...standard, load: query } : standard;
  if (typeof names !== "string") return { ...standard, ...names };
  if (Object.hasOwn(SKILL_TOOL_PRESETS, names)) return SKILL_TOOL_PRESETS[names];
  const known = Object.keys(SKILL_TOOL_PRESETS).join(", ");
  throw new SkillError("skillset-invalid", `There are no tool names called "${String(names)}"; there are: ${known}.`);
}
