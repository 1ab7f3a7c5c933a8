import type { LayeredItem, Layers } from "./layered-item.ts";

const spacing = 14;

/** Gives the bends of a long edge one x as far down as nothing is in the way, so that it does not waver. */
export function straightenChains(layers: Layers, chains: Iterable<readonly LayeredItem[]>): void {
  for (const chain of chains) {
    if (chain.length < 2) continue;
    let run: LayeredItem[] = [];
    let room = { left: -Infinity, right: Infinity };
    const settle = (): void => {
      const wish = run.reduce((sum, { x }) => sum + x, 0) / run.length;
      for (const item of run) item.x = Math.min(Math.max(wish, room.left), room.right);
    };
    for (const item of chain) {
      const free = roomFor(item, layers[item.rank] ?? []);
      const common = { left: Math.max(room.left, free.left), right: Math.min(room.right, free.right) };
      if (common.left > common.right) {
        settle();
        run = [];
        room = free;
      } else room = common;
      run.push(item);
    }
    settle();
  }
}

function roomFor(item: LayeredItem, layer: readonly LayeredItem[]): { left: number; right: number } {
  const index = layer.indexOf(item);
  const before = layer[index - 1];
  const after = layer[index + 1];
  const half = item.width / 2 + spacing;
  return {
    // What is too near already stays where it is.
    left: before === undefined ? -Infinity : Math.min(before.x + before.width / 2 + before.margin + half, item.x),
    right: after === undefined ? Infinity : Math.max(after.x - after.width / 2 - half, item.x),
  };
}
