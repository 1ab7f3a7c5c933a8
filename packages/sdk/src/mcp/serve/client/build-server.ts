import type { McpServer } from "@modelcontextprotocol/server";
import type { SkillsExtension } from "@modelcontextprotocol/server/ext/skills";
import type { SkillTool } from "../../../core/skillset/skill-tool.ts";
import { loadMcpServer } from "../load-mcp-server.ts";
import type { SkillPublisher } from "../publish/skill-publisher.ts";
import { ClientSkills } from "./client-skills.ts";
import { servePrompts } from "./serve-prompts.ts";
import { serveResources } from "./serve-resources.ts";
import { serveTools } from "./serve-tools.ts";
import type { SkillsetPool } from "./skillset-pool.ts";

/** Who gets the skills as tools or as prompts: clients that do not declare the extension, everybody, or nobody. */
export type McpAudience = "auto" | "always" | "never";

/** What every server of one set of skills is made of. */
export interface ServerParts {
  readonly info: { readonly name: string; readonly version: string };
  /** One for all: made when the first client comes. */
  readonly extension: () => Promise<SkillsExtension>;
  readonly publisher: SkillPublisher;
  readonly pool: SkillsetPool;
  readonly tools: McpAudience;
  readonly prompts: McpAudience;
  readonly ownTools: readonly SkillTool[];
  readonly index: boolean;
  readonly pageSize: number | undefined;
  readonly onError: ((error: Error) => void) | undefined;
}

/** The official server for one client. What it offers depends on whether that client declares the extension. */
export async function buildServer(parts: ServerParts, declares: boolean): Promise<McpServer> {
  const { info, extension, publisher, pool, ownTools: own, index, pageSize, onError } = parts;
  const hasTools = isFor(parts.tools, declares);
  const instructions = hasTools ? (await pool.template()).prompt : "";
  const [official, skills] = await Promise.all([loadMcpServer(), extension()]);
  const mcp = new official.McpServer(info, instructions === "" ? {} : { instructions });
  const { server } = mcp;
  skills.attach(mcp);
  serveResources(server, publisher, index);
  const client = new ClientSkills(pool);
  if (hasTools || own.length > 0) serveTools(server, { own, client: hasTools ? client : undefined, onError });
  if (isFor(parts.prompts, declares)) servePrompts(server, pool, client, { pageSize, onError });
  return mcp;
}

function isFor(audience: McpAudience, declares: boolean): boolean {
  return audience === "always" || (audience === "auto" && !declares);
}
