import { SKILLS_EXTENSION } from "../../host/mcp-client.ts";

/** Where the envelope of 2026 says what its client can do. */
export const clientCapabilitiesKey = "io.modelcontextprotocol/clientCapabilities";

/**
 * Whether a message declares the extension, in the handshake of 2025 or in the envelope of 2026. Undefined for a message
 * that says nothing about its client.
 */
export function declaresSkills(message: unknown): boolean | undefined {
  const params = field(message, "params");
  const inHandshake = field(message, "method") === "initialize" ? field(params, "capabilities") : undefined;
  const capabilities = field(field(params, "_meta"), clientCapabilitiesKey) ?? inHandshake;
  if (!isObject(capabilities)) return undefined;
  return isObject(field(field(capabilities, "extensions"), SKILLS_EXTENSION));
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function field(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}
