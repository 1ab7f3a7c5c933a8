import semver from "semver";
import { mapLimited } from "../../core/map-limited.ts";
import { messageOf } from "../../core/message-of.ts";
import type { Lock } from "../lock/lock.ts";
import type { Project } from "../project/project.ts";
import { pointText } from "./report-sources.ts";
import { fetcherFor, type SupplyContext } from "./supply-context.ts";

/** Where a source stands, and where it could stand. */
export interface OutdatedSource {
  readonly name: string;
  readonly type: string;
  /** What the project file asks for. */
  readonly pin: string;
  /** What the lock holds; undefined before the first sync. */
  readonly current?: string;
  /** The newest there is; undefined where nothing is ever newer, or it could not be asked. */
  readonly latest?: string;
  readonly isOutdated: boolean;
  /** Why the source could not be asked. */
  readonly problem?: string;
}

/** Asks each source for the newest that it has. One that cannot be asked is told, and does not hide the others. */
export async function findOutdated(project: Project, lock: Lock, context: SupplyContext): Promise<OutdatedSource[]> {
  return mapLimited(Object.entries(project.skills), 6, async ([name, source]): Promise<OutdatedSource> => {
    const locked = lock.sources[name]?.resolved;
    const pin = "version" in source ? source.version : "ref" in source ? source.ref : "sha" in source ? source.sha : "";
    const current = locked === undefined ? {} : { current: pointText(locked) };
    const base = { name, type: source.type, pin, ...current };
    try {
      const latest = await fetcherFor(context.fetchers, source).latest?.(
        source,
        context.fetchContext(source.type, name),
      );
      if (latest === undefined) return { ...base, isOutdated: false };
      return { ...base, latest, isOutdated: isBehind(locked === undefined ? [pin] : Object.values(locked), latest) };
    } catch (error) {
      context.signal?.throwIfAborted();
      return { ...base, isOutdated: false, problem: messageOf(error) };
    }
  });
}

/** A version is behind a higher one only: somebody who tries what comes next is not told to go back. */
function isBehind(known: readonly string[], latest: string): boolean {
  const versions = known.filter((value) => semver.valid(value) !== null);
  if (versions.length > 0 && semver.valid(latest) !== null) return versions.every((value) => semver.gt(latest, value));
  return !known.includes(latest);
}
