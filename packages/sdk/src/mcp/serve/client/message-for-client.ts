import { SkillError } from "../../../core/errors.ts";

/** What a client hears of a failure: what is its own affair, and nothing about this machine. The rest is for `onError`. */
export function messageForClient(
  error: unknown,
  otherwise: string,
  onError: ((error: Error) => void) | undefined,
): string {
  if (SkillError.is(error)) return error.message;
  onError?.(error instanceof Error ? error : new Error(String(error)));
  return otherwise;
}
