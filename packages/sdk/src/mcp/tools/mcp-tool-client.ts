import type { McpClient, McpRequestOptions } from "../host/mcp-client.ts";

/** The part of an MCP client that calls tools: the connected `Client` of `@modelcontextprotocol/client` fits. */
export interface McpToolClient extends McpClient {
  callTool(
    params: { name: string; arguments?: Record<string, unknown> },
    // The definition is the server's own, as the client's own list would have it.
    // oxlint-disable-next-line typescript/no-explicit-any
    options?: McpRequestOptions & { readonly toolDefinition?: any },
  ): Promise<unknown>;
}
