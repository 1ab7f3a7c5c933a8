import type { BundleFormat } from "./bundle-code.ts";
import { oldestNode } from "./bundle-options.ts";
import { callCode } from "./call-code.ts";
import { compileCacheCode } from "./compile-cache-code.ts";

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
  return [
    'import { dirname } from "node:path";',
    ...(format === "esm" ? ['import { fileURLToPath } from "node:url";'] : []),
    'import { main } from "@tradecraft/sdk/workflow/cli";',
    `import definition from ${JSON.stringify(entry)};`,
    // Never what SKILL_DIR says: a skill that is started by another would take the other's files.
    `const folder = ${format === "esm" ? "dirname(fileURLToPath(import.meta.url))" : "__dirname"};`,
    mainCode(version, "dirname(folder)", mcp),
    "",
  ].join("\n");
}

/** Makes the call that the process is for, in what `callCode` has prepared. */
function mainCode(version: string | undefined, folder: string, mcp: string | undefined): string {
  const definition = version === undefined ? "definition" : `{ ...definition, version: ${JSON.stringify(version)} }`;
  const served = mcp === undefined ? "" : `, mcp: () => call.serving(import(${JSON.stringify(mcp)}))`;
  return `const call = globalThis.tradecraftCall;
main(${definition}, { ...call.outputs, skillDir: ${folder}${served} }).then(call.end, call.fail);`;
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
  const path = JSON.stringify(`./${main}`);
  const [head, start] =
    format === "esm"
      ? ['import * as files from "fs";\n', `${callCode}\n  import(${path}).catch(tradecraftCall.fail);`]
      : ["", `${compileCacheCode}\n  ${callCode}\n  require(${path});`];
  return `// Built by tradecraft. What this does is in ${main}; a Node.js that is too old for that is told so here.
${head}if (parseInt(process.versions.node, 10) < ${oldestNode}) {
  var message = ${JSON.stringify(message)} + process.version + ".";
  console.log(JSON.stringify({ kind: "error", error: "runtime", code: "node-too-old", step: "", message: message, retry: false }));
  console.error("error: " + message);
  process.exitCode = 1;
} else {
  ${start}
}
`;
}

/** What an executable has instead of a file to start; imported before the skill's code. */
export const executableGuard: string = `import * as files from "node:fs";\n${callCode}\n`;

/** The code of an executable: everything in it, and the skill's folder is that of the executable. */
export function executableCode({ entry, version, hasMcp }: EntrySource & { readonly hasMcp: boolean }): string {
  return [
    'import "tradecraft:guard";',
    'import { dirname } from "node:path";',
    'import { main } from "@tradecraft/sdk/workflow/cli";',
    `import definition from ${JSON.stringify(entry)};`,
    mainCode(version, "dirname(dirname(process.execPath))", hasMcp ? "@tradecraft/sdk/workflow/mcp" : undefined),
    "",
  ].join("\n");
}
