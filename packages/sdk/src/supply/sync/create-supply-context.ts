import { join } from "node:path";
import { SkillError } from "../../core/errors.ts";
import { userCacheFolder } from "../../node/user-cache-folder.ts";
import { fileBlobCache } from "../cache/file-blob-cache.ts";
import { DEFAULT_FETCH_LIMITS } from "../fetch/default-fetch-limits.ts";
import type { FetchLimits, SkillFetchers } from "../fetch/skill-fetcher.ts";
import type { SourceProgress, SupplyContext } from "./supply-context.ts";

export interface SupplyContextOptions {
  /** Folder of the project file. */
  readonly directory: string;
  /** Answer from the cache or fail; nothing is asked of the network. Default false. */
  readonly offline?: boolean;
  /** Where downloads and files are kept, for all projects. Default: the user's cache folder. */
  readonly cacheFolder?: string;
  readonly limits?: Partial<FetchLimits>;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly onProgress?: (progress: SourceProgress) => void;
  readonly signal?: AbortSignal;
}

/** What sync works with: these fetchers, and a cache that projects share. */
export function createSupplyContext(fetchers: SkillFetchers, options: SupplyContextOptions): SupplyContext {
  const { directory, offline = false, env = process.env, onProgress, signal } = options;
  const folder = options.cacheFolder ?? defaultFolder();
  const limits = { ...DEFAULT_FETCH_LIMITS, ...options.limits };
  return {
    fetchers,
    cache: fileBlobCache({ folder: join(folder, "blobs") }),
    fetchContext: (type, source) => ({
      directory,
      cacheFolder: join(folder, type),
      offline,
      limits,
      env,
      ...(onProgress !== undefined && { onProgress: (text: string) => onProgress({ source, text }) }),
      ...(signal !== undefined && { signal }),
    }),
    ...(onProgress !== undefined && { onProgress }),
    ...(signal !== undefined && { signal }),
  };
}

function defaultFolder(): string {
  const cache = userCacheFolder();
  if (cache !== undefined) return join(cache, "supply");
  throw new SkillError("file-missing", "This user has no cache folder; give a `cacheFolder`.");
}
