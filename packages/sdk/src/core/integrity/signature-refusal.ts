import { SkillError, type SkillErrorCode } from "../errors.ts";
import type { SignatureVerdict } from "./signature-policy.ts";

const codes: Readonly<Record<SignatureVerdict["status"], SkillErrorCode>> = {
  valid: "signature-invalid",
  invalid: "signature-invalid",
  untrusted: "signature-untrusted",
  unsigned: "signature-missing",
  unchecked: "signature-unchecked",
};

/** The refusal of a skill under `require`. */
export function refusal(id: string, { status, code, message }: SignatureVerdict): SkillError {
  return new SkillError(codes[status], `The skill "${id}" is not used: ${message}`, {
    facts: { skill: id, status, reason: code },
  });
}

/** A skill that is too large to be read, or a key that is gone: nobody knows, and nobody says it is valid. */
export function unchecked(error: unknown): SignatureVerdict {
  if (!SkillError.is(error) || error.code === "project-invalid") throw error;
  return { status: "unchecked", code: error.code, message: `The signature was not checked. ${error.message}` };
}

/** The verdict on a file that was read and is not the one that was signed. */
export function notCovered(path: string): SignatureVerdict {
  return {
    status: "invalid",
    code: "files-changed",
    message: `What was read of "${path.slice(0, 200)}" is not what was signed.`,
  };
}
