import type { HostDefinition } from "./host.ts";

/** Checks a host: a name, and the names of its tools. */
export function defineHost(host: HostDefinition): HostDefinition {
  const { name, tools, prefer = {} } = host;
  if (typeof name !== "string" || name.trim() === "") throw new TypeError("A host needs a name.");
  if (!Array.isArray(tools) || !tools.every((tool) => typeof tool === "string" && tool.trim() !== "")) {
    throw new TypeError(`The tools of the host "${name}" must be a list of names.`);
  }
  for (const [tag, tool] of Object.entries(prefer)) {
    if (!tools.includes(tool)) throw new TypeError(`The host "${name}" has no tool "${tool}" to prefer for "${tag}".`);
  }
  return Object.freeze({
    name,
    tools: Object.freeze([...new Set(tools)]),
    ...(host.prefer && { prefer: Object.freeze({ ...prefer }) }),
  });
}
