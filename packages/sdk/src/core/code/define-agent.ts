import { SkillError } from "../errors.ts";
import { isSkillSource } from "../source/is-skill-source.ts";
import type { SkillSource } from "../source/skill-source.ts";
import { reservedToolNames } from "../skillset/tool-names.ts";
import { matchesPattern } from "../skillset/allow-skills.ts";
import { type SkillsetMode, skillsetModes } from "../skillset/skillset-mode.ts";
import { assertSkillDefinition } from "./assert-skill-definition.ts";
import type { SkillDefinition, SkillModel } from "./skill-definition.ts";

/** What an agent is, for any framework. */
export interface AgentDefinition<Tools extends object = object> {
  readonly name: string;
  /** As the framework that runs it takes it. */
  readonly model?: SkillModel;
  readonly instructions?: string;
  /** The skills it may use: ids and patterns of a registry that is given when it runs, definitions, or a source. Default: none. */
  readonly skills?: readonly string[] | readonly SkillDefinition[] | SkillSource;
  /** Ids of skills whose instructions it has from the start. */
  readonly preloadSkills?: readonly string[];
  /** Tools of its own, by name, as the framework takes them. */
  readonly tools?: Tools;
  readonly mode?: SkillsetMode;
  /** Model of sub-agents whose skill asks for none. */
  readonly subagentModel?: SkillModel;
}

const known = ["name", "model", "instructions", "skills", "preloadSkills", "tools", "mode", "subagentModel"];

/** An agent. Throws `agent-invalid` for what could never run: an unknown preload, a tool with a name that skills need. */
export function defineAgent<const Agent extends AgentDefinition>(
  agent: Agent & Readonly<Record<Exclude<keyof Agent, keyof AgentDefinition>, never>>,
): Agent {
  if (typeof agent !== "object" || agent === null) throw invalid("", "", "it is not an object");
  const { name, skills, preloadSkills = [], tools = {}, mode, instructions, model, subagentModel } = agent;
  if (typeof name !== "string" || name.trim() === "") throw invalid("", "name", "it needs a name");
  const stranger = Object.keys(agent).find((key) => !known.includes(key));
  if (stranger !== undefined) {
    throw invalid(name, stranger, `"${stranger}" is no part of an agent; there are: ${known.join(", ")}`);
  }
  if (instructions !== undefined && typeof instructions !== "string") {
    throw invalid(name, "instructions", "its instructions must be a text");
  }
  for (const [field, value] of Object.entries({ model, subagentModel })) {
    if (value !== undefined && !isModel(value)) throw invalid(name, field, "it must be a name or a model");
  }
  if (mode !== undefined && !skillsetModes.includes(mode)) {
    throw invalid(name, "mode", `there is no mode "${String(mode)}"; there are: ${skillsetModes.join(", ")}`);
  }
  if (typeof tools !== "object" || tools === null || Array.isArray(tools)) {
    throw invalid(name, "tools", "its tools must be an object of tools by name");
  }
  if (!Array.isArray(preloadSkills)) throw invalid(name, "preloadSkills", "they must be a list of ids");
  const reserved = Object.keys(tools).find((tool) => reservedToolNames.has(tool));
  if (reserved !== undefined) {
    throw invalid(
      name,
      `tools.${reserved}`,
      `the name "${reserved}" belongs to a tool for skills; give its own tool another`,
    );
  }
  const ids = assertSkills(name, skills);
  const twice = preloadSkills.find((id, at) => preloadSkills.indexOf(id) !== at);
  if (twice !== undefined) throw invalid(name, "preloadSkills", `"${twice}" is to be preloaded twice`);
  const unknown = preloadSkills.find((id) => ids !== undefined && !ids(id));
  if (unknown !== undefined) throw invalid(name, "preloadSkills", `it has no skill "${unknown}" to preload`);
  return agent;
}

/** Whether an id is one of its skills, as far as that can be told now. */
function assertSkills(name: string, skills: AgentDefinition["skills"]): ((id: string) => boolean) | undefined {
  if (skills === undefined) return () => false;
  if (!Array.isArray(skills)) {
    if (typeof skills === "object" && skills !== null && isSkillSource(skills)) return undefined;
    throw invalid(name, "skills", "its skills must be ids, definitions or a source");
  }
  const list = skills as readonly (string | SkillDefinition)[];
  const ids = list.map((skill) => {
    if (typeof skill === "string") return skill;
    assertSkillDefinition(skill);
    return skill.name;
  });
  if (new Set(list.map((skill) => typeof skill)).size > 1) {
    throw invalid(name, "skills", "its skills must be all ids or all definitions");
  }
  const twice = ids.find((id, at) => ids.indexOf(id) !== at);
  if (twice !== undefined) throw invalid(name, "skills", `it has two skills "${twice}"`);
  return (id) => ids.some((pattern) => matchesPattern(pattern, id));
}

function isModel(value: unknown): boolean {
  return (
    (typeof value === "string" && value !== "") ||
    (typeof value === "object" && value !== null) ||
    typeof value === "function"
  );
}

function invalid(agent: string, field: string, reason: string): SkillError {
  const called = agent === "" ? "An agent" : `The agent "${agent}"`;
  return new SkillError("agent-invalid", `${called} cannot be made: ${reason}.`, {
    facts: { agent, field },
  });
}
