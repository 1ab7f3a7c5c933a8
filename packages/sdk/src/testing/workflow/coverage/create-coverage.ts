import type { WorkflowDefinition, WorkflowTypes } from "../../../workflow/define/workflow-definition.ts";
import { type GraphEdge, TERMINAL_ID, type WorkflowGraph } from "../../../workflow/graph/graph-data.ts";
import { workflowGraph } from "../../../workflow/graph/workflow-graph.ts";
import type { RunTrace } from "../trace/taken-edges.ts";
import { coverageReport, type CoverageReport } from "./coverage-report.ts";

/** Counts where runs of one workflow went. */
export interface Coverage {
  /** Only runs of this very definition are counted. */
  readonly definition: WorkflowDefinition;
  /** Called by `runSkill`. */
  add(trace: RunTrace): void;
  report(): CoverageReport;
}

/** How coverage is counted. */
export interface CoverageOptions {
  /** Edges that no run is expected to take, such as those that were only guessed from the source of a function. */
  readonly ignore?: (edge: GraphEdge) => boolean;
}

/** Counts which steps, sub-skills and edges runs take: give it to each `runSkill` as `coverage`, then ask for the report. */
export function createCoverage<Types extends WorkflowTypes>(
  definition: WorkflowDefinition<Types>,
  options: CoverageOptions = {},
): Coverage {
  const { nodes, edges } = flattened(workflowGraph(definition as WorkflowDefinition), "");
  const nodeVisits = new Map(nodes.map((node) => [node, 0]));
  const ignore = options.ignore ?? (() => false);
  const counted = new Map(edges.filter((edge) => !ignore(edge)).map((edge) => [keyOf(edge), { edge, count: 0 }]));
  let runs = 0;
  return {
    definition: definition as WorkflowDefinition,
    add: (trace) => {
      runs++;
      for (const node of trace.nodes) nodeVisits.set(node, (nodeVisits.get(node) ?? 0) + 1);
      for (const edge of trace.edges) {
        const known = counted.get(keyOf(edge));
        if (known) known.count++;
        // A function led where nobody would have guessed.
        else if (!ignore(edge)) counted.set(keyOf(edge), { edge, count: 1 });
      }
    },
    report: () => coverageReport({ name: definition.name, runs, nodes: [...nodeVisits], edges: [...counted.values()] }),
  };
}

function keyOf({ from, to, reason, label = "" }: GraphEdge): string {
  return JSON.stringify([from, to, reason, label]);
}

/** The nodes and edges of a graph and of the sub-skills in it, by the names that runs give them. */
function flattened(
  graph: WorkflowGraph,
  prefix: string,
): { readonly nodes: readonly string[]; readonly edges: readonly GraphEdge[] } {
  const nodes: string[] = [];
  const edges = graph.edges.map((edge) => ({ ...edge, from: prefix + edge.from, to: prefix + edge.to }));
  for (const { id, name, graph: inner } of graph.nodes) {
    if (id !== TERMINAL_ID) nodes.push(prefix + id);
    if (!inner) continue;
    const below = flattened(inner, `${prefix}${name}/`);
    nodes.push(...below.nodes);
    edges.push(...below.edges);
  }
  return { nodes, edges };
}
