import { SkillError, type SkillErrorFacts } from "../../errors.ts";
import { showUrl } from "./safe-url.ts";

/** Why no answer came that could be used. */
export interface HttpFailureOptions {
  readonly status?: number;
  /** How long the server asks to wait. */
  readonly retryAfter?: number | undefined;
  /** True when the same question may be answered later. */
  readonly transient?: boolean;
  readonly reason?: string | undefined;
  readonly cause?: unknown;
}

/** A `SkillError` (`source-unavailable`) that knows whether asking again makes sense. */
export class HttpFailure extends SkillError {
  readonly transient: boolean;
  readonly retryAfter: number | undefined;
  readonly status: number | undefined;
  /** The same in a few words, to follow "because". */
  readonly what: string;

  constructor(url: URL, what: string, options: HttpFailureOptions = {}) {
    const { status, reason, cause } = options;
    const facts: SkillErrorFacts = {
      url: showUrl(url),
      ...(status === undefined ? {} : { status }),
      ...(reason === undefined ? {} : { reason }),
    };
    super("source-unavailable", `${showUrl(url)}: ${what}.`, { facts, ...(cause === undefined ? {} : { cause }) });
    this.what = what;
    this.status = status;
    this.retryAfter = options.retryAfter;
    this.transient = options.transient ?? false;
  }
}

/** The failure of a request that got no answer. The error itself is dropped: it may quote header values. */
export function networkFailure(url: URL, error: unknown): HttpFailure {
  const reason = systemCode(error);
  const what = `the server could not be reached${reason === undefined ? "" : ` (${reason})`}`;
  return new HttpFailure(url, what, { transient: true, reason });
}

/** `ECONNREFUSED` and the like, from an error or what caused it. */
function systemCode(error: unknown, depth = 0): string | undefined {
  if (typeof error !== "object" || error === null || depth > 3) return undefined;
  if ("code" in error && typeof error.code === "string" && /^[A-Z][A-Z0-9_]{2,40}$/.test(error.code)) return error.code;
  return "cause" in error ? systemCode(error.cause, depth + 1) : undefined;
}
