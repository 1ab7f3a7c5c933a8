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
  SkillEntry,
  SkillIndexStore,
  SkillListOptions,
  SkillResource,
  SkillSource,
  SourceCallOptions,
  SourceDiagnostic,
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
export { filterSkillSource } from "./source/filter-skill-source.ts";
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
