import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { build } from "esbuild";

const source = (path: string): string => fileURLToPath(new URL(`../../../../src/${path}`, import.meta.url));

/** The examples' skills in one file that Node can start. */
export interface StdioProgram {
  readonly file: string;
  readonly sessions: string;
  /** Where a run may leave files. */
  readonly folder: string;
  /** Starts a server for an example. */
  start(example: string, args?: readonly string[]): StdioClientTransport;
  remove(): void;
}

export async function bundleExamples(): Promise<StdioProgram> {
  const folder = mkdtempSync(join(tmpdir(), "tradecraft-mcp-"));
  const outfile = join(folder, "program.mjs");
  await build({
    entryPoints: [fileURLToPath(new URL("fixtures/program.ts", import.meta.url))],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    logLevel: "silent",
    alias: { "@tradecraft/sdk/workflow": source("workflow/index.ts") },
  });
  const sessions = join(folder, "sessions");
  const examples = new URL("../../../../../../examples/workflows/", import.meta.url);
  return {
    file: outfile,
    folder,
    sessions,
    start: (example, args = []) =>
      new StdioClientTransport({
        command: process.execPath,
        args: [outfile, example, "mcp", "--session-dir", sessions, ...args],
        env: { PATH: process.env["PATH"] ?? "", SKILL_DIR: fileURLToPath(new URL(example, examples)) },
        stderr: "pipe",
      }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
