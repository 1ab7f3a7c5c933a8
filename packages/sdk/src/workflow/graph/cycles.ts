import { type Arc, targetsOf } from "./dominators.ts";

/** Groups of nodes that lead to one another, self-loops among them; each in the order of `nodes`. */
export function cyclesOf(nodes: readonly string[], arcs: readonly Arc[]): readonly (readonly string[])[] {
  const targets = targetsOf(arcs);
  const position = new Map(nodes.map((node, index) => [node, index]));
  const cycles = components(nodes, targets)
    .filter(([first = "", ...others]) => others.length > 0 || targets.get(first)?.includes(first) === true)
    .map((group) => group.toSorted((a, b) => (position.get(a) ?? 0) - (position.get(b) ?? 0)));
  return cycles.toSorted(([a = ""], [b = ""]) => (position.get(a) ?? 0) - (position.get(b) ?? 0));
}

interface Frame {
  readonly node: string;
  next: number;
}

/** Strongly connected components, by Tarjan's algorithm with a stack of its own: a chain of any length fits. */
function components(nodes: readonly string[], targets: ReadonlyMap<string, readonly string[]>): string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();
  const found: string[][] = [];
  const enter = (node: string): Frame => {
    index.set(node, index.size);
    low.set(node, index.size - 1);
    open.push(node);
    isOpen.add(node);
    return { node, next: 0 };
  };
  const lower = (node: string, value: number): void => {
    low.set(node, Math.min(low.get(node) ?? value, value));
  };
  for (const root of nodes) {
    if (index.has(root)) continue;
    const frames = [enter(root)];
    for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
      const target = targets.get(frame.node)?.[frame.next++];
      if (target !== undefined) {
        const seen = index.get(target);
        if (seen === undefined) frames.push(enter(target));
        else if (isOpen.has(target)) lower(frame.node, seen);
        continue;
      }
      frames.pop();
      const parent = frames.at(-1);
      const own = low.get(frame.node) ?? 0;
      if (parent !== undefined) lower(parent.node, own);
      if (own !== index.get(frame.node)) continue;
      const group = open.splice(open.indexOf(frame.node));
      for (const node of group) isOpen.delete(node);
      found.push(group);
    }
  }
  return found;
}
