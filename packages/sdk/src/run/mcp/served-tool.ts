import type { CallToolResult, InputRequiredResult, ServerContext, ToolAnnotations } from "@modelcontextprotocol/server";
import type { JsonSchema } from "../../core/code/code-tool.ts";
import type { ToolInput } from "../../workflow/tools/tool-inputs.ts";
import type { CallingClient } from "./calling-client.ts";

/** A tool of a workflow server. */
export interface ServedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ToolInput;
  readonly outputSchema: JsonSchema;
  readonly annotations: ToolAnnotations;
  call(
    given: Readonly<Record<string, unknown>>,
    caller: { readonly client: CallingClient; readonly context: ServerContext },
  ): Promise<CallToolResult | InputRequiredResult>;
}
