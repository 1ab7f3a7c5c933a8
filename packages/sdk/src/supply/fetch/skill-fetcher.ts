import type { LockedSkill, ResolvedPoint } from "../lock/lock.ts";
import type { ProjectSource, ProjectSourceType } from "../project/project.ts";
import type { SourceTree } from "./source-tree.ts";

/** What a fetcher may use, and what limits it. */
export interface FetchContext {
  /** Folder of the project file: relative paths are relative to it. */
  readonly directory: string;
  /** A folder of the fetcher's own in the user's cache; shared by projects and processes, so everything in it is verified when used. */
  readonly cacheFolder: string;
  /** Answer from the cache or fail with `source-unavailable`; nothing is asked of the network. */
  readonly offline: boolean;
  readonly limits: FetchLimits;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Told in a few words what is being done: `cloning`, `12 of 40 files`. */
  readonly onProgress?: (text: string) => void;
  readonly signal?: AbortSignal;
}

/** Caps on what a source may bring. Beyond them it is refused with `file-too-large`, never cut. */
export interface FetchLimits {
  /** Bytes of an archive or an answer as it comes. Default 64 MiB. */
  readonly maxDownloadBytes: number;
  /** Bytes of an archive when unpacked. Default 256 MiB. */
  readonly maxUnpackedBytes: number;
  /** Entries of a source. Default 50,000. */
  readonly maxEntries: number;
  /** Milliseconds without any answer. Default 60,000. */
  readonly timeout: number;
}

/** A source at one exact point. */
export interface FetchedSource {
  readonly resolved: ResolvedPoint;
  /** Opens the content; called once, and not at all when the lock and the cache have everything. */
  open(): Promise<SourceTree>;
  /** Where skills of a folder come from when that is another place: a marketplace's plugin in a repository of its own. */
  originOf?(folder: string): LockedSkill["from"];
}

/** Folders of locked skills, and where each comes from when that is another place than its source. */
export type SkillOrigins = ReadonlyMap<string, LockedSkill["from"]>;

/**
 * Gets skills from one kind of source. `resolve` asks the source what the pin means today; `restore` goes back to a point
 * that a lock holds, and fails with `source-unavailable` when it is gone and with `digest-mismatch` when it is another.
 * `origins` are the locked skills by folder, each with the place it comes from if that is another one: such places are
 * restored at their points too, and those of no locked skill are left alone. With them, a source that has no versions may
 * be at another point, because it offers more than it did: it then gives what it has of these skills, and whoever asked
 * compares them with the lock.
 */
export interface SkillFetcher<Source extends ProjectSource = ProjectSource> {
  readonly type: Source["type"];
  resolve(source: Source, context: FetchContext): Promise<FetchedSource>;
  restore(
    source: Source,
    resolved: ResolvedPoint,
    context: FetchContext,
    origins?: SkillOrigins,
  ): Promise<FetchedSource>;
  /** The newest thing there is, for `outdated`: a version, or the commit that a ref means now; undefined where nothing is ever newer. */
  latest?(source: Source, context: FetchContext): Promise<string | undefined>;
}

/** A fetcher for each kind of source. */
export type SkillFetchers = {
  readonly [Type in ProjectSourceType]: SkillFetcher<Extract<ProjectSource, { type: Type }>>;
};
