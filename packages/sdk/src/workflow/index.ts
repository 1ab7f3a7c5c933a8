export { type } from "arktype";
export { action } from "./define/action.ts";
export type {
  ActionContext,
  ActionDefinition,
  ActionRunContext,
  InferActionResult,
  MapInputContext,
  NextBranch,
  NextTarget,
  PromptContext,
  PromptFn,
  StepContext,
  TransitionFn,
} from "./define/builder-types.ts";
export { module, type ModuleConfig } from "./define/module.ts";
export type { ModuleBuilder, ModuleTypes, TypedModule } from "./define/module-types.ts";
export type { BranchConfig, BranchesConfig, EachConfig, ItemContext, OverConfig } from "./define/parallel-config.ts";
export { reference, ReferenceBuilder, type ReferenceBuilderConfig } from "./define/reference.ts";
export type { SkillBuilderConfig, VersionStrategy } from "./define/skill-config.ts";
export { skill } from "./define/skill.ts";
export type { ActionUse, StepConfig, StepTypes, TypedStep } from "./define/step-config.ts";
export { step } from "./define/step.ts";
export type { DeepPartial, StepsView, StoreView } from "./define/store-types.ts";
export { terminal } from "./define/terminal.ts";
export type { BuilderState } from "./define/builder-state.ts";
export type { RegisterOptions, SubskillOptions, TopicOutput, WorkflowBuilder } from "./define/workflow-builder.ts";
export type {
  AnySchema,
  AnyStepConfig,
  AnyStore,
  Buildable,
  DefinedStep,
  FrontmatterConfig,
  HistoryEntry,
  ModuleDefinition,
  PackageConfig,
  ReferenceDefinition,
  ReferenceLoader,
  StepDefinition,
  SubskillRegistration,
  Terminal,
  TopicConfig,
  WorkflowDefinition,
  WorkflowTypes,
} from "./define/workflow-definition.ts";
export { asSkill, type AsSkillOptions } from "./as-skill.ts";
export { createWorkflowEngine } from "./engine/create-workflow-engine.ts";
export type { ObserverMap } from "./engine/observers.ts";
export type {
  ActionDecision,
  AdvanceOptions,
  BackOptions,
  CurrentPrompt,
  EngineReply,
  ReplayOptions,
  ResumeOptions,
  SessionStatus,
  StartOptions,
  WorkflowEngine,
  WorkflowEngineOptions,
} from "./engine/workflow-engine.ts";
export { cyclesOf } from "./graph/cycles.ts";
export { dominatorsOf, reachableFrom } from "./graph/dominators.ts";
export type {
  GraphEdge,
  GraphEdgeReason,
  GraphNode,
  GraphNodeKind,
  UnresolvedTarget,
  WorkflowGraph,
} from "./graph/graph-data.ts";
export { toMermaid } from "./graph/to-mermaid.ts";
export { toSvg } from "./graph/to-svg.ts";
export { workflowGraph } from "./graph/workflow-graph.ts";
export { checkSkill, checkSkillAsync, type CheckSkillOptions } from "./lint/check-skill.ts";
export { LINT_RULES, type LintDiagnostic, type LintRule } from "./lint/lint-diagnostic.ts";
export { defineHost } from "./hosts/define-host.ts";
export { generatePreamble, type PreambleOptions } from "./hosts/generate-preamble.ts";
export { HOST_REGISTRY } from "./hosts/host-registry.ts";
export type { Handshake, HostDefinition, HostView } from "./hosts/host.ts";
export { type ResolvedTools, resolveTools, type ResolveToolsOptions } from "./hosts/resolve-tools.ts";
export type {
  AskOpenConfig,
  AskStructuredConfig,
  AskUserConfig,
  AskUserOption,
  ChecklistConfig,
  ConfirmConfig,
  PlanConfig,
  SubagentConfig,
  SurveyConfig,
  SurveyQuestion,
} from "./primitives/act-configs.ts";
export { actWith } from "./primitives/act-with.ts";
export { act, type Actions } from "./primitives/act.ts";
export { builtinPrimitives } from "./primitives/builtin-primitives.ts";
export { definePrimitive } from "./primitives/define-primitive.ts";
export type { PreambleRow, Primitive, RenderContext } from "./primitives/primitive.ts";
export { assemblePrompt, type AssemblePromptOptions } from "./prompt/assemble-prompt.ts";
export { fragment } from "./prompt/fragment.ts";
export type {
  ActSegment,
  Fragment,
  PrimitiveConfig,
  PromptPiece,
  PromptReturn,
  PromptSegment,
  SystemSegment,
  ViewSegment,
} from "./prompt/prompt-piece.ts";
export { prompt } from "./prompt/prompt.ts";
export { type Render, render } from "./prompt/render/render.ts";
export type { TableOptions } from "./prompt/render/table.ts";
export { resolveTemplate, type TemplateTexts } from "./prompt/resolve-template.ts";
export { system } from "./prompt/system.ts";
export { attributes, attributeText, elementJson, elementText } from "./prompt/tag-text.ts";
export { view } from "./prompt/view.ts";
export {
  type CliResult,
  type CompletedStep,
  type DoneResult,
  type ErrorResult,
  isDone,
  isError,
  isPrompt,
  isRedirect,
  type OpenPart,
  type ParallelProgress,
  type PromptResult,
  type RedirectResult,
  type ValidationErrorResult,
  WORKFLOW_ERROR_CODES,
  type WorkflowErrorCode,
  type WorkflowFailure,
} from "./results.ts";
export { memorySessionStore } from "./session/memory-session-store.ts";
export type { SessionRecord, SessionSnapshot, Visit } from "./session/session-record.ts";
export type { SessionPart, SessionStore, SessionTail } from "./session/session-store.ts";
