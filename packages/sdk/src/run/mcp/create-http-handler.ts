import type { McpHandlerOptions } from "../../mcp/serve/http/handler-options.ts";
import type { Buildable } from "../../workflow/define/workflow-definition.ts";
import { createWorkflowServer } from "./create-workflow-server.ts";
import type { WorkflowServerOptions } from "./server-options.ts";

/** A Streamable HTTP endpoint for a skill, as a function of the web platform. `http` says who may call. */
export function createHttpHandler(
  definition: Buildable,
  { http, ...options }: WorkflowServerOptions & { readonly http?: McpHandlerOptions } = {},
): (request: Request) => Promise<Response> {
  return createWorkflowServer(definition, options).handler(http);
}
