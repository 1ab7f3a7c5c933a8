import { type LintCheck, quoteList } from "../lint-context.ts";
import { lintDiagnostic } from "../lint-diagnostic.ts";
import { sourceOf } from "../source-of.ts";
import { declaredResults, sureResults } from "../sure-results.ts";

/** Results that the types promise to a step, and that a way from a later step leads around. */
export const checkLateEdges: LintCheck = ({ definition, graph }) => {
  const declared = declaredResults(graph);
  const sure = sureResults(graph);
  const order = new Map(graph.nodes.map(({ id }, index) => [id, index]));
  return Object.entries(definition.steps).flatMap(([name, config]) => {
    const real = sure.get(name);
    if (real === undefined) return [];
    const source = sourceOf(config);
    // A promise that nobody relies on does no harm.
    const lost = [...(declared.get(name) ?? [])].filter((other) => !real.has(other) && names(source, other));
    if (lost.length === 0) return [];
    const late = graph.edges
      .filter(({ from, to }) => to === name && (order.get(from) ?? 0) > (order.get(name) ?? 0))
      .map(({ from }) => from);
    const around = late.length === 0 ? "" : `, as from ${quoteList(new Set(late))}`;
    const message = `"${name}" can be reached without ${quoteList(lost)}${around}, so what it uses of it may be missing.`;
    const hint = "Declare the step after those that lead to it, or ask `store.steps.ran(…)` first.";
    return [lintDiagnostic("late-edge", message, { step: name, hint })];
  });
};

function names(source: string, step: string): boolean {
  const escaped = step.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  return new RegExp(String.raw`(?<![\w$-])${escaped}(?![\w$-])`, "u").test(source);
}
