import type { WorkflowGraph } from "../graph/graph-data.ts";

type Names = ReadonlySet<string>;

interface Way {
  readonly from: string;
  readonly to: string;
  /** What the step at its beginning leaves; nothing if it failed. */
  readonly leaves: readonly string[];
}

function waysOf({ edges }: WorkflowGraph): readonly Way[] {
  return edges.map(({ from, to, reason }) => ({
    from,
    to,
    leaves: reason === "error" ? [] : [from.replace(/^subskill:/, "")],
  }));
}

/** Steps that have surely run when a step is shown: what every way from the entry there has in common. */
export function sureResults(graph: WorkflowGraph): ReadonlyMap<string, Names> {
  const ways = waysOf(graph);
  const sure = new Map<string, Names>([[graph.entry, new Set()]]);
  for (let changed = true; changed;) {
    changed = false;
    for (const { to } of ways) {
      if (to === graph.entry) continue;
      const common = meet(
        ways.filter((way) => way.to === to),
        sure,
      );
      if (common === undefined || common.size === sure.get(to)?.size) continue;
      sure.set(to, common);
      changed = true;
    }
  }
  return sure;
}

/** The same as the compiler sees it, which knows at each step only the ways from steps declared before it. */
export function declaredResults(graph: WorkflowGraph): ReadonlyMap<string, Names> {
  const ways = waysOf(graph);
  const sure = new Map<string, Names>();
  for (const { id, kind } of graph.nodes) if (kind === "subskill") sure.set(id, new Set());
  for (const { id, kind } of graph.nodes) {
    if (kind === "subskill") continue;
    sure.set(
      id,
      meet(
        ways.filter(({ from, to }) => to === id && from !== id),
        sure,
      ) ?? new Set(),
    );
  }
  return sure;
}

function meet(ways: readonly Way[], sure: ReadonlyMap<string, Names>): Names | undefined {
  const sets = ways.flatMap(({ from, leaves }) => {
    const names = sure.get(from);
    return names === undefined ? [] : [new Set([...names, ...leaves])];
  });
  const [first, ...rest] = sets;
  return first && new Set([...first].filter((name) => rest.every((set) => set.has(name))));
}
