import type { ModelMessage } from "ai";
import type { AgentDefinition } from "../../core/code/define-agent.ts";
import type { SkillModel } from "../../core/code/skill-definition.ts";
import { SkillError } from "../../core/errors.ts";
import type { SkillRegistry } from "../../core/registry/skill-registry.ts";
import { createSkillset, type CreateSkillsetOptions } from "../../core/skillset/create-skillset.ts";
import type { Skillset } from "../../core/skillset/skillset.ts";
import { resolveToolNames } from "../../core/skillset/tool-names.ts";
import type { SkillSource } from "../../core/source/skill-source.ts";
import type { StaticSkills } from "../../core/source/static-skill-source.ts";
import type { RunAgentOptions } from "./agent-options.ts";
import { aiSubagents } from "./ai-subagents.ts";
import { loadedSkills } from "./loaded-skills.ts";

/** The skillset of one agent: what it names, and nothing else. */
export async function agentSkillset<Context>(
  agent: AgentDefinition,
  model: SkillModel,
  messages: readonly ModelMessage[],
  options: RunAgentOptions<Context>,
): Promise<Skillset> {
  const { skillset, state, env, resolveModel } = options;
  if (skillset !== undefined) {
    if (state !== undefined) await skillset.state.restore(state);
    return skillset;
  }
  const { skills, allow } = namedSkills(agent, options.skills);
  const { preloadSkills: preload, mode, subagentModel, tools = {} } = agent;
  return createSkillset<Context>(
    skills,
    given({
      allow,
      preload,
      mode,
      subagentModel,
      ...(mode === "subagent" && { subagents: aiSubagents({ model, env, resolveModel }) }),
      otherTools: Object.keys(tools),
      // What an earlier turn loaded is still in the conversation, and so are its tools.
      loaded: loadedSkills(messages, resolveToolNames(undefined, mode)),
      state,
      signal: options.signal,
      context: options.context,
      scripts: options.scripts,
      approve: options.approve,
      approvals: options.approvals,
      budget: options.budget,
    }),
  );
}

interface NamedSkills {
  readonly skills: SkillRegistry | SkillSource | StaticSkills;
  readonly allow?: readonly string[];
}

function namedSkills({ name, skills = [] }: AgentDefinition, from: RunAgentOptions["skills"]): NamedSkills {
  if (!isIds(skills)) return { skills };
  if (from !== undefined) return { skills: from, allow: skills };
  const message = `The agent "${name}" names its skills (${skills.join(", ")}); say where they are with the option \`skills\`.`;
  throw new SkillError("agent-invalid", message, { facts: { agent: name, field: "skills" } });
}

function isIds(skills: NonNullable<AgentDefinition["skills"]>): skills is readonly string[] {
  return Array.isArray(skills) && typeof skills[0] === "string";
}

/** Without what nobody gave: an option that is there and undefined is another thing than one that is not. */
function given<Context>(options: {
  readonly [Name in keyof CreateSkillsetOptions<Context>]: CreateSkillsetOptions<Context>[Name] | undefined;
}): CreateSkillsetOptions<Context> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}
