import { cyclesOf } from "../../graph/cycles.ts";
import { reachableFrom } from "../../graph/dominators.ts";
import { TERMINAL_ID } from "../../graph/graph-data.ts";
import { type LintCheck, quoteList } from "../lint-context.ts";
import { type LintDiagnostic, lintDiagnostic } from "../lint-diagnostic.ts";

/** Loops without an end, and loops without a limit of their own. */
export const checkLoops: LintCheck = ({ definition, graph }) => {
  const { steps } = definition;
  const ids = graph.nodes.map(({ id }) => id);
  const reachable = reachableFrom(definition.entry, graph.edges);
  const found: LintDiagnostic[] = [];
  const closed = new Set<string>();
  for (const cycle of cyclesOf(ids, graph.edges)) {
    const [first = ""] = cycle;
    const after = reachableFrom(first, graph.edges);
    // A wrong name or a function of which nothing is known may be the way out; a topic ends what leads there.
    const maybe = [...after].some(
      (id) => graph.opaque.includes(id) || graph.unresolved.some(({ from }) => from === id),
    );
    if (after.has(TERMINAL_ID) || maybe || [...after].some((id) => id.startsWith("topic:"))) continue;
    for (const id of cycle) closed.add(id);
    if (!reachable.has(first)) continue;
    const inferred = graph.edges.some((edge) => cycle.includes(edge.from) && edge.inferred === true);
    found.push(
      lintDiagnostic("unbounded-loop", `The loop of ${quoteList(cycle)} has no way to the end.`, {
        severity: inferred ? "warning" : "error",
        step: first,
      }),
    );
  }
  for (const cycle of cyclesOf(ids, graph.edges)) found.push(...cycle.flatMap((id) => wrongGuard(id)));
  // Going round a limited step is limited too, so what matters are loops among the others.
  const unguarded = ids.filter((id) => steps[id]?.maxVisits === undefined);
  const between = graph.edges.filter(({ from, to }) => unguarded.includes(from) && unguarded.includes(to));
  for (const cycle of cyclesOf(unguarded, between)) {
    const [first = ""] = cycle;
    if (closed.has(first) || !cycle.some((id) => reachable.has(id))) continue;
    const message = `The loop of ${quoteList(cycle)} has no limit of its own: after 10 visits of a step the run stops.`;
    found.push(
      lintDiagnostic("cycle-guard", message, {
        step: first,
        hint: "Give one of its steps `maxVisits` and `onMaxVisits`.",
      }),
    );
  }
  return found;

  function wrongGuard(id: string): LintDiagnostic[] {
    const { maxVisits, onMaxVisits } = steps[id] ?? {};
    const wrong = (message: string): LintDiagnostic[] => [
      lintDiagnostic("cycle-guard", message, { severity: "error", step: id }),
    ];
    if (maxVisits !== undefined && (!Number.isInteger(maxVisits) || maxVisits < 1))
      return wrong(`\`maxVisits\` of "${id}" must be a whole number of at least 1.`);
    if (onMaxVisits === undefined) return [];
    if (onMaxVisits === id || onMaxVisits === "self")
      return wrong(`\`onMaxVisits\` of "${id}" leads to the very step that must not be visited again.`);
    const lost = graph.unresolved.some(({ from, reason }) => from === id && reason === "max-visits");
    return lost ? wrong(`\`onMaxVisits\` of "${id}" leads to "${onMaxVisits}", which does not exist.`) : [];
  }
};
