import type { Arc } from "../dominators.ts";
import { targetsOf } from "../dominators.ts";

/** Edges that lead back to where a walk from the entry came from. */
export function backEdges<Edge extends Arc>(
  entry: string,
  nodes: readonly string[],
  edges: readonly Edge[],
): Set<Edge> {
  const targets = targetsOf(edges);
  const state = new Map<string, "open" | "done">();
  const back = new Set<string>();
  for (const root of [entry, ...nodes]) {
    if (state.has(root)) continue;
    const frames = [{ node: root, next: 0 }];
    state.set(root, "open");
    for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
      const target = targets.get(frame.node)?.[frame.next++];
      if (target === undefined) {
        state.set(frame.node, "done");
        frames.pop();
      } else if (!state.has(target)) {
        state.set(target, "open");
        frames.push({ node: target, next: 0 });
      } else if (state.get(target) === "open") back.add(`${frame.node}\n${target}`);
    }
  }
  return new Set(edges.filter(({ from, to }) => back.has(`${from}\n${to}`)));
}

/** Ranks by the longest way from a root, for edges without cycles. */
export function longestPathRanks(nodes: readonly string[], edges: readonly Arc[]): Map<string, number> {
  const targets = targetsOf(edges);
  const waiting = new Map(nodes.map((node) => [node, 0]));
  for (const list of targets.values()) for (const to of list) waiting.set(to, (waiting.get(to) ?? 0) + 1);
  const ranks = new Map(nodes.map((node) => [node, 0]));
  const ready = nodes.filter((node) => waiting.get(node) === 0);
  for (const node of ready) {
    for (const to of targets.get(node) ?? []) {
      ranks.set(to, Math.max(ranks.get(to) ?? 0, (ranks.get(node) ?? 0) + 1));
      const left = (waiting.get(to) ?? 1) - 1;
      waiting.set(to, left);
      if (left === 0) ready.push(to);
    }
  }
  return ranks;
}
