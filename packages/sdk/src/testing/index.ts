export { HOSTILE_IDS, type HostileId } from "./hostile-ids.ts";
export { HOSTILE_PATHS, type HostilePath } from "./hostile-paths.ts";
export { skillSourceContract } from "./skill-source-contract.ts";
export type {
  ContractCase,
  ContractSetup,
  OptionalMethod,
  SkillSourceContractOptions,
} from "./source-contract/contract-case.ts";
export { CONTRACT_SKILLS, type ContractSkill } from "./source-contract/contract-skill.ts";
export {
  type ContractModel,
  type ContractModelRequest,
  type ContractModelTurn,
  subagentRunnerContract,
  type SubagentRunnerContractOptions,
  type SubagentRunnerContractSetup,
} from "./subagent-runner-contract.ts";
export {
  type ContractTool,
  toolsetContract,
  type ToolsetContractOptions,
  type ToolsetContractSetup,
} from "./toolset-contract.ts";
