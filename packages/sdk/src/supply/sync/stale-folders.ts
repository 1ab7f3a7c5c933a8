import type { LockedSource } from "../lock/lock.ts";
import type { Project } from "../project/project.ts";
import type { ResolveSourcesOptions } from "./resolve-sources.ts";
import { own } from "./own.ts";
import { fetcherFor, type SupplyContext } from "./supply-context.ts";

/** A line for each folder of this machine that is a source, and holds something else by now than the lock. */
export async function staleFolders(
  project: Project,
  sources: Readonly<Record<string, LockedSource>>,
  context: SupplyContext,
  { update }: Pick<ResolveSourcesOptions, "update"> = {},
): Promise<string[]> {
  const lines: string[] = [];
  for (const [name, source] of Object.entries(project.skills)) {
    const locked = own(sources, name)?.resolved;
    if (source.type !== "file" || update === "all" || update?.has(name) || locked === undefined) continue;
    try {
      const { resolved } = await fetcherFor(context.fetchers, source).resolve(
        source,
        context.fetchContext("file", name),
      );
      const isSame = "digest" in resolved && "digest" in locked && resolved.digest === locked.digest;
      if (!isSame)
        lines.push(`${name}: ${source.path} holds something else than the lock; to take it: tradecraft update ${name}`);
    } catch {
      // The lock and the cache are enough for now; whoever updates is told.
    }
  }
  return lines;
}
