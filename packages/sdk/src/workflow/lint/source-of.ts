/** The source of every function in a value, and its texts: what an author wrote there, as far as it can be read. */
export function sourceOf(value: unknown, depth = 4): string {
  if (typeof value === "string") return value;
  if (typeof value === "function") return Function.prototype.toString.call(value);
  if (typeof value !== "object" || value === null || depth === 0 || "~standard" in value) return "";
  return Object.values(value)
    .map((inner) => sourceOf(inner, depth - 1))
    .join("\n");
}
