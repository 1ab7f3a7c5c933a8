/**
 * How a model uses skills that bring tools along. `direct`: it asks for a skill with `query_skill` and calls its tools with
 * `execute_skill_tool`. `unlocked`: the tools of a skill join the agent's own once it is loaded. `subagent`: it hands a
 * task to `execute_skill`, and an agent of its own does it. Default: as `direct`, but the skill is asked for with
 * `load_skill`, as where no skill has tools.
 */
export type SkillsetMode = "direct" | "unlocked" | "subagent";

/** Every mode. */
export const skillsetModes: readonly SkillsetMode[] = ["direct", "unlocked", "subagent"];
