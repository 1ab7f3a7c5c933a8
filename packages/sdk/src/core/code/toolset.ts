import type { SourceCallOptions } from "../source/skill-source.ts";
import type { JsonSchema } from "./code-tool.ts";

/** A tool as a toolset lists it. */
export interface ToolsetTool {
  readonly name: string;
  readonly description?: string;
  /** JSON Schema of its input; an object. */
  readonly inputSchema: JsonSchema;
}

export interface ToolsetCallOptions extends SourceCallOptions {
  readonly callId?: string;
}

/** Anything that lists tools and calls them: an MCP client, a framework's tool set, a table of functions. */
export interface Toolset {
  /** Names the toolset in messages. */
  readonly label?: string;
  list(options?: SourceCallOptions): Promise<readonly ToolsetTool[]>;
  /** The input has passed `inputSchema`. A failure of the tool throws. */
  call(name: string, input: unknown, options?: ToolsetCallOptions): Promise<unknown>;
}

/** One tool of a plain object. */
export interface PlainTool {
  readonly description?: string;
  readonly inputSchema?: JsonSchema;
  execute(input: never, options: ToolsetCallOptions): unknown;
}

/** Tools by name. */
export type PlainTools = Readonly<Record<string, PlainTool>>;

/** Whether it lists and calls by itself. */
export function isToolset(value: Toolset | PlainTools): value is Toolset {
  return typeof value.list === "function" && typeof value.call === "function";
}
