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
