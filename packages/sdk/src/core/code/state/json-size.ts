/** What a JSON value takes as text, roughly, in characters; counting stops above the limit. */
export function jsonSize(value: unknown, limit: number): number {
  if (typeof value === "string") return value.length + 2;
  if (typeof value === "number") return String(value).length;
  if (typeof value !== "object" || value === null) return 5;
  let size = 2;
  if (Array.isArray(value)) {
    for (const item of value) {
      size += 1 + jsonSize(item, limit - size);
      if (size > limit) return size;
    }
    return size;
  }
  for (const [key, item] of Object.entries(value)) {
    size += key.length + 4 + jsonSize(item, limit - size);
    if (size > limit) return size;
  }
  return size;
}
