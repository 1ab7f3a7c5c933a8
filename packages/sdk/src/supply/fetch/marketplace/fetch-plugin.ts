import { join } from "node:path";
import { SkillError } from "../../../core/errors.ts";
import type { ResolvedPoint } from "../../lock/lock.ts";
import type { GitSource, NpmSource } from "../../project/project.ts";
import { withoutCredentials } from "../git/git-url.ts";
import type { FetchContext, FetchedSource, SkillFetcher, SkillOrigins } from "../skill-fetcher.ts";
import { assertPublicRegistry, assertPublicUrl } from "./assert-public-url.ts";
import type { PluginEntry, PluginPlace } from "./parse-marketplace.ts";

export interface FetchPluginOptions {
  readonly git: SkillFetcher<GitSource>;
  readonly npm: SkillFetcher<NpmSource>;
  /** Address of the marketplace. */
  readonly marketplace: string;
  readonly context: FetchContext;
  /** What a lock holds; undefined to take what is there now. */
  readonly locked: SkillOrigins | undefined;
}

/** Gets a plugin from a place outside of its marketplace: at the point of a lock, else at what its pin means now. */
export async function fetchPlugin(
  plugin: PluginEntry,
  place: Exclude<PluginPlace, { kind: "inside" }>,
  { git, npm, marketplace, context, locked }: FetchPluginOptions,
): Promise<FetchedSource> {
  const point = locked === undefined ? undefined : lockedPoint(plugin.name, place.shown, locked);
  if (place.kind === "git") {
    assertPublicUrl(place.source.url, marketplace, plugin);
    const at = cacheIn(context, "git");
    return point === undefined ? git.resolve(place.source, at) : git.restore(place.source, point, at);
  }
  if (place.source.registry !== undefined) assertPublicRegistry(place.source.registry, marketplace, plugin);
  const at = cacheIn(context, "npm");
  return point === undefined ? npm.resolve(place.source, at) : npm.restore(place.source, point, at);
}

/** Whether a lock has a skill of this plugin. */
export function isLocked(plugin: string, locked: SkillOrigins): boolean {
  return [...locked.keys()].some((folder) => isOf(plugin, folder));
}

/** A folder of the cache for one kind of place. */
export function cacheIn(context: FetchContext, name: string): FetchContext {
  return { ...context, cacheFolder: join(context.cacheFolder, name) };
}

/** All skills of a plugin come from one place at one point; a lock that says otherwise was not written by a sync. */
function lockedPoint(plugin: string, shown: string, locked: SkillOrigins): ResolvedPoint | undefined {
  const points = new Map<string, ResolvedPoint>();
  for (const [folder, from] of locked) {
    if (!isOf(plugin, folder) || from === undefined) continue;
    if (from.source !== withoutCredentials(shown))
      throw unsound(plugin, "names another place for it than the marketplace");
    points.set(JSON.stringify(Object.entries(from.resolved).map(String).sort()), from.resolved);
  }
  if (points.size > 1) throw unsound(plugin, "has several points for it");
  return [...points.values()][0];
}

function isOf(plugin: string, folder: string): boolean {
  return folder === plugin || folder.startsWith(`${plugin}/`);
}

function unsound(plugin: string, problem: string): SkillError {
  return new SkillError("lock-invalid", `The plugin "${plugin}": the lock ${problem}; update it.`, {
    facts: { plugin },
  });
}
