import { CLIENT_CAPABILITIES_META_KEY } from "@modelcontextprotocol/server";
import { SKILLS_EXTENSION_ID } from "@modelcontextprotocol/server/ext/skills";

/**
 * Whether a message declares the extension, in the handshake of 2025 or in the envelope of 2026. Undefined for a message
 * that says nothing about its client.
 */
export function declaresSkills(message: unknown): boolean | undefined {
  const params = field(message, "params");
  const inHandshake = field(message, "method") === "initialize" ? field(params, "capabilities") : undefined;
  const capabilities = field(field(params, "_meta"), CLIENT_CAPABILITIES_META_KEY) ?? inHandshake;
  if (!isObject(capabilities)) return undefined;
  return isObject(field(field(capabilities, "extensions"), SKILLS_EXTENSION_ID));
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function field(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}
