import type { BundleFormat } from "./bundle-code.ts";
import { oldestNode } from "./bundle-options.ts";
import { compileCacheCode } from "./compile-cache-code.ts";
import { outputCode } from "./output-code.ts";

/** Where a skill's code is. */
export interface EntrySource {
  /** Absolute. */
  readonly entry: string;
  /** The version that was found, where it is not the definition's own. */
  readonly version?: string;
}

/** What the code of a built skill begins with. */
export interface EntryCodeInput extends EntrySource {
  /** Where the code for MCP is, relative to the bundle. */
  readonly mcp?: string;
  readonly format: BundleFormat;
}

/** The code that runs one command of a skill. */
export function entryCode({ entry, version, mcp, format }: EntryCodeInput): string {
  const mcpOption = mcp === undefined ? "" : `, mcp: () => import(${JSON.stringify(mcp)})`;
  return [
    'import { dirname } from "node:path";',
    ...(format === "esm" ? ['import { fileURLToPath } from "node:url";'] : []),
    'import { runMain } from "@tradecraft/sdk/workflow/cli";',
    `import definition from ${JSON.stringify(entry)};`,
    // Never what SKILL_DIR says: a skill that is started by another would take the other's files.
    `const folder = ${format === "esm" ? "dirname(fileURLToPath(import.meta.url))" : "__dirname"};`,
    outputCode,
    `runMain(${definitionCode(version)}, { ...outputs, skillDir: dirname(folder)${mcpOption} });`,
    "",
  ].join("\n");
}

function definitionCode(version: string | undefined): string {
  return version === undefined ? "definition" : `{ ...definition, version: ${JSON.stringify(version)} }`;
}

/** The code that serves a skill over MCP. */
export const mcpCode = 'export { serve } from "@tradecraft/sdk/workflow/mcp";\n';

/** A skill's entry, and what its digest is made with. */
export function loadingCode(entry: string): string {
  return [
    `export { default } from ${JSON.stringify(entry)};`,
    'export { digestOfDefinition } from "tradecraft:sdk-file/engine/digest-of-definition.js";',
    "",
  ].join("\n");
}

/** The schema library, for what could not be prepared. */
export const libraryCode = 'export { type } from "tradecraft:sdk/arktype";\n';

/**
 * The file to start. A Node that is too old for the rest must be able to read it, so it is written in words that every Node
 * knows. Newer ones keep what they compiled, if there is a place for it.
 */
export function guardCode(main: string, format: BundleFormat): string {
  const message = `This skill needs Node.js ${oldestNode} or later; this is `;
  const start =
    format === "esm"
      ? `import(${JSON.stringify(`./${main}`)});`
      : `${compileCacheCode}
  require(${JSON.stringify(`./${main}`)});`;
  return `// Built by tradecraft. What this does is in ${main}; a Node.js that is too old for that is told so here.
if (parseInt(process.versions.node, 10) < ${oldestNode}) {
  var message = ${JSON.stringify(message)} + process.version + ".";
  console.log(JSON.stringify({ kind: "error", error: "runtime", code: "node-too-old", message: message, retry: false }));
  console.error("error: " + message);
  process.exitCode = 1;
} else {
  ${start}
}
`;
}

/** The code of an executable: everything in it, and the skill's folder is that of the executable. */
export function executableCode({ entry, version, hasMcp }: EntrySource & { readonly hasMcp: boolean }): string {
  const mcpOption = hasMcp ? ', mcp: () => import("@tradecraft/sdk/workflow/mcp")' : "";
  return [
    'import { dirname } from "node:path";',
    'import { runMain } from "@tradecraft/sdk/workflow/cli";',
    `import definition from ${JSON.stringify(entry)};`,
    `runMain(${definitionCode(version)}, { skillDir: dirname(dirname(process.execPath))${mcpOption} });`,
    "",
  ].join("\n");
}
