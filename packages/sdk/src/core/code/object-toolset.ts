import { SkillError } from "../errors.ts";
import { isToolset, type PlainTools, type Toolset } from "./toolset.ts";

const anyObject = { type: "object", properties: {}, additionalProperties: true };

/** A table of tools as a toolset. */
export function objectToolset(tools: PlainTools, options: { readonly label?: string } = {}): Toolset {
  const label = options.label ?? "tools in code";
  return {
    label,
    list: async ({ signal } = {}) => {
      signal?.throwIfAborted();
      return Object.entries(tools).map(([name, { description, inputSchema = anyObject }]) => ({
        name,
        inputSchema,
        ...(description !== undefined && { description }),
      }));
    },
    call: async (name, input, call = {}) => {
      call.signal?.throwIfAborted();
      const tool = Object.hasOwn(tools, name) ? tools[name] : undefined;
      if (tool === undefined) {
        throw new SkillError("tool-failed", `There is no tool "${name}" in ${label}.`, { facts: { tool: name } });
      }
      return tool.execute(input as never, call);
    },
  };
}

const wrapped = new WeakMap<PlainTools, Toolset>();

/** A toolset as it is; a table of tools wrapped, each once. */
export function asToolset(tools: Toolset | PlainTools): Toolset {
  if (isToolset(tools)) return tools;
  const toolset = wrapped.get(tools) ?? objectToolset(tools);
  wrapped.set(tools, toolset);
  return toolset;
}
