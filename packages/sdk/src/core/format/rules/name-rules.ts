import { codePointLength, exceedsCodePoints } from "../code-points.ts";
import type { DiagnosticCode } from "../codes.ts";

/** One thing wrong with a field's value. */
export interface FieldProblem {
  readonly code: DiagnosticCode;
  readonly message: string;
}

export const MAX_NAME_LENGTH = 64;

export const NO_PROBLEMS: readonly FieldProblem[] = [];

/** True for what most names are: lower-case ASCII words with single hyphens between them. */
function isOrdinaryName(name: string): boolean {
  let afterHyphen = true;
  for (let at = 0; at < name.length; at++) {
    const code = name.charCodeAt(at);
    if ((code >= 97 && code <= 122) || (code >= 48 && code <= 57)) afterHyphen = false;
    else if (code === 45 && !afterHyphen) afterHyphen = true;
    else return false;
  }
  return !afterHyphen;
}

/** The name as it is compared: trimmed and in Unicode's compatibility composition. */
export function normalizeName(name: string): string {
  return name.trim().normalize("NFKC");
}

/** True if two names are the same once normalised. */
export function isSameName(a: string, b: string): boolean {
  if (a === b) return true;
  // Nothing to normalise in ordinary names, and normalising is slow.
  if (isOrdinaryName(a) && isOrdinaryName(b)) return false;
  return normalizeName(a) === normalizeName(b);
}

/** What the specification has against a name. @see https://agentskills.io/specification#name-field */
export function nameProblems(written: string): readonly FieldProblem[] {
  if (written.length <= MAX_NAME_LENGTH && isOrdinaryName(written)) return NO_PROBLEMS;
  const name = normalizeName(written);
  const problems: FieldProblem[] = [];
  if (name === "")
    return [{ code: "name-empty", message: "The name is empty; give it the name of the skill's folder." }];
  if (exceedsCodePoints(name, MAX_NAME_LENGTH)) {
    const length = codePointLength(name);
    problems.push({
      code: "name-too-long",
      message: `The name has ${length} characters; ${MAX_NAME_LENGTH} are allowed.`,
    });
  }
  if (name !== name.toLowerCase()) {
    problems.push({ code: "name-case", message: `The name must be in lower case: ${name.toLowerCase()}` });
  }
  if (name.startsWith("-") || name.endsWith("-")) {
    problems.push({ code: "name-hyphen-edge", message: "The name may not start or end with a hyphen." });
  }
  if (name.includes("--")) {
    problems.push({ code: "name-hyphen-double", message: "The name may not have two hyphens in a row." });
  }
  const strange = name.match(/[^\p{L}\p{N}-]/gu);
  if (strange !== null) {
    const list = [...new Set(strange)]
      .slice(0, 5)
      .map((character) => JSON.stringify(character))
      .join(", ");
    problems.push({
      code: "name-characters",
      message: `Only letters, digits and hyphens are allowed in the name, not ${list}.`,
    });
  }
  return problems;
}

/** The vendor words a name contains. */
export function vendorNameProblems(name: string): readonly FieldProblem[] {
  const lower = isOrdinaryName(name) ? name : name.toLowerCase();
  const word = lower.includes("claude") ? "claude" : lower.includes("anthropic") ? "anthropic" : undefined;
  if (word === undefined) return NO_PROBLEMS;
  return [
    {
      code: "vendor-reserved-name",
      message: `The name contains "${word}", which Anthropic reserves for its own skills.`,
    },
  ];
}

/** A valid name that is close to the one written; undefined if nothing of it is left. */
export function suggestName(written: string): string | undefined {
  const slug = normalizeName(written)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-");
  const short = [...slug].slice(0, MAX_NAME_LENGTH).join("").replaceAll(/^-|-$/g, "");
  return short !== "" && nameProblems(short).length === 0 ? short : undefined;
}
