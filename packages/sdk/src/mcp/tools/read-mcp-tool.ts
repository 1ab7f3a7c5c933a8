import type { ToolsetTool } from "../../core/code/toolset.ts";
import { hasHiddenText } from "../host/hidden-text.ts";
import { isRecord } from "../host/mcp-client.ts";

/** Longer ones are cut, and say so. */
const maxDescription = 8_192;
const maxSchema = 64 * 1024;

/** A tool of a server's list; undefined for what no model could call, or should read. */
export function readMcpTool(value: unknown): ToolsetTool | undefined {
  if (!isRecord(value)) return undefined;
  const { name, description, inputSchema } = value;
  if (typeof name !== "string" || !/^[\w./-]{1,128}$/.test(name)) return undefined;
  if (!isRecord(inputSchema) || inputSchema["type"] !== "object") return undefined;
  const schema = textOf(inputSchema);
  if (schema === undefined || schema.length > maxSchema || hasHiddenText(schema)) return undefined;
  if (description === undefined) return { name, inputSchema };
  if (typeof description !== "string" || hasHiddenText(description)) return undefined;
  return { name, inputSchema, description: shorten(description) };
}

function textOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

function shorten(text: string): string {
  return text.length <= maxDescription ? text : `${text.slice(0, maxDescription)} [The rest was left out.]`;
}
