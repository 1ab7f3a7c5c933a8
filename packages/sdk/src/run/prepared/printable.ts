const domains: Readonly<Record<string, string>> = {
  boolean: "boolean",
  null: "null",
  undefined: "undefined",
  bigint: "a bigint",
  number: "a number",
  object: "an object",
  string: "a string",
  symbol: "a symbol",
};

/** `typeof` with null as a kind of its own and functions among the objects. */
export function domainOf(data: unknown): string {
  if (data === null) return "null";
  return typeof data === "function" ? "object" : typeof data;
}

/** A domain as it is called in messages. */
export function describeDomain(domain: string): string {
  return domains[domain] ?? domain;
}

/** A value as it is shown in messages. */
export function printable(data: unknown): string {
  if (typeof data === "string") return JSON.stringify(data);
  if (typeof data === "bigint") return `${data}n`;
  if (typeof data !== "object" || data === null) return String(data);
  return JSON.stringify(serialize(data, []));
}

function serialize(data: unknown, seen: readonly unknown[]): unknown {
  if (typeof data === "string") return data.replaceAll("\\", "\\\\");
  if (data === undefined) return "undefined";
  if (typeof data === "bigint" || typeof data === "function" || typeof data === "symbol") return String(data);
  if (typeof data !== "object" || data === null) return data;
  if ("toJSON" in data && typeof data.toJSON === "function") return data.toJSON();
  if (seen.includes(data)) return "(cycle)";
  const inside = [...seen, data];
  if (Array.isArray(data)) return data.map((item) => serialize(item, inside));
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, serialize(value, inside)]));
}

/** A list of alternatives, as it is written in messages. */
export function describeBranches(descriptions: readonly string[]): string {
  if (descriptions.length === 0) return "never";
  const [first, second] = descriptions;
  if (descriptions.length === 2 && first === "false" && second === "true") return "boolean";
  if (first === "true" && second === "false") return "boolean";
  const unique = [...new Set(descriptions)];
  const last = unique.pop() ?? "";
  return unique.length === 0 ? last : `${unique.join(", ")} or ${last}`;
}

/** A path as it is written in messages: `list[0].name`. */
export function describePath(path: readonly PropertyKey[]): string {
  let text = "";
  for (const key of path) {
    if (typeof key === "number") text += `[${key}]`;
    else if (/^[$A-Z_a-z][\w$]*$/.test(String(key))) text += text === "" ? String(key) : `.${String(key)}`;
    else text += `[${JSON.stringify(String(key))}]`;
  }
  return text;
}
