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
