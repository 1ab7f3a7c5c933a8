import { SkillError } from "../../core/errors.ts";
import { createJsonReader } from "../project/json-reader.ts";
import { formatLock } from "./format-lock.ts";
import type { Lock } from "./lock.ts";
import { lockProblem } from "./lock-problem.ts";

/**
 * Reads a `tradecraft.lock`. Throws `lock-invalid` for anything that it does not understand in full: a lock that is
 * ignored, mended or replaced in silence pins nothing.
 */
export function parseLock(text: string, file = "tradecraft.lock"): Lock {
  return readLock(text, file).lock;
}

/** As `parseLock`; also says whether the text is the one that Tradecraft writes, but for line endings. */
export function readLock(
  text: string,
  file = "tradecraft.lock",
): { readonly lock: Lock; readonly isCanonical: boolean } {
  const plain = text.replaceAll("\r\n", "\n");
  const quick = parseJson(plain);
  // What Tradecraft wrote is what Tradecraft would write: no second key of the same name hides in it.
  if (quick !== undefined && lockProblem(quick) === undefined && formatLock(quick as Lock) === plain)
    return { lock: quick as Lock, isCanonical: true };
  const reader = createJsonReader(plain);
  const [syntax] = reader.diagnostics;
  if (syntax !== undefined) throw refused(file, syntax.line, syntax.column, syntax.message);
  const problem = lockProblem(reader.value);
  if (problem === undefined) return { lock: reader.value as Lock, isCanonical: false };
  reader.note("project-value-invalid", problem.path, problem.message);
  const { line, column, message } = reader.diagnostics[0] ?? { line: 1, column: 1, message: problem.message };
  throw refused(file, line, column, message);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function refused(file: string, line: number, column: number, reason: string): SkillError {
  const message = `${file}:${line}:${column}: ${reason} The lock is left as it is; restore it, or delete it to pin everything again.`;
  return new SkillError("lock-invalid", message, { facts: { file, line, column } });
}
