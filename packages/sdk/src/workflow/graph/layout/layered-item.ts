/** Something with a place in a layer: a box, a label, or a bend of a long edge. */
export interface LayeredItem {
  readonly id: string;
  readonly width: number;
  readonly height: number;
  /** Free room on its right. */
  readonly margin: number;
  rank: number;
  /** Its middle. */
  x: number;
}

/** A piece of an edge between neighbouring layers. */
export interface LayeredLink {
  readonly from: string;
  readonly to: string;
}

/** Layers from top to bottom, each from left to right. */
export type Layers = LayeredItem[][];

/** Neighbours by item, in one direction. */
export function neighboursOf(links: readonly LayeredLink[], side: "above" | "below"): ReadonlyMap<string, string[]> {
  const neighbours = new Map<string, string[]>();
  for (const { from, to } of links) {
    const [item, other] = side === "above" ? [to, from] : [from, to];
    const list = neighbours.get(item);
    if (list === undefined) neighbours.set(item, [other]);
    else list.push(other);
  }
  return neighbours;
}
