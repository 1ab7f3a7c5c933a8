import { createSkillFetchers, type SkillFetchers } from "@tradecraft/sdk/supply";

/** A fetcher for each kind of source; what talks to MCP servers is loaded when one is asked. */
export function createFetchers(): SkillFetchers {
  return createSkillFetchers({
    openMcp: async (source, context) => (await import("./open-mcp-source.ts")).openMcpSource(source, context),
  });
}
