import { createSkillRegistry, type SkillRegistry } from "@tradecraft/sdk";
import type { Place } from "../catalog/place.ts";
import { openChatSkills } from "../chat/open-chat-skills.ts";
import type { CliIo } from "../io.ts";

/** The skills to serve. */
export interface McpSkills {
  readonly registry: SkillRegistry;
  readonly places: readonly Place[];
  /** Folders that come with the project: their texts would reach a model, and nobody can be asked. */
  readonly leftOut: readonly Place[];
}

/** Opens the folders that were named, or those where agents look but for the project's; refuses a path that is none. */
export async function openMcpSkills(paths: readonly string[], io: Pick<CliIo, "cwd" | "env">): Promise<McpSkills> {
  let leftOut: readonly Place[] = [];
  const trust = async (asked: readonly Place[]): Promise<boolean> => {
    leftOut = asked;
    return false;
  };
  const { source, places } = await openChatSkills({ folders: paths, packages: false, isDemo: false, trust }, io);
  return { registry: createSkillRegistry(source), places, leftOut };
}
