/** A change that a person typed: `/score/total = 5`, or `- /score/rounds/0` to remove. */
export type Assignment =
  | { readonly path: readonly string[]; readonly value: unknown }
  | { readonly path: readonly string[]; readonly removes: true };

/** Reads one line of the inline editor; a text says what is wrong with it. */
export function parseAssignment(line: string): Assignment | string {
  const removal = /^-\s*(\/\S+)$/.exec(line);
  if (removal !== null) return { path: keysOf(removal[1] ?? ""), removes: true };
  const found = /^(\/[^\s=]+)\s*=\s*(.+)$/s.exec(line);
  if (found === null) return "Write /path = value in JSON, or - /path to remove it.";
  try {
    return { path: keysOf(found[1] ?? ""), value: JSON.parse(found[2] ?? "") as unknown };
  } catch {
    return `This value is no JSON: ${found[2]}; texts stand in double quotes.`;
  }
}

/** A copy of a state with one change; a text says why there is none. */
export function assign(state: unknown, change: Assignment): { readonly state: unknown } | string {
  const copy = structuredClone(state);
  const last = change.path.at(-1) ?? "";
  let parent: unknown = copy;
  for (const key of change.path.slice(0, -1))
    parent = isContainer(parent) && Object.hasOwn(parent, key) ? parent[key] : undefined;
  if (!isContainer(parent)) return `There is nothing at /${change.path.slice(0, -1).join("/")}.`;
  if (!("removes" in change)) {
    const key = Array.isArray(parent) && last === "-" ? String(parent.length) : last;
    if (Array.isArray(parent) && (!/^\d+$/.test(key) || Number(key) > parent.length))
      return `"${last}" is no place in this list; - is its end.`;
    Object.defineProperty(parent, key, { value: change.value, writable: true, enumerable: true, configurable: true });
  } else if (!Object.hasOwn(parent, last)) return `There is nothing at /${change.path.join("/")}.`;
  else if (Array.isArray(parent)) parent.splice(Number(last), 1);
  else delete parent[last];
  return { state: copy };
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function keysOf(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
}
