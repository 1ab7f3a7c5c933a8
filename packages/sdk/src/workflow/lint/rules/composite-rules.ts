import type { LintCheck } from "../lint-context.ts";
import { type LintDiagnostic, lintDiagnostic } from "../lint-diagnostic.ts";

/** Names that meet where sub-skills and topics are used. */
export const checkNames: LintCheck = ({ definition: { steps, subskills, topics } }) => {
  const found: LintDiagnostic[] = Object.keys(steps)
    .filter((name) => name.includes("/"))
    .map((name) =>
      lintDiagnostic(
        "composite-step-name",
        `The name "${name}" holds a slash, which separates a sub-skill from its step.`,
        {
          step: name,
        },
      ),
    );
  const taken = new Map(Object.keys(steps).map((name) => [name.toLowerCase(), `the step "${name}"`]));
  for (const name of Object.keys(subskills)) {
    const other = taken.get(name.toLowerCase());
    if (other !== undefined)
      found.push(lintDiagnostic("composite-duplicate-subskill", `The sub-skill "${name}" has the name of ${other}.`));
    taken.set(name.toLowerCase(), `the sub-skill "${name}"`);
  }
  const seen = new Map<string, string>();
  for (const [name, { label }] of Object.entries(topics)) {
    const other = seen.get(name.toLowerCase()) ?? seen.get(`label ${label.toLowerCase()}`);
    if (other !== undefined)
      found.push(
        lintDiagnostic("composite-duplicate-topic", `The topics "${other}" and "${name}" cannot be told apart.`, {
          hint: "Give them names and labels that differ.",
        }),
      );
    seen.set(name.toLowerCase(), name).set(`label ${label.toLowerCase()}`, name);
  }
  return found;
};
