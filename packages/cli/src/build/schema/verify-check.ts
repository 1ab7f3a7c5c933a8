import { isDeepStrictEqual } from "node:util";
import { type Check, messageOfFailure, type Preset, runCheck } from "@tradecraft/sdk/workflow/prepared";
import { sampleValues } from "./sample-values.ts";

interface Validates {
  readonly "~standard": {
    validate(data: unknown): { readonly issues?: ArrayLike<{ readonly message: string }>; readonly value?: unknown };
  };
}

/**
 * Whether a check says what ArkType says, on values made for it: what it accepts, what it makes of it, which messages it
 * gives. It is made from ArkType's insides, and those may change.
 */
export function verifyCheck(check: Check, type: unknown, presets: Readonly<Record<string, Preset>>): boolean {
  return sampleValues(check).every((sample) => {
    const ours = runCheck(check, structuredClone(sample), presets);
    const theirs = (type as Validates)["~standard"].validate(structuredClone(sample));
    if (!theirs.issues) return "value" in ours && isDeepStrictEqual(ours.value, theirs.value);
    return (
      "failures" in ours &&
      isDeepStrictEqual(
        ours.failures.map(messageOfFailure),
        Array.from(theirs.issues, ({ message }) => message),
      )
    );
  });
}
