import type * as ServerModule from "@modelcontextprotocol/server";
import type * as ExtensionModule from "@modelcontextprotocol/server/ext/skills";
import type * as StdioModule from "@modelcontextprotocol/server/stdio";
import { SkillError } from "../../core/errors.ts";

/** The official server package: an optional peer, loaded when a client is first served. */
export type McpServerPackage = typeof ServerModule;

// Values, not promises: a Worker's request must not wait for what another one began.
let server: McpServerPackage | undefined;
let extension: typeof ExtensionModule | undefined;

/** Loads the official server; throws `package-missing` where it is not installed. */
export async function loadMcpServer(): Promise<McpServerPackage> {
  return (server ??= await import("@modelcontextprotocol/server").catch(throwMissingServer));
}

/** Loads the part of it that speaks the skills extension. */
export async function loadSkillsExtension(): Promise<typeof ExtensionModule> {
  return (extension ??= await import("@modelcontextprotocol/server/ext/skills").catch(throwMissingServer));
}

/** Loads the part of it that serves transports that stay open. */
export function loadStdioServer(): Promise<typeof StdioModule> {
  return import("@modelcontextprotocol/server/stdio").catch(throwMissingServer);
}

/** What is thrown in place of a failed import of the server package. */
export function throwMissingServer(cause: unknown): never {
  const name = "@modelcontextprotocol/server";
  const message = `Serving over MCP needs ${name}, 2.4 or later. Run: npm install ${name}`;
  throw new SkillError("package-missing", message, { facts: { package: name }, cause });
}
