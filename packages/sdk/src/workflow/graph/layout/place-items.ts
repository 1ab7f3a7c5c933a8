import { type LayeredItem, type LayeredLink, type Layers, neighboursOf } from "./layered-item.ts";

const passes = 12;
const spacing = 28;

/** Gives each item an x near those of its neighbours, without overlap. */
export function placeItems(layers: Layers, links: readonly LayeredLink[]): void {
  const items = new Map(layers.flat().map((item) => [item.id, item]));
  const above = neighboursOf(links, "above");
  const below = neighboursOf(links, "below");
  for (const layer of layers) settle(layer, new Map());
  for (let pass = 0; pass < passes; pass++) {
    const down = pass % 2 === 0;
    for (const layer of down ? layers : layers.toReversed()) {
      const wishes = layer.map(({ id }): [string, number | undefined] => {
        // The last passes look both ways, so that nothing is left on one side.
        const ids =
          pass < passes - 4 ? (down ? above : below).get(id) : [...(above.get(id) ?? []), ...(below.get(id) ?? [])];
        if (ids === undefined || ids.length === 0) return [id, undefined];
        return [id, ids.reduce((sum, other) => sum + (items.get(other)?.x ?? 0), 0) / ids.length];
      });
      settle(layer, new Map(wishes));
    }
  }
}

interface Block {
  readonly items: LayeredItem[];
  readonly offsets: number[];
  sum: number;
  width: number;
}

/** The places nearest to the wished ones (least squares) that keep order and distance: pooled neighbours move together. */
function settle(layer: readonly LayeredItem[], wishes: ReadonlyMap<string, number | undefined>): void {
  const blocks: Block[] = [];
  let previous: LayeredItem | undefined;
  for (const item of layer) {
    const distance = previous === undefined ? 0 : gap(previous, item);
    const block: Block = { items: [item], offsets: [0], sum: wishes.get(item.id) ?? item.x, width: 0 };
    blocks.push(block);
    merge(blocks, distance);
    previous = item;
  }
  for (const block of blocks) {
    const start = block.sum / block.items.length;
    for (const [index, item] of block.items.entries()) item.x = start + (block.offsets[index] ?? 0);
  }
}

function merge(blocks: Block[], firstDistance: number): void {
  let distance = firstDistance;
  for (;;) {
    const last = blocks.at(-1);
    const before = blocks.at(-2);
    if (last === undefined || before === undefined) return;
    const start = last.sum / last.items.length;
    const end = before.sum / before.items.length + before.width;
    if (start >= end + distance) return;
    blocks.pop();
    const shift = before.width + distance;
    for (const [index, item] of last.items.entries()) {
      before.items.push(item);
      before.offsets.push(shift + (last.offsets[index] ?? 0));
    }
    before.sum += last.sum - shift * last.items.length;
    before.width = shift + last.width;
    const [head] = before.items;
    const neighbour = blocks.at(-2)?.items.at(-1);
    distance = head === undefined || neighbour === undefined ? 0 : gap(neighbour, head);
  }
}

function gap(left: LayeredItem, right: LayeredItem): number {
  return left.width / 2 + left.margin + spacing + right.width / 2;
}
