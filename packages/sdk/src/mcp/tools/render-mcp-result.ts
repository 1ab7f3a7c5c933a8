import { decodedLength } from "../host/base64.ts";
import { isRecord } from "../host/mcp-client.ts";

/** What a tool answered: its data where it gives some, otherwise its text; of images and files there is a description. */
export function renderMcpResult(result: Readonly<Record<string, unknown>>): unknown {
  const { structuredContent, content } = result;
  if (structuredContent !== undefined) return structuredContent;
  return contentText(content);
}

/** The content of an answer as text. */
export function contentText(content: unknown): string {
  if (!Array.isArray(content)) return "";
  return content.map(blockText).join("\n\n");
}

function blockText(block: unknown): string {
  if (!isRecord(block)) return "[something that cannot be shown]";
  const { type, text, data, mimeType, uri, name, resource } = block;
  if (type === "text") return typeof text === "string" ? text : "";
  if (type === "image" || type === "audio") return `[${type}${kind(mimeType)}${size(data)}]`;
  if (type === "resource_link") return `[link to ${label(name, uri)}${kind(mimeType)}]`;
  if (type === "resource" && isRecord(resource)) {
    const what = `resource ${label(undefined, resource["uri"])}${kind(resource["mimeType"])}`;
    if (typeof resource["text"] === "string") return `[${what}]\n${resource["text"]}`;
    return `[${what}${size(resource["blob"])}]`;
  }
  return "[something that cannot be shown]";
}

function label(name: unknown, uri: unknown): string {
  const parts = [name, uri].filter((part) => typeof part === "string" && part !== "");
  return parts.length === 0 ? "a resource" : parts.map((part) => String(part).slice(0, 200)).join(" at ");
}

function kind(mimeType: unknown): string {
  return typeof mimeType === "string" ? ` ${mimeType.slice(0, 100)}` : "";
}

function size(data: unknown): string {
  return typeof data === "string" ? `, ${decodedLength(data)} bytes` : "";
}
