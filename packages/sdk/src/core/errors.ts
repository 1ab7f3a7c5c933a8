const marker = Symbol.for("tradecraft.skill-error");

/** Every code a `SkillError` can carry; part of the public API. */
export const SKILL_ERROR_CODES = [
  "file-missing",
  "file-unreadable",
  "file-unwritable",
  "file-too-large",
  "file-not-text",
  "edit-overlap",
  "frontmatter-unreadable",
  "path-refused",
  "skill-unknown",
  "skill-invalid",
  "resource-missing",
  "source-unavailable",
  "digest-mismatch",
  "embedding-invalid",
  "watch-unsupported",
  "skillset-invalid",
  "runtime-unsupported",
  "package-missing",
  "options-invalid",
  "script-refused",
  "script-unavailable",
  "sandbox-unavailable",
  "approval-denied",
  "state-invalid",
  "state-conflict",
  "tool-failed",
  "toolset-unavailable",
  "request-limit",
  "subagent-failed",
  "lifespan-failed",
  "not-configurable",
  "agent-invalid",
  "workflow-invalid",
  "session-conflict",
  "session-unknown",
  "session-invalid",
  "project-invalid",
  "lock-invalid",
  "lock-outdated",
  "archive-refused",
  "sync-busy",
  "sync-conflict",
  "signature-missing",
  "signature-invalid",
  "signature-untrusted",
  "signature-unchecked",
  "signing-unavailable",
] as const;

/** Literal reason of a `SkillError`. */
export type SkillErrorCode = (typeof SKILL_ERROR_CODES)[number];

/** What a `SkillError` says beyond its message: facts that are safe to log. */
export type SkillErrorFacts = Readonly<Record<string, string | number | boolean>>;

/** A broken promise (a missing file, a refused path), as opposed to bad content, which is a `Diagnostic`. */
export class SkillError extends Error {
  override readonly name: string = "SkillError";
  readonly code: SkillErrorCode;
  readonly facts: SkillErrorFacts;

  constructor(
    code: SkillErrorCode,
    message: string,
    options: { readonly facts?: SkillErrorFacts; readonly cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.facts = options.facts ?? {};
    Object.defineProperty(this, marker, { value: true });
  }

  /** True for a `SkillError` of any copy of this package, and of the given code if one is named. */
  static is<Code extends SkillErrorCode>(error: unknown, code?: Code): error is SkillError & { readonly code: Code } {
    if (typeof error !== "object" || error === null || !(marker in error) || !("code" in error)) return false;
    return code === undefined || error.code === code;
  }

  /** Code, message and facts; never the stack or the cause. */
  toJSON(): { code: SkillErrorCode; message: string; facts: SkillErrorFacts } {
    return { code: this.code, message: this.message, facts: this.facts };
  }
}
