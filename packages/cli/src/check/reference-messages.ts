import type { Diagnostic } from "@tradecraft/sdk";
import type { FoundPathProblem } from "@tradecraft/sdk/node";

/** The problem in the Python reference's own words, where it has any. */
export function referenceMessages(problem: FoundPathProblem): Diagnostic[] {
  return problem.diagnostics.map((diagnostic) => {
    if (diagnostic.code === "path-missing") return { ...diagnostic, message: `Path does not exist: ${problem.path}` };
    if (diagnostic.code !== "skill-missing") return diagnostic;
    const message = problem.target === "file" ? `Not a directory: ${problem.path}` : "Missing required file: SKILL.md";
    return { ...diagnostic, message };
  });
}
