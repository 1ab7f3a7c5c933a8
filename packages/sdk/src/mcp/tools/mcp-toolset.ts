import type { Toolset, ToolsetTool } from "../../core/code/toolset.ts";
import { SkillError } from "../../core/errors.ts";
import { mention } from "../../core/skillset/escape.ts";
import { withDeadline } from "../../core/source/http/with-deadline.ts";
import { clientTimeout } from "../host/ask-server.ts";
import { isRecord } from "../host/mcp-client.ts";
import { refusal } from "../host/mcp-refusal.ts";
import { walkPages } from "../host/walk-pages.ts";
import type { McpToolClient } from "./mcp-tool-client.ts";
import { readMcpTool } from "./read-mcp-tool.ts";
import { contentText, renderMcpResult } from "./render-mcp-result.ts";

/** How the tools of a server are taken. */
export interface McpToolsetOptions {
  /** What this host calls the server. */
  readonly label: string;
  /** Names of the tools that may be listed and called. Default: all. */
  readonly tools?: readonly string[];
  /** Pages of the list of tools. Default 50. */
  readonly maxPages?: number;
  /** Tools of the list. Default 1,000. */
  readonly maxTools?: number;
  /** Milliseconds for one page. Default 20,000. */
  readonly requestTimeout?: number;
  /** Milliseconds for the whole list. Default 60,000. */
  readonly listTimeout?: number;
  /** Milliseconds for one call. Default 120,000. */
  readonly callTimeout?: number;
}

/** The tools of an MCP server as a toolset, by a client that is connected. What they say and return is untrusted. */
export function mcpToolset(client: McpToolClient, options: McpToolsetOptions): Toolset {
  const { label, maxPages = 50, maxTools = 1_000, requestTimeout = 20_000, listTimeout = 60_000 } = options;
  const { callTimeout = 120_000 } = options;
  const allowed = options.tools === undefined ? undefined : new Set(options.tools);
  const isAllowed = (name: string): boolean => allowed?.has(name) ?? true;
  /** As the server defines them: the client sends what a definition asks for, and checks the answer by it. */
  let definitions: ReadonlyMap<string, unknown> | undefined;

  const list: Toolset["list"] = async ({ signal } = {}) => {
    signal?.throwIfAborted();
    const capabilities = client.getServerCapabilities();
    if (capabilities === undefined) throw refusal("not-connected", `${label} is not connected.`, { server: label });
    if (capabilities.tools === undefined) return [];
    const bounds = { maxPages, maxItems: maxTools, requestTimeout, listTimeout, signal };
    const values = await walkPages(client, "tools/list", { label, field: "tools", ...bounds });
    const tools = new Map<string, ToolsetTool>();
    const found = new Map<string, unknown>();
    for (const value of values) {
      const tool = readMcpTool(value);
      if (tool === undefined || tools.has(tool.name) || !isAllowed(tool.name)) continue;
      tools.set(tool.name, tool);
      found.set(tool.name, value);
    }
    definitions = found;
    return [...tools.values()];
  };

  return {
    label,
    list,
    async call(name, input, { signal } = {}) {
      signal?.throwIfAborted();
      const facts = { server: label, tool: name.slice(0, 200) };
      if (definitions === undefined && isAllowed(name)) await list(signal === undefined ? {} : { signal });
      const definition = definitions?.get(name);
      if (definition === undefined)
        throw new SkillError("tool-failed", `There is no tool "${mention(name)}" in ${label}.`, { facts });
      const late = (): Error =>
        new SkillError("tool-failed", `${label} did not answer within ${callTimeout} ms.`, { facts });
      const params = { name, arguments: isRecord(input) ? { ...input } : {} };
      const send = (inner: AbortSignal): Promise<unknown> =>
        client.callTool(params, { signal: inner, timeout: clientTimeout(callTimeout), toolDefinition: definition });
      let result: unknown;
      try {
        result = await withDeadline(send, { milliseconds: callTimeout, late, signal });
      } catch (error) {
        signal?.throwIfAborted();
        if (SkillError.is(error)) throw error;
        const said = error instanceof Error ? mention(error.message, 500) : "it gave no reason";
        throw new SkillError("tool-failed", `${label} did not call the tool: ${said}`, { facts, cause: error });
      }
      if (!isRecord(result))
        throw new SkillError("tool-failed", `${label} answered with something that is no result.`, { facts });
      if (result["isError"] === true) {
        throw new SkillError("tool-failed", mention(contentText(result["content"]), 1_000) || "The tool failed.", {
          facts,
        });
      }
      return renderMcpResult(result);
    },
  };
}
