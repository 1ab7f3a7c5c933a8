const queues = new Map<string, Promise<unknown>>();

/** Does one thing at a time for each key, in the order asked for, in this process. */
export function inTurn<Value>(key: string, work: () => Promise<Value>): Promise<Value> {
  const mine = (queues.get(key) ?? Promise.resolve()).then(work);
  const settled = mine.then(
    () => undefined,
    () => undefined,
  );
  queues.set(key, settled);
  void settled.then(() => {
    if (queues.get(key) === settled) queues.delete(key);
  });
  return mine;
}
