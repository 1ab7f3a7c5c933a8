export type { McpAudience } from "./serve/client/build-server.ts";
export type { McpConnection } from "./serve/client/connect-transport.ts";
export { createMcpSkillServer } from "./serve/create-mcp-skill-server.ts";
export type { McpHandlerOptions } from "./serve/http/handler-options.ts";
export type { McpSkillServer, McpSkillServerOptions } from "./serve/mcp-skill-server.ts";
export type { PublishedChanges } from "./serve/publish/skill-publisher.ts";
