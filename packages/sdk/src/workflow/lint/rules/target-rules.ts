import { closestWord } from "../../../core/format/rules/closest-word.ts";
import { reachableFrom } from "../../graph/dominators.ts";
import { TERMINAL_ID } from "../../graph/graph-data.ts";
import { cyclesOf } from "../../graph/cycles.ts";
import type { LintCheck } from "../lint-context.ts";
import { type LintDiagnostic, lintDiagnostic } from "../lint-diagnostic.ts";
import { sourceOf } from "../source-of.ts";

const fields = {
  next: "next",
  branch: "next",
  function: "next",
  return: "next",
  error: "onError",
  "max-visits": "onMaxVisits",
} as const;

/** Targets that are nowhere, the entry among them. */
export const checkTargets: LintCheck = ({ definition, graph }) => {
  const names = graph.nodes.map(({ id }) => id).filter((id) => id !== TERMINAL_ID);
  const hint = (target: string): { hint?: string } => {
    const meant = closestWord(target, names, 2) ?? names.find((name) => name.endsWith(`:${target}`));
    return meant === undefined ? {} : { hint: `Did you mean "${meant}"?` };
  };
  const found: LintDiagnostic[] = [];
  if (!Object.hasOwn(definition.steps, definition.entry)) {
    const message = `The entry "${definition.entry}" is not a step.`;
    found.push(lintDiagnostic("unknown-step", message, hint(definition.entry)));
  }
  const inCycle = new Set(cyclesOf(names, graph.edges).flat());
  for (const { from, target, reason, inferred } of graph.unresolved) {
    // The guard of a loop has its own rule.
    if (reason === "max-visits" && inCycle.has(from)) continue;
    // A function was called with values that may never come; what it says in so many words is certain.
    const certain = inferred !== true || sourceOf(definition.steps[from]?.next).includes(target);
    const message = `\`${fields[reason]}\` of "${from}" leads to "${target}", which does not exist.`;
    found.push(
      lintDiagnostic("unknown-step", message, {
        severity: certain ? "error" : "warning",
        step: from,
        ...hint(target),
      }),
    );
  }
  return found;
};

/** Steps that nothing leads to. */
export const checkReachable: LintCheck = ({ definition, graph }) => {
  // A sub-skill may also be started by itself.
  const starts = [definition.entry, ...Object.keys(definition.subskills).map((name) => `subskill:${name}`)];
  const reachable = new Set(starts.flatMap((start) => [...reachableFrom(start, graph.edges)]));
  // Nobody knows where such a function leads.
  if (graph.opaque.some((id) => reachable.has(id))) return [];
  // A wrong name elsewhere is the cause, and was reported.
  if (graph.unresolved.some(({ from }) => reachable.has(from)) || !Object.hasOwn(definition.steps, definition.entry))
    return [];
  return Object.keys(definition.steps)
    .filter((name) => !reachable.has(name))
    .map((name) =>
      lintDiagnostic("unreachable-step", `No way leads from "${definition.entry}" to "${name}".`, { step: name }),
    );
};

/** Steps with no way on at all, and branches that may all be refused. */
export const checkWaysOn: LintCheck = ({ definition }) =>
  [
    ...Object.entries(definition.steps).map(([name, { next }]) => ({
      name,
      step: name,
      next: next as typeof next | undefined,
    })),
    ...Object.entries(definition.subskills).flatMap(([name, { next }]) =>
      next === undefined ? [] : [{ name: `subskill:${name}`, step: `subskill:${name}`, next }],
    ),
  ].flatMap(({ name, step, next }): LintDiagnostic[] => {
    if (next === undefined || next === null || (Array.isArray(next) && next.length === 0)) {
      const message = `"${name}" has no way on; the end is \`terminal\`.`;
      return [lintDiagnostic("terminal-missing", message, { step })];
    }
    if (!Array.isArray(next) || next.at(-1)?.when === undefined) return [];
    const message = `Every branch of "${name}" has a condition: an answer that meets none of them stops the run.`;
    return [lintDiagnostic("missing-default-branch", message, { step, hint: "Leave `when` out of the last branch." })];
  });

/** Actions that cannot be taken back, without a step for their failure. */
export const checkDestructive: LintCheck = ({ definition, graph }) =>
  graph.nodes
    .filter(({ id, destructive }) => destructive && definition.steps[id]?.onError === undefined)
    .filter(({ hasAction }) => hasAction)
    .map(({ id }) =>
      lintDiagnostic(
        "destructive-without-on-error",
        `The action of "${id}" is destructive, and nothing is said of where its failure leads.`,
        { step: id, hint: "Name a step in `onError` that looks at what was done." },
      ),
    );
