/** At most `count` of the items, best first; `before` must be a total order. Costs about one look per item. */
export function bestFirst<Item>(
  items: readonly Item[],
  count: number,
  before: (left: Item, right: Item) => boolean,
): Item[] {
  const order = (left: Item, right: Item): number => (before(left, right) ? -1 : 1);
  if (count >= items.length) return [...items].sort(order);
  // The worst of those kept lies on top of the heap, where a better one takes its place.
  const heap: Item[] = items.slice(0, count);
  for (let root = (count >> 1) - 1; root >= 0; root--) sink(heap, root, before);
  for (let index = count; index < items.length; index++) {
    const item = items[index] as Item;
    if (!before(item, heap[0] as Item)) continue;
    heap[0] = item;
    sink(heap, 0, before);
  }
  return heap.sort(order);
}

function sink<Item>(heap: Item[], from: number, before: (left: Item, right: Item) => boolean): void {
  const item = heap[from] as Item;
  let hole = from;
  for (;;) {
    let child = 2 * hole + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && before(heap[child] as Item, heap[child + 1] as Item)) child++;
    if (before(heap[child] as Item, item)) break;
    heap[hole] = heap[child] as Item;
    hole = child;
  }
  heap[hole] = item;
}
