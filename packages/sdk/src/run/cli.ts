import type { ReferenceDefinition, WorkflowDefinition } from "../workflow/define/workflow-definition.ts";
import { main, type MainOptions } from "./main.ts";

export type { Failure } from "./output/failure.ts";
export { fileReferences } from "./file-references.ts";
export { main, type MainOptions, type McpEntry } from "./main.ts";

/** Runs one command of a skill as the process that it is: the last line of a built script. */
export async function runMain(
  definition: WorkflowDefinition | ReferenceDefinition,
  options: MainOptions = {},
): Promise<void> {
  process.exitCode = await main(definition, options);
}

/** `main`, by the name that earlier systems use for a skill of topics. */
export const referenceMain: typeof main = main;

/** `main`, by the name that earlier systems use for a skill with sub-skills. */
export const compositeMain: typeof main = main;

/** Serves a skill over MCP, whatever the arguments say; `options.mcp` loads what that needs. */
export function mcpMain(
  definition: WorkflowDefinition | ReferenceDefinition,
  options: MainOptions = {},
): Promise<number> {
  const { argv = process.argv.slice(2) } = options;
  return main(definition, { ...options, argv: argv[0] === "mcp" ? argv : ["mcp", ...argv] });
}

/** `mcpMain`, by the name that earlier systems use for a skill with sub-skills. */
export const mcpCompositeMain: typeof mcpMain = mcpMain;

/** `mcpMain`, by the name that earlier systems use for a skill of topics. */
export const mcpReferenceMain: typeof mcpMain = mcpMain;
