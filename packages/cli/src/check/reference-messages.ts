import { basename } from "node:path";
import type { Diagnostic } from "@tradecraft/sdk";
import type { FoundPathProblem } from "@tradecraft/sdk/node";

/** The problem in the Python reference's own words, where it has any. */
export function referenceMessages(problem: FoundPathProblem): Diagnostic[] {
  return problem.diagnostics.map((diagnostic) => {
    if (diagnostic.code === "path-missing") return { ...diagnostic, message: `Path does not exist: ${problem.path}` };
    if (diagnostic.code !== "skill-missing") return diagnostic;
    // It takes the path of a SKILL.md, in any case, for the path of its folder.
    const isFolder = problem.target !== "file" || basename(problem.path).toLowerCase() === "skill.md";
    return {
      ...diagnostic,
      message: isFolder ? "Missing required file: SKILL.md" : `Not a directory: ${problem.path}`,
    };
  });
}
