export type { BlobCache } from "./cache/blob-cache.ts";
export type { FetchContext, FetchedSource, FetchLimits, SkillFetcher, SkillFetchers } from "./fetch/skill-fetcher.ts";
export type { SourceTree, TreeEntry } from "./fetch/source-tree.ts";
export {
  type InstalledFolder,
  type Lock,
  LOCK_FILE_NAME,
  type LockedSkill,
  type LockedSource,
  type ResolvedPoint,
} from "./lock/lock.ts";
export type * from "./project/project.ts";
