import type { GraphEdge, GraphNode, WorkflowGraph } from "../graph-data.ts";
import { boxSize, cutLabel, GROUP_PADDING, GROUP_TITLE, LABEL_HEIGHT, type Size, textWidth } from "./box-size.ts";
import { assignLanes } from "./assign-lanes.ts";
import type { LayeredItem, LayeredLink, Layers } from "./layered-item.ts";
import { orderLayers } from "./order-layers.ts";
import { placeItems } from "./place-items.ts";
import { backEdges, longestPathRanks } from "./rank-nodes.ts";
import { type RoutedEdge, routeBackEdge, routeEdge, routeSelfLoop } from "./route-edges.ts";
import { type Rows, rowsOf } from "./rows.ts";
import { straightenChains } from "./straighten-chains.ts";

/** A node of a picture: one of the graph, the beginning, or a target that is nowhere. */
export type BoxNode = Omit<GraphNode, "kind"> & { readonly kind: GraphNode["kind"] | "start" | "missing" };

/** A node with its place; `x` and `y` are its upper left corner. */
export interface Box extends Size {
  readonly node: BoxNode;
  readonly x: number;
  readonly y: number;
  /** The picture in it, and where. */
  readonly inner?: { readonly layout: GraphLayout; readonly x: number; readonly y: number };
}

/** A picture: everything in it has its place. */
export interface GraphLayout extends Size {
  readonly boxes: readonly Box[];
  readonly edges: readonly RoutedEdge[];
}

const START = "__start__";
const margin = 12;

/** Places a graph in layers, from top to bottom. The same graph gives the same picture. */
export function layoutGraph(graph: WorkflowGraph): GraphLayout {
  const { nodes, edges } = drawn(graph);
  const inner = new Map(
    nodes.flatMap(({ id, graph: own }) => (own === undefined ? [] : [[id, layoutGraph(own)] as const])),
  );
  const loops = edges.filter(({ from, to }) => from === to);
  const others = edges.filter(({ from, to }) => from !== to);
  const ids = nodes.map(({ id }) => id);
  const back = backEdges(START, ids, others);
  const forward = others.filter((edge) => !back.has(edge));
  const ranks = longestPathRanks(ids, forward);

  const items = new Map<string, LayeredItem>();
  const add = (id: string, rank: number, size: Size, free = 0): LayeredItem => {
    const item = { id, rank, x: 0, margin: free, ...size };
    items.set(id, item);
    return item;
  };
  for (const node of nodes) {
    const size = node.kind === "start" ? { width: 14, height: 14 } : boxSize(node as GraphNode, inner.get(node.id));
    const loop = loops.find(({ from }) => from === node.id);
    // Ranks are doubled, so that labels have rows of their own between those of the nodes.
    add(node.id, 2 * (ranks.get(node.id) ?? 0), size, loop === undefined ? 0 : 26 + labelWidth(loop));
  }
  const links: LayeredLink[] = [];
  const chains = new Map<GraphEdge, LayeredItem[]>();
  for (const [index, edge] of forward.entries()) {
    const first = 2 * (ranks.get(edge.from) ?? 0) + 1;
    const last = 2 * (ranks.get(edge.to) ?? 0) - 1;
    const bends = Array.from({ length: last - first + 1 }, (_, step) => {
      const labelled = step === 0 && edge.label !== undefined;
      const size = labelled ? { width: labelWidth(edge) + 8, height: LABEL_HEIGHT } : { width: 4, height: 0 };
      return add(`\n${index}.${step}`, first + step, size);
    });
    chains.set(edge, bends);
    const chain = [edge.from, ...bends.map(({ id }) => id), edge.to];
    for (const [step, to] of chain.slice(1).entries()) links.push({ from: chain[step] ?? "", to });
  }

  const depth = Math.max(...[...items.values()].map(({ rank }) => rank)) + 1;
  const unordered: Layers = Array.from({ length: depth }, () => []);
  for (const item of items.values()) unordered[item.rank]?.push(item);
  const layers = orderLayers(unordered, links);
  placeItems(layers, links);
  straightenChains(layers, chains.values());
  const left = Math.min(...[...items.values()].map(({ x, width }) => x - width / 2));
  for (const item of items.values()) item.x += margin - left;

  const returning = [...back].toSorted((a, b) => span(a, ranks) - span(b, ranks));
  const rows = rowsOf(
    layers,
    returning.map(({ from, to }) => [2 * (ranks.get(from) ?? 0), 2 * (ranks.get(to) ?? 0)]),
  );
  const right = Math.max(...[...items.values()].map(({ x, width, margin: free }) => x + width / 2 + free));
  const lanes = assignLanes(
    returning.map((edge) => ({
      low: ranks.get(edge.to) ?? 0,
      high: ranks.get(edge.from) ?? 0,
      room: labelWidth(edge),
    })),
  );
  const find = (id: string): LayeredItem => items.get(id) ?? add(id, 0, { width: 0, height: 0 });
  const routed: RoutedEdge[] = [
    ...forward.map((edge) => routeEdge(edge, find(edge.from), chains.get(edge) ?? [], find(edge.to), rows)),
    ...loops.map((edge) => routeSelfLoop(edge, find(edge.from), rows)),
  ];
  for (const [index, edge] of returning.entries()) {
    const lane = right + (lanes.offsets[index] ?? 0);
    routed.push(routeBackEdge(edge, find(edge.from), find(edge.to), lane, index, rows));
  }
  const boxes = nodes.map((node) => boxOf(node, find(node.id), inner.get(node.id), rows));
  return {
    width: Math.ceil(right + lanes.width + margin),
    height: Math.ceil(rows.height + margin),
    boxes,
    edges: routed,
  };
}

function boxOf(node: BoxNode, item: LayeredItem, layout: GraphLayout | undefined, rows: Rows): Box {
  const box = { node, x: item.x - item.width / 2, y: rows.topOf(item), width: item.width, height: item.height };
  if (layout === undefined) return box;
  const x = (item.width - layout.width) / 2;
  return { ...box, inner: { layout, x: Math.max(x, GROUP_PADDING), y: GROUP_TITLE } };
}

function drawn(graph: WorkflowGraph): { readonly nodes: readonly BoxNode[]; readonly edges: readonly GraphEdge[] } {
  const plain = { hasPrompt: true, hasAction: false, destructive: false };
  const missing = new Set(graph.unresolved.map(({ target }) => target));
  const nodes: BoxNode[] = [
    { id: START, kind: "start", name: "", ...plain },
    ...graph.nodes,
    ...[...missing].map((target) => ({ id: `?${target}`, kind: "missing" as const, name: `${target}?`, ...plain })),
  ];
  const known = new Set(nodes.map(({ id }) => id));
  const edges: GraphEdge[] = [
    { from: START, to: graph.entry, reason: "next" },
    ...graph.edges,
    ...graph.unresolved.map(({ from, target, reason }) => ({ from, to: `?${target}`, reason })),
  ];
  return { nodes, edges: edges.filter(({ from, to }) => known.has(from) && known.has(to)) };
}

function labelWidth({ label }: GraphEdge): number {
  return label === undefined ? 0 : textWidth(cutLabel(label), 11) + 6;
}

function span({ from, to }: GraphEdge, ranks: ReadonlyMap<string, number>): number {
  return (ranks.get(from) ?? 0) - (ranks.get(to) ?? 0);
}
