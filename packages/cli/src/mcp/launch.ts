import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { McpOptions } from "./mcp-options.ts";

/** A program and what it gets: no shell in between. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
}

/** This command line over stdio, as any program can start it from anywhere. */
export function launchOf(
  {
    paths,
    allow,
    scripts,
    tools,
    index,
    watch,
  }: Pick<McpOptions, "paths" | "allow" | "scripts" | "tools" | "index" | "watch">,
  cwd: string,
): Launch {
  const flags = Object.entries({ scripts, tools, index, watch }).flatMap(([name, isOn]) => (isOn ? [`--${name}`] : []));
  const args = [
    fileURLToPath(new URL("../bin.js", import.meta.url)),
    "mcp",
    ...paths.map((path) => resolve(cwd, path)),
    ...allow.map((pattern) => `--allow=${pattern}`),
    ...flags,
  ];
  return { command: process.execPath, args };
}
