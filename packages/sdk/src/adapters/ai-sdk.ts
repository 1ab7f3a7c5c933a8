export type { AgentInput, AgentResult, AgentSteps, RunAgentOptions } from "./ai-sdk/agent-options.ts";
export { aiSubagents, type AiSubagentsOptions } from "./ai-sdk/ai-subagents.ts";
export { aiToolset, type AiToolsetOptions } from "./ai-sdk/ai-toolset.ts";
export type { Environment, ResolveModel } from "./ai-sdk/choose-model.ts";
export { runAgent } from "./ai-sdk/run-agent.ts";
export { skillTools, type SkillToolSet } from "./ai-sdk/skill-tools.ts";
export { type AgentStream, type AgentStreamResult, streamAgent } from "./ai-sdk/stream-agent.ts";
export type { SkillPrepareStep, SkillStepOptions } from "./ai-sdk/unlock-tools.ts";
export { type SkillSettings, type SystemPrompt, withSkills } from "./ai-sdk/with-skills.ts";
export {
  type SkillDataTypes,
  type SkillEventWriter,
  type SkillLoadedData,
  type SkillLoadedPart,
  writeSkillEvents,
  type WriteSkillEventsOptions,
} from "./ai-sdk/write-skill-events.ts";
