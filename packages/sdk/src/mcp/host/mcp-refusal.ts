import { SkillError, type SkillErrorCode, type SkillErrorFacts } from "../../core/errors.ts";

/** Why something of an MCP server is not used, and the code of the error that says so; part of the public API. */
export const MCP_REFUSALS = {
  // The server as a whole.
  "not-connected": "source-unavailable",
  "request-failed": "source-unavailable",
  "request-late": "source-unavailable",
  "result-invalid": "source-unavailable",
  "result-incomplete": "source-unavailable",
  "cursor-invalid": "source-unavailable",
  "cursor-repeated": "source-unavailable",
  "pages-endless": "source-unavailable",
  "pages-late": "source-unavailable",
  "skills-too-many": "source-unavailable",
  "extension-missing": "source-unavailable",
  // One entry.
  "entry-invalid": "skill-invalid",
  "entry-other": "skill-invalid",
  "uri-invalid": "skill-invalid",
  "uri-scheme": "skill-invalid",
  "uri-traversal": "skill-invalid",
  "uri-not-skill": "skill-invalid",
  "uri-repeated": "skill-invalid",
  "frontmatter-invalid": "skill-invalid",
  "frontmatter-large": "skill-invalid",
  "name-invalid": "skill-invalid",
  "name-mismatch": "skill-invalid",
  "description-invalid": "skill-invalid",
  "hidden-text": "skill-invalid",
  "manifest-missing": "skill-invalid",
  "manifest-dynamic": "skill-invalid",
  "manifest-incomplete": "skill-invalid",
  "manifest-file": "skill-invalid",
  "manifest-digest": "skill-invalid",
  "manifest-size": "skill-invalid",
  "manifest-outside": "skill-invalid",
  "manifest-path": "skill-invalid",
  "manifest-repeated": "skill-invalid",
  "manifest-collision": "skill-invalid",
  "files-too-many": "skill-invalid",
  "files-too-large": "skill-invalid",
  "index-type": "skill-invalid",
  // One file.
  "file-unlisted": "resource-missing",
  "file-gone": "resource-missing",
  "skill-gone": "file-missing",
  "file-size": "digest-mismatch",
  "file-digest": "digest-mismatch",
  "file-frontmatter": "digest-mismatch",
  "skill-changed": "digest-mismatch",
  "content-missing": "source-unavailable",
  "content-ambiguous": "source-unavailable",
  "content-invalid": "source-unavailable",
  "content-encoding": "source-unavailable",
  "content-large": "file-too-large",
  "budget-spent": "file-too-large",
  "skill-not-text": "file-not-text",
  // A person's no.
  "load-denied": "approval-denied",
} as const;

/** Literal reason of a refusal; the fact `reason` of the error. */
export type McpRefusal = keyof typeof MCP_REFUSALS;

const codes: Readonly<Record<McpRefusal, SkillErrorCode>> = MCP_REFUSALS;

/** The error for a refusal. */
export function refusal(reason: McpRefusal, message: string, facts: SkillErrorFacts = {}, cause?: unknown): SkillError {
  return new SkillError(codes[reason], message, { facts: { reason, ...facts }, cause });
}

/** The reason of an error made by `refusal`; undefined for others. */
export function refusalOf(error: unknown): McpRefusal | undefined {
  const reason = SkillError.is(error) ? error.facts["reason"] : undefined;
  return typeof reason === "string" && Object.hasOwn(MCP_REFUSALS, reason) ? (reason as McpRefusal) : undefined;
}
