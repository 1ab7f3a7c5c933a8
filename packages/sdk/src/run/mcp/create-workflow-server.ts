import type { McpServer, Transport } from "@modelcontextprotocol/server";
import { SkillError } from "../../core/errors.ts";
import {
  type ConnectedClient,
  connectTransport,
  type McpConnection,
} from "../../mcp/serve/client/connect-transport.ts";
import { createHttpHandler as createEndpoint, type HttpEndpoint } from "../../mcp/serve/http/create-http-handler.ts";
import { type McpHandlerOptions, resolveHandlerOptions } from "../../mcp/serve/http/handler-options.ts";
import type { Buildable } from "../../workflow/define/workflow-definition.ts";
import { createWorkflowEngine } from "../../workflow/engine/create-workflow-engine.ts";
import { memorySessionStore } from "../../workflow/session/memory-session-store.ts";
import { buildServer } from "./build-server.ts";
import { resolveLimits, type WorkflowServerOptions } from "./server-options.ts";
import type { ServedTool } from "./served-tool.ts";
import { SessionKeeper } from "./session-keeper.ts";
import { topicTools } from "./topic-tools.ts";
import { workflowTools } from "./workflow-tools.ts";

/** A workflow, or the topics of a reference skill, served over MCP. */
export interface WorkflowServer {
  /** Serves one client over a transport that stays open, as stdio. */
  connect(transport: Transport): Promise<McpConnection>;
  /** A Streamable HTTP endpoint for Node, Workers and others. */
  handler(options?: McpHandlerOptions): (request: Request) => Promise<Response>;
  /** An official server for one client, for transports of the caller's own. */
  server(): McpServer;
  /** Answers the calls that are running, for at most 10 seconds, and ends everything. Sessions stay in the store. */
  close(options?: { readonly graceMs?: number }): Promise<void>;
}

/** Serves a skill over MCP by the tools `start`, `advance`, `status`, `topics` and `topic`. */
export function createWorkflowServer(definition: Buildable, options: WorkflowServerOptions = {}): WorkflowServer {
  const { onError } = options;
  const { tools, flush } = toolsOf(definition, options);
  const build = (): McpServer => buildServer(definition, tools);
  const connections = new Set<ConnectedClient>();
  const endpoints = new Set<HttpEndpoint>();
  let isClosed = false;
  const assertOpen = (): void => {
    if (isClosed) throw new SkillError("source-unavailable", "This server is closed.");
  };
  return {
    server: build,
    connect: async (transport) => {
      assertOpen();
      const connection = await connectTransport({ build }, transport, onError);
      // It may have been closed in the meantime.
      if (isClosed) await connection.close({ graceMs: 0 });
      assertOpen();
      connections.add(connection);
      void connection.closed.then(() => connections.delete(connection));
      return connection;
    },
    handler: (handlerOptions = {}) => {
      assertOpen();
      // In streams: a client of 2025 is asked within the answer to its call.
      const endpoint = createEndpoint(build, { ...resolveHandlerOptions(handlerOptions), streams: true }, onError);
      endpoints.add(endpoint);
      return endpoint.handle;
    },
    close: async ({ graceMs = 10_000 } = {}) => {
      isClosed = true;
      await Promise.all([
        ...[...connections].map((connection) => connection.close({ graceMs })),
        ...[...endpoints].map((endpoint) => endpoint.close(graceMs)),
      ]);
      await flush();
    },
  };
}

function toolsOf(
  definition: Buildable,
  options: WorkflowServerOptions,
): { readonly tools: readonly ServedTool[]; readonly flush: () => Promise<void> } {
  const { refs, onError, now = () => new Date(), store = memorySessionStore() } = options;
  const topics = topicTools(definition, options);
  const { elicitationTimeout, ...limits } = resolveLimits(options);
  if (definition.kind === "reference") return { tools: topics, flush: () => Promise.resolve() };
  const keeper = new SessionKeeper(store, definition.name, limits, () => now().getTime());
  const engine = createWorkflowEngine(definition, {
    store,
    now,
    newId: keeper.newId,
    ...(refs && { refs }),
    onProblem: ({ where, error }) => onError?.(new Error(`${where}: ${String(error)}`, { cause: error })),
  });
  const tools = workflowTools({ definition, engine, keeper, options, elicitationTimeout });
  return { tools: [...tools, ...topics], flush: () => engine.flush() };
}
