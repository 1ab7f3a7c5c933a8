import { SkillError, type SkillErrorCode } from "../../core/errors.ts";

/** Throws with the message unless the condition holds. */
export function expectThat(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(message);
}

/** Throws unless both are the same data. */
export function expectEqual(actual: unknown, expected: unknown, what: string): void {
  const [is, should] = [show(actual), show(expected)];
  expectThat(is === should, `${what}\n  expected: ${cut(should)}\n  received: ${cut(is)}`);
}

/** The error that a call rejects with; throws if it does not. */
export async function rejection(call: () => Promise<unknown>, what: string): Promise<unknown> {
  let value: unknown;
  try {
    value = await call();
  } catch (error) {
    return error;
  }
  throw new Error(`${what} must reject; it resolved with ${cut(show(value))}`);
}

/** Throws unless the call rejects with a `SkillError` of one of these codes. */
export async function expectCode(
  call: () => Promise<unknown>,
  codes: readonly SkillErrorCode[],
  what: string,
): Promise<void> {
  const error = await rejection(call, what);
  const ok = SkillError.is(error) && codes.includes(error.code);
  expectThat(ok, `${what} must reject with a SkillError (${codes.join(" or ")}); it rejected with ${describe(error)}`);
}

/** Content as bytes, whichever way the source gave it. */
export function toBytes(content: unknown): Uint8Array {
  if (typeof content === "string") return new TextEncoder().encode(content);
  expectThat(content instanceof Uint8Array, `Content must be a string or a Uint8Array, not ${cut(show(content))}`);
  return new Uint8Array(content);
}

function describe(error: unknown): string {
  if (SkillError.is(error)) return `SkillError ${error.code}: ${error.message}`;
  return error instanceof Error ? `${error.name}: ${error.message}` : show(error);
}

function show(value: unknown): string {
  if (value instanceof Uint8Array) return `bytes ${[...value].join(" ")}`;
  return JSON.stringify(value) ?? String(value);
}

function cut(text: string): string {
  return text.length > 600 ? `${text.slice(0, 600)}… (${text.length} characters)` : text;
}
