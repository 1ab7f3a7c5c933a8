import { mergeSkillSources, type SkillSource } from "@tradecraft/sdk";
import { folderSkillSource, packageSkills } from "@tradecraft/sdk/node";
import { suggestion } from "../args/closest.ts";
import { openCatalog } from "../catalog/open-catalog.ts";
import { type Place, rootOf } from "../catalog/place.ts";
import type { CliIo } from "../io.ts";
import { UsageError } from "../usage-error.ts";
import type { ChatOptions } from "./chat-options.ts";

/** The skills of a chat, and whether a person must agree to some of them. */
export interface ChatSkills {
  readonly source: SkillSource;
  readonly places: readonly Place[];
}

export interface OpenChatSkillsOptions extends Pick<ChatOptions, "folders" | "packages"> {
  /** Whether the model is the demonstration. */
  readonly isDemo: boolean;
  /** Asked about folders that come with the project: their texts reach a model. */
  readonly trust: (places: readonly Place[]) => Promise<boolean>;
}

/** Opens the folders that were named, or those where agents look, and the skills of packages where they are wanted. */
export async function openChatSkills(
  options: OpenChatSkillsOptions,
  io: Pick<CliIo, "cwd" | "env">,
): Promise<ChatSkills> {
  const { folders, packages, isDemo } = options;
  const sources: SkillSource[] = [];
  let places: readonly Place[] = [];
  // The demonstration is about its own skills, unless somebody brings others.
  if (folders.length > 0 || !isDemo) {
    const catalog = await openCatalog(folders, io);
    const [problem] = catalog.problems;
    if (problem !== undefined) throw new UsageError("argument-unexpected", `${problem.source}: ${problem.message}`);
    const risky = catalog.places.filter(({ needsTrust }) => needsTrust);
    const isTrusted = risky.length === 0 || (await options.trust(risky));
    places = isTrusted ? catalog.places : catalog.places.filter(({ needsTrust }) => !needsTrust);
    sources.push(isTrusted ? catalog.source : folderSkillSource(places.map(rootOf)));
  }
  if (packages) sources.push(packageSkills({ from: io.cwd }));
  if (isDemo) sources.push((await import("./demo/demo-skills.ts")).demoSkills());
  return { source: mergeSkillSources(sources), places };
}

/** Refuses a skill that is not there. */
export function assertSkills(wanted: readonly string[], ids: readonly string[]): void {
  const missing = wanted.find((id) => !ids.includes(id));
  if (missing === undefined) return;
  const hint = suggestion(missing, ids) || `; there are ${ids.length}, see: tradecraft list`;
  throw new UsageError("option-value", `--skill ${missing}: There is no such skill${hint}`);
}
