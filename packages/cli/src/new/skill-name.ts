import { validateSkillName } from "@tradecraft/sdk";

/** A name as skills have it, or what is wrong with it. */
export type CheckedName =
  | { readonly name: string; readonly warnings: readonly string[] }
  | {
      readonly code: string;
      readonly message: string;
      /** A valid name that is near. */
      readonly suggestion: string | undefined;
    };

const device = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

/** Checks the name that somebody gave a skill. */
export function checkSkillName(given: string): CheckedName {
  const problems = validateSkillName(given);
  const error = problems.find(({ severity }) => severity === "error");
  if (error !== undefined) return { code: error.code, message: error.message, suggestion: nearestName(given) };
  // Names are compared in this form, and the folder must be called as the skill is.
  const name = given.trim().normalize("NFKC");
  if (device.test(name)) {
    const message = `"${name}" is the name of a device on Windows, where no folder can be called so.`;
    return { code: "name-device", message, suggestion: `${name}-skill` };
  }
  return { name, warnings: problems.map(({ message }) => message) };
}

function nearestName(given: string): string | undefined {
  const words = given
    .normalize("NFKC")
    // What was camelCase is words with hyphens.
    .replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1-$2")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-/, "");
  const name = [...words].slice(0, 64).join("").replace(/-$/, "");
  return validateSkillName(name).some(({ severity }) => severity === "error") ? undefined : name;
}
