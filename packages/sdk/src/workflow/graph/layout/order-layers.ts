import { type LayeredLink, type Layers, neighboursOf } from "./layered-item.ts";

const sweeps = 24;

/** Orders each layer by the average place of its neighbours, down and up again, and keeps the order with the fewest crossings. */
export function orderLayers(layers: Layers, links: readonly LayeredLink[]): Layers {
  const above = neighboursOf(links, "above");
  const below = neighboursOf(links, "below");
  let current = layers;
  let best = layers;
  let fewest = crossings(layers, below);
  for (let sweep = 0; sweep < sweeps && fewest > 0; sweep++) {
    const down = sweep % 2 === 0;
    const next = [...current];
    const order = down ? next.keys() : [...next.keys()].toReversed();
    for (const rank of order) {
      const fixed = next[down ? rank - 1 : rank + 1];
      const layer = next[rank];
      if (fixed === undefined || layer === undefined) continue;
      const place = new Map(fixed.map(({ id }, index) => [id, index]));
      const wish = new Map(layer.map(({ id }, index) => [id, average((down ? above : below).get(id), place) ?? index]));
      next[rank] = layer.toSorted((a, b) => (wish.get(a.id) ?? 0) - (wish.get(b.id) ?? 0));
    }
    current = next;
    const count = crossings(current, below);
    if (count >= fewest) continue;
    fewest = count;
    best = current;
  }
  return best;
}

function average(ids: readonly string[] | undefined, place: ReadonlyMap<string, number>): number | undefined {
  if (ids === undefined || ids.length === 0) return undefined;
  return ids.reduce((sum, id) => sum + (place.get(id) ?? 0), 0) / ids.length;
}

function crossings(layers: Layers, below: ReadonlyMap<string, string[]>): number {
  let count = 0;
  for (const [rank, layer] of layers.entries()) {
    const place = new Map((layers[rank + 1] ?? []).map(({ id }, index) => [id, index]));
    const ends: number[] = [];
    for (const { id } of layer) {
      const own = (below.get(id) ?? []).map((to) => place.get(to) ?? 0);
      for (const end of own) count += ends.filter((other) => other > end).length;
      ends.push(...own);
    }
  }
  return count;
}
