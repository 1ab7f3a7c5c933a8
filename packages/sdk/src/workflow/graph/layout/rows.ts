import type { LayeredItem, Layers } from "./layered-item.ts";

/** Where layers are on the page. */
export interface Rows {
  readonly height: number;
  topOf(item: LayeredItem): number;
  rowTop(rank: number): number;
  rowBottom(rank: number): number;
  /** A free height below a row for the n-th edge that leads back, and one above. */
  below(rank: number, edge: number): number;
  above(rank: number, edge: number): number;
}

const gap = 18;
const track = 8;

/** Heights of rows, with tracks in the gaps for edges that lead back; `returning` are their ranks, from and to. */
export function rowsOf(layers: Layers, returning: readonly (readonly number[])[]): Rows {
  const below = tracksOf(returning.map(([from = 0]) => from));
  const above = tracksOf(returning.map(([, to = 0]) => to));
  const tops: number[] = [];
  const bottoms: number[] = [];
  let y = 12;
  for (const [rank, layer] of layers.entries()) {
    const incoming = above.count(rank);
    if (incoming > 0) y += (incoming + 1) * track;
    tops.push(y);
    y += Math.max(0, ...layer.map(({ height }) => height));
    bottoms.push(y);
    const outgoing = below.count(rank);
    if (outgoing > 0) y += (outgoing + 1) * track;
    if (rank < layers.length - 1) y += gap;
  }
  const rowTop = (rank: number): number => tops[rank] ?? 0;
  const rowBottom = (rank: number): number => bottoms[rank] ?? 0;
  return {
    height: y,
    rowTop,
    rowBottom,
    topOf: ({ rank, height }) => (rowTop(rank) + rowBottom(rank) - height) / 2,
    below: (rank, edge) => rowBottom(rank) + (below.place(edge) + 1) * track,
    above: (rank, edge) => rowTop(rank) - (above.place(edge) + 1) * track - 4,
  };
}

function tracksOf(ranks: readonly number[]): { count(rank: number): number; place(edge: number): number } {
  return {
    count: (rank) => ranks.filter((other) => other === rank).length,
    place: (edge) => ranks.slice(0, edge).filter((other) => other === ranks[edge]).length,
  };
}
