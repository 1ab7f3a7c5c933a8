export { HOSTILE_IDS, type HostileId } from "./hostile-ids.ts";
export { HOSTILE_PATHS, type HostilePath } from "./hostile-paths.ts";
export {
  sessionStoreContract,
  type SessionStoreContractOptions,
  type SessionStoreContractSetup,
} from "./session-store-contract.ts";
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
export type { CoveredEdge, CoveredStep, CoverageReport } from "./workflow/coverage/coverage-report.ts";
export { type Coverage, type CoverageOptions, createCoverage } from "./workflow/coverage/create-coverage.ts";
export {
  type ActionStub,
  type ActionStubCall,
  type ActionStubs,
  failAction,
  type FailingAction,
} from "./workflow/definition/action-stubs.ts";
export { always, type AnswerScript, type MockAnswer, perAttempt, perVisit } from "./workflow/model/answer-script.ts";
export { mockModel } from "./workflow/model/mock-model.ts";
export type { ModelAdapter, ModelRequest } from "./workflow/model/model-adapter.ts";
export {
  type HostPrompts,
  type PromptSnapshotOptions,
  promptSnapshots,
  type PromptSnapshots,
  promptSnapshotText,
} from "./workflow/prompt-snapshots.ts";
export {
  type Redirect,
  runComposite,
  type RunCompositeOptions,
  type RunCompositeResult,
} from "./workflow/run-composite.ts";
export type { ParamsOption, RunOptions, RunSkillOptions } from "./workflow/run-options.ts";
export type { AskedPrompt, RetriedAnswer, RunProgress } from "./workflow/run-progress.ts";
export type { FinalSteps, FinalStore, RunResult, RunSkillResult } from "./workflow/run-result.ts";
export { runSkill } from "./workflow/run-skill.ts";
export type { RunTrace } from "./workflow/trace/taken-edges.ts";
export type {
  WalkAction,
  WalkAnswer,
  WalkFailure,
  WalkFailureReason,
  WalkReport,
} from "./workflow/walk/walk-report.ts";
export { type WalkOptions, walkSkill } from "./workflow/walk/walk-skill.ts";
export {
  WorkflowTestError,
  type WorkflowTestErrorCode,
  type WorkflowTestErrorFacts,
} from "./workflow/workflow-test-error.ts";
