/** One segment of a JSON pointer, escaped. https://www.rfc-editor.org/rfc/rfc6901#section-3 */
export function pointerSegment(key: string | number): string {
  const text = String(key);
  return /[~/]/.test(text) ? text.replaceAll("~", "~0").replaceAll("/", "~1") : text;
}

/** A path of keys as a JSON pointer; the root is the empty text. */
export function jsonPointer(keys: Iterable<string | number>): string {
  let pointer = "";
  for (const key of keys) pointer += `/${pointerSegment(key)}`;
  return pointer;
}

/** The keys of a JSON pointer; undefined if it is none. */
export function pointerKeys(pointer: string): readonly string[] | undefined {
  if (pointer === "") return [];
  if (!pointer.startsWith("/") || /~(?![01])/.test(pointer)) return undefined;
  return pointer
    .slice(1)
    .split("/")
    .map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"));
}
