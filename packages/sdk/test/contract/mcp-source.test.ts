import { mcpSkillSource } from "../../src/mcp/host/mcp-skill-source.ts";
import { mcpPlace } from "./places/mcp-place.ts";
import { runContract } from "./run-contract.ts";

for (const era of ["legacy", "modern"] as const) {
  runContract(`mcp (${era})`, {
    create: async (skills) => {
      const { client, put, dispose } = await mcpPlace(skills, era);
      return { source: mcpSkillSource(client, { label: "hub" }), change: put, dispose };
    },
    expectedId: ({ id }) => `hub:${id}`,
    requires: ["listResources", "readResource", "watch"],
    parses: false,
  });
}
