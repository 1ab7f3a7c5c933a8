import { inspect } from "node:util";
import { expect } from "vitest";
import { SkillError } from "../../../src/core/errors.ts";

/** What no attack may get to see, in whole or in part. */
export const secret = "TOP-SECRET-7f3a9c";

/** Everything that an answer or an error says, to whoever looks. */
export function allText(value: unknown): string {
  if (typeof value === "string") return value;
  if (value instanceof Uint8Array) return new TextDecoder("latin1").decode(value);
  const parts = [inspect(value, { depth: 10, showHidden: true, maxStringLength: null }), JSON.stringify(value) ?? ""];
  if (value instanceof Error) parts.push(value.message, value.stack ?? "", allText(value.cause ?? ""));
  return parts.join("\n");
}

/** What a call comes to, with nothing of the secret in it. */
export async function outcome(call: () => Promise<unknown>): Promise<unknown> {
  const result = await call().catch((error: unknown) => error);
  expect(allText(result)).not.toContain(secret);
  return result;
}

/** Expects a refusal with one of these codes, and nothing of the secret in it. */
export async function expectRefusal(call: () => Promise<unknown>, codes: readonly string[]): Promise<void> {
  const result = await outcome(call);
  expect(SkillError.is(result), `expected an error, not ${inspect(result)}`).toBe(true);
  expect(codes).toContain((result as SkillError).code);
}
