import { type GraphEdge, TERMINAL_ID } from "../../../workflow/graph/graph-data.ts";

/** An edge, and how often it was taken. */
export interface CoveredEdge extends GraphEdge {
  readonly count: number;
}

/** A step, sub-skill or topic, and how often it was visited. */
export interface CoveredStep {
  readonly step: string;
  readonly count: number;
}

/** Where runs went, and where they did not. */
export interface CoverageReport {
  readonly skill: string;
  readonly runs: number;
  readonly steps: { readonly visited: readonly CoveredStep[]; readonly missed: readonly string[] };
  readonly edges: { readonly taken: readonly CoveredEdge[]; readonly missed: readonly GraphEdge[] };
  /** From 0 to 100; `total` counts steps and edges alike. */
  readonly percent: { readonly steps: number; readonly edges: number; readonly total: number };
  toText(): string;
}

/** A report of what was counted. */
export function coverageReport(counted: {
  readonly name: string;
  readonly runs: number;
  readonly nodes: readonly (readonly [string, number])[];
  readonly edges: readonly { readonly edge: GraphEdge; readonly count: number }[];
}): CoverageReport {
  const visited = counted.nodes.filter(([, count]) => count > 0).map(([step, count]) => ({ step, count }));
  const missedSteps = counted.nodes.filter(([, count]) => count === 0).map(([step]) => step);
  const taken = counted.edges.filter(({ count }) => count > 0).map(({ edge, count }) => ({ ...edge, count }));
  const missedEdges = counted.edges.filter(({ count }) => count === 0).map(({ edge }) => edge);
  const data = {
    skill: counted.name,
    runs: counted.runs,
    steps: { visited, missed: missedSteps },
    edges: { taken, missed: missedEdges },
    percent: {
      steps: percent(visited.length, counted.nodes.length),
      edges: percent(taken.length, counted.edges.length),
      total: percent(visited.length + taken.length, counted.nodes.length + counted.edges.length),
    },
  };
  return { ...data, toText: () => reportText(data) };
}

function reportText({ skill, runs, steps, edges, percent: of }: Omit<CoverageReport, "toText">): string {
  const all = (some: readonly unknown[], rest: readonly unknown[]): string =>
    `${some.length} of ${some.length + rest.length}`;
  return [
    `${skill}: ${of.total} % in ${runs} ${runs === 1 ? "run" : "runs"}`,
    `  steps ${of.steps} % (${all(steps.visited, steps.missed)})`,
    ...steps.missed.map((step) => `    never visited: ${step}`),
    `  edges ${of.edges} % (${all(edges.taken, edges.missed)})`,
    ...edges.missed.map((edge) => `    never taken: ${edgeText(edge)}`),
  ].join("\n");
}

function edgeText({ from, to, label, inferred }: GraphEdge): string {
  const end = to.endsWith(TERMINAL_ID) ? "end" : to;
  return `${from} → ${end}${label === undefined ? "" : ` (${label})`}${inferred ? " (a function decides)" : ""}`;
}

/** Two decimals, and never 100 while something is missing. */
function percent(part: number, whole: number): number {
  return whole === 0 ? 100 : Math.floor((part / whole) * 10_000) / 100;
}
