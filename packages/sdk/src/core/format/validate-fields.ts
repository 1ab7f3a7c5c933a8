import type { Diagnostic } from "../diagnostic.ts";
import { DIAGNOSTIC_CODES } from "./codes.ts";
import { descriptionProblems, vendorDescriptionProblems } from "./rules/description-rules.ts";
import { type FieldProblem, nameProblems, vendorNameProblems } from "./rules/name-rules.ts";

/** What is wrong with a name; empty if nothing is. Vendors' reserved words are warnings. */
export function validateSkillName(name: string): Diagnostic[] {
  return toDiagnostics("name", [...nameProblems(name), ...vendorNameProblems(name)]);
}

/** What is wrong with a description; empty if nothing is. Vendors' rules are warnings. */
export function validateSkillDescription(description: string): Diagnostic[] {
  return toDiagnostics("description", [...descriptionProblems(description), ...vendorDescriptionProblems(description)]);
}

function toDiagnostics(field: string, problems: readonly FieldProblem[]): Diagnostic[] {
  return problems.map(({ code, message }) => ({ code, severity: DIAGNOSTIC_CODES[code].spec, message, field }));
}
