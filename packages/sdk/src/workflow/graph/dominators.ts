/** A way from one node to another; more is not needed here. */
export interface Arc {
  readonly from: string;
  readonly to: string;
}

/** Targets by node. */
export function targetsOf(arcs: readonly Arc[]): ReadonlyMap<string, readonly string[]> {
  const targets = new Map<string, string[]>();
  for (const { from, to } of arcs) {
    const list = targets.get(from);
    if (list === undefined) targets.set(from, [to]);
    else if (!list.includes(to)) list.push(to);
  }
  return targets;
}

/** Everything that can be reached from a node, the node included. */
export function reachableFrom(start: string, arcs: readonly Arc[]): ReadonlySet<string> {
  const targets = targetsOf(arcs);
  const seen = new Set([start]);
  for (const node of seen) for (const next of targets.get(node) ?? []) seen.add(next);
  return seen;
}

/** For each node that can be reached: what every way from the entry to it passes, itself included. */
export function dominatorsOf(entry: string, arcs: readonly Arc[]): ReadonlyMap<string, ReadonlySet<string>> {
  const reachable = reachableFrom(entry, arcs);
  const sources = targetsOf(
    arcs.filter(({ from }) => reachable.has(from)).map(({ from, to }) => ({ from: to, to: from })),
  );
  const dominators = new Map<string, ReadonlySet<string>>([[entry, new Set([entry])]]);
  for (let changed = true; changed;) {
    changed = false;
    for (const node of reachable) {
      if (node === entry) continue;
      const known = (sources.get(node) ?? []).flatMap((source) => dominators.get(source) ?? []);
      const [first, ...rest] = known;
      if (first === undefined) continue;
      const common = new Set([...first].filter((name) => rest.every((set) => set.has(name)))).add(node);
      if (common.size === dominators.get(node)?.size) continue;
      dominators.set(node, common);
      changed = true;
    }
  }
  return dominators;
}
