export type { Diagnostic, Fix, Severity, TextEdit } from "./diagnostic.ts";
export { SKILL_ERROR_CODES, SkillError, type SkillErrorCode, type SkillErrorFacts } from "./errors.ts";
export { type AllowedTool, parseAllowedTools } from "./format/allowed-tools.ts";
export { applyEdits } from "./format/apply-edits.ts";
export { DIAGNOSTIC_CODES, type DiagnosticCode, type DiagnosticCodeInfo } from "./format/codes.ts";
export { fixSkill } from "./format/fix-skill.ts";
export { formatSkill, type FormatSkillOptions } from "./format/format-skill.ts";
export { lintSkill } from "./format/lint-skill.ts";
export { parseFrontmatter, type ParseFrontmatterResult } from "./format/parse-frontmatter.ts";
export { parseSkill } from "./format/parse-skill.ts";
export { type FrontmatterSplit, splitFrontmatter } from "./format/split-frontmatter.ts";
export type {
  FixSkillResult,
  FrontmatterValue,
  LintSkillOptions,
  ParseSkillOptions,
  ParseSkillResult,
  RuleSettings,
  SkillDialect,
  SkillFile,
  SkillManifest,
  SkillProfile,
  ValidateSkillOptions,
} from "./format/types.ts";
export { validateSkillDescription, validateSkillName } from "./format/validate-fields.ts";
export { validateSkill } from "./format/validate-skill.ts";
export { createSkillRegistry, type SkillRegistryOptions } from "./registry/create-skill-registry.ts";
export type { SkillRegistry, SkillResourceGroups } from "./registry/skill-registry.ts";
export type { SkillCandidate, SkillMatch, SkillMatcher, SkillMatchOptions } from "./search/skill-matcher.ts";
export type { Embed } from "./search/embed-texts.ts";
export { embeddingMatcher, type EmbeddingMatcherOptions } from "./search/embedding-matcher.ts";
export type { EmbeddingCache } from "./search/embedding-store.ts";
export { hybridMatcher, type HybridMatcherOptions } from "./search/hybrid-matcher.ts";
export { type LexicalMatcher, lexicalMatcher } from "./search/lexical-matcher.ts";
export type { LexicalMatcherOptions } from "./search/resolve-lexical-options.ts";
export { normalizeResourcePath } from "./source/normalize-resource-path.ts";
export { assertSkillId } from "./source/skill-id.ts";
export type {
  DefinitionsOptions,
  SkillEntry,
  SkillIndexStore,
  SkillListOptions,
  SkillOrigin,
  SkillResource,
  SkillSource,
  SourceCallOptions,
  SourceDiagnostic,
  WatchOptions,
} from "./source/skill-source.ts";
export {
  type SkillFiles,
  type StaticResource,
  type StaticSkill,
  type StaticSkills,
  staticSkillSource,
} from "./source/static-skill-source.ts";
export {
  type MergeSkillSourcesOptions,
  mergeSkillSources,
  type SkillSourceLayer,
} from "./source/merge-skill-sources.ts";
export { filterSkillSource, type FilterSkillSourceOptions } from "./source/filter-skill-source.ts";
export { renameSkillSource } from "./source/rename-skill-source.ts";
export { type CachedSkillSource, cacheSkillSource, type CacheSkillSourceOptions } from "./source/cache-skill-source.ts";
export { fetchSkillSource } from "./source/fetch-skill-source.ts";
export type {
  FetchBody,
  FetchBodyReader,
  FetchFunction,
  FetchInit,
  FetchResponse,
} from "./source/http/fetch-function.ts";
export type { FetchSkillSourceOptions, RequestHeaders, SkillIndexFormat } from "./source/http/resolve-options.ts";
export {
  type SkillStorage,
  type StorageSkillSourceOptions,
  storageSkillSource,
} from "./source/storage-skill-source.ts";
export type { Approval, ApprovalStore } from "./integrity/approval-store.ts";
export { memoryApprovalStore } from "./integrity/memory-approval-store.ts";
export { type PinnableSkill, pinSkillFiles, type PinSkillFilesOptions } from "./integrity/pin-skill-files.ts";
export {
  SIGNATURE_FILE_NAME,
  type SignatureMode,
  type SignaturePolicy,
  type SignatureStatus,
  type SignatureVerdict,
  type SignatureVerifier,
  type SkillToVerify,
} from "./integrity/signature-policy.ts";
export { skillDigest } from "./integrity/skill-digest.ts";
export type { PinnedFile, SkillFileList } from "./integrity/skill-file-list.ts";
export type { SkillActivation } from "./skillset/activate-skill.ts";
export type { AllowSkills } from "./skillset/allow-skills.ts";
export { skillsetFromJSON } from "./skillset/skillset-from-json.ts";
export type { CatalogEntry, CatalogFormat } from "./skillset/catalog-line.ts";
export { collectLoadedSkillNames, type CollectLoadedSkillNamesOptions } from "./skillset/collect-loaded-skill-names.ts";
export type { TokenCounter } from "./skillset/count-tokens.ts";
export {
  createSkillset,
  type CreateSkillsetOptions,
  type LiveSkillsetOptions,
  type SkillBudget,
} from "./skillset/create-skillset.ts";
export { isToolCallAllowed, type ToolCall } from "./skillset/is-tool-call-allowed.ts";
export type { LoadedSkill } from "./skillset/ledger.ts";
export { renderSkillCatalog, type RenderSkillCatalogOptions } from "./skillset/render-catalog.ts";
export type { ApproveScript, ScriptApproval, ScriptApprovalRequest } from "./skillset/run-skill-script-tool.ts";
export { type AllowedTools, scopeToolsToSkill } from "./skillset/scope-tools.ts";
export { toScriptArgs } from "./skillset/script-args.ts";
export type { ScriptRequest, ScriptResult, ScriptRunner, ScriptSkill } from "./skillset/script-runner.ts";
export type { SkillTool, ToolCallOptions, ToolInputSchema } from "./skillset/skill-tool.ts";
export type { CodeToolCall, SkillsetEvents } from "./skillset/skillset-events.ts";
export type { Skillset, SkillsetJson } from "./skillset/skillset.ts";
export type { SkillsetMode } from "./skillset/skillset-mode.ts";
export {
  SKILL_TOOL_PRESETS,
  type SkillToolNames,
  type SkillToolPreset,
  type ToolNaming,
} from "./skillset/tool-names.ts";
export { runToolCall } from "./skillset/run-tool-call.ts";
export { type AnthropicTool, toAnthropicTools } from "./skillset/to-anthropic-tools.ts";
export {
  type OpenAIChatTool,
  type OpenAIResponsesTool,
  toOpenAITools,
  type ToOpenAIToolsOptions,
} from "./skillset/to-openai-tools.ts";
export type { CodeTool, CustomEvent, JsonSchema, ToolContext } from "./code/code-tool.ts";
export {
  type ConfigurableSkill,
  configurableSkill,
  isConfigurable,
  loadConfigurableSkill,
  type SkillFactory,
} from "./code/configurable-skill.ts";
export { type AgentDefinition, defineAgent } from "./code/define-agent.ts";
export { type DefinedSkill, defineSkill, type TypedSkillDefinition } from "./code/define-skill.ts";
export { objectToolset } from "./code/object-toolset.ts";
export type {
  LifespanContext,
  SkillDefinition,
  SkillLifespan,
  SkillModel,
  SkillStateDefinition,
  SkillThinking,
} from "./code/skill-definition.ts";
export type { SkillHandle } from "./code/skill-handle.ts";
export { type StateMetadata, stateMetadata } from "./code/state-metadata.ts";
export { applyStatePatch, diffStates } from "./code/state/patch.ts";
export type { RestoreResult, SkillState, StateOperation, StatePatch, StateSnapshot } from "./code/state/skill-state.ts";
export type { SubagentRequest, SubagentResult, SubagentRunner } from "./code/subagent-runner.ts";
export type { PlainTool, PlainTools, Toolset, ToolsetCallOptions, ToolsetTool } from "./code/toolset.ts";
export { pinnedSkillSource, type SkillPins } from "./integrity/pinned-skill-source.ts";
export { JsonSyntaxError, locateJson, type LocatedJson } from "./json/locate-json.ts";
