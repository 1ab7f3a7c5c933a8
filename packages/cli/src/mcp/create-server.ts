import { createMcpSkillServer, type McpSkillServer } from "@tradecraft/sdk/mcp";
import { fileApprovalStore, processRunner } from "@tradecraft/sdk/node";
import type { CliIo } from "../io.ts";
import { loadVersion } from "../version.ts";
import { allowMatcher } from "./allow-matcher.ts";
import type { McpOptions } from "./mcp-options.ts";
import type { Note } from "./note.ts";
import type { McpSkills } from "./open-mcp-skills.ts";

/** The server that the options ask for, not connected to anybody yet. */
export async function createServer(
  { registry }: Pick<McpSkills, "registry">,
  options: Pick<McpOptions, "allow" | "scripts" | "tools" | "index">,
  { io, note }: { readonly io: Pick<CliIo, "env">; readonly note: Note },
): Promise<McpSkillServer> {
  const isAllowed = allowMatcher(options.allow);
  return createMcpSkillServer(registry, {
    version: await loadVersion(),
    allow: ({ id }) => isAllowed(id),
    ...(options.tools && { tools: "always", prompts: "always" }),
    index: options.index,
    ...(options.scripts && approvedScripts(io, note)),
    onReport: ({ code, message }) => note(`${code}: ${message}`),
    onError: (error) => note(error.message),
  });
}

/** Nobody can be asked here, so only what somebody agreed to before is run. */
function approvedScripts({ env }: Pick<CliIo, "env">, note: Note): Parameters<typeof createMcpSkillServer>[1] {
  return {
    scripts: processRunner(),
    approvals: fileApprovalStore(undefined, { ...env }),
    approve: ({ skill, script }) => {
      const how = `tradecraft run ${skill} ${script}, and answer always`;
      note(`approval-denied: ${skill}/${script} was not run, since nobody can be asked; to allow it: ${how}`);
      return false;
    },
  };
}
