import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { rolldown } from "rolldown";

/** The server program as one file that Node can start. */
export async function bundleStdioServer(): Promise<{ readonly file: string; remove(): void }> {
  const folder = mkdtempSync(join(tmpdir(), "tradecraft-mcp-"));
  const file = join(folder, "stdio-server.mjs");
  const input = fileURLToPath(new URL("fixtures/stdio-server.ts", import.meta.url));
  const bundle = await rolldown({ input, platform: "node", logLevel: "silent" });
  await bundle.write({ file, format: "esm", codeSplitting: false });
  await bundle.close();
  return { file, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export interface StdioServerSettings {
  readonly folders: readonly string[];
  readonly options?: Readonly<Record<string, unknown>>;
  readonly watch?: boolean;
}

/** Starts the program, and speaks to it. */
export function startStdioServer(file: string, settings: StdioServerSettings): StdioClientTransport {
  return new StdioClientTransport({ command: process.execPath, args: [file, JSON.stringify(settings)] });
}
