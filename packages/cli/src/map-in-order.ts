/** Maps with up to `limit` calls under way; yields results in the order of the source. */
export async function* mapInOrder<Item, Result>(
  source: AsyncIterable<Item> | Iterable<Item>,
  limit: number,
  map: (item: Item) => Promise<Result>,
): AsyncGenerator<Result, void, undefined> {
  const underWay: Promise<Result>[] = [];
  for await (const item of source) {
    const result = map(item);
    // A failure is raised when its turn comes; until then it must not count as unhandled.
    result.catch(() => undefined);
    underWay.push(result);
    const first = underWay.length < limit ? undefined : underWay.shift();
    if (first !== undefined) yield await first;
  }
  for (const result of underWay) yield await result;
}
