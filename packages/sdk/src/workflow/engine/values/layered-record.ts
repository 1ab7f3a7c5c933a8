/**
 * A map that is never changed: setting a key gives another map. Most of the keys are shared, so that a state with
 * thousands of steps costs about as much to follow as one with ten.
 */
export interface LayeredRecord<Value> {
  readonly base: ReadonlyMap<string, Value>;
  readonly recent: ReadonlyMap<string, Value>;
}

const none: ReadonlyMap<string, never> = new Map<string, never>();

/** A map of an object's own keys; empty without one. */
export function layeredRecord<Value>(values: Readonly<Record<string, Value>> = {}): LayeredRecord<Value> {
  return { base: new Map(Object.entries(values)), recent: none };
}

/** The value of a key. */
export function valueOf<Value>(record: LayeredRecord<Value>, key: string): Value | undefined {
  return record.recent.has(key) ? record.recent.get(key) : record.base.get(key);
}

/** The map with one key set; `undefined` takes it away. */
export function withValue<Value>(
  record: LayeredRecord<Value>,
  key: string,
  value: Value | undefined,
): LayeredRecord<Value> {
  const recent = new Map(record.recent as ReadonlyMap<string, Value>);
  recent.set(key, value as Value);
  // As many as make copying the layer and copying the whole cost the same.
  if (recent.size < Math.max(16, Math.sqrt(record.base.size))) return { base: record.base, recent };
  return { base: new Map(entriesOf({ base: record.base, recent })), recent: none };
}

/** Keys with a value, in the order in which they were first set. */
export function entriesOf<Value>({ base, recent }: LayeredRecord<Value>): [string, Value][] {
  const entries: [string, Value][] = [];
  for (const [key, value] of base) {
    const newest = recent.has(key) ? recent.get(key) : value;
    if (newest !== undefined) entries.push([key, newest]);
  }
  for (const [key, value] of recent) if (!base.has(key) && value !== undefined) entries.push([key, value]);
  return entries;
}
