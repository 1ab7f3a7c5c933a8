import type { BlobCache } from "../cache/blob-cache.ts";
import type { FetchContext, SkillFetcher, SkillFetchers } from "../fetch/skill-fetcher.ts";
import type { ProjectSource } from "../project/project.ts";

/** What is being done for a source, for those who watch. */
export interface SourceProgress {
  readonly source: string;
  readonly text: string;
  /** Nothing more is to be done for it. */
  readonly isDone?: boolean;
}

/** The hands that sync works with. */
export interface SupplyContext {
  readonly fetchers: SkillFetchers;
  readonly cache: BlobCache;
  /** What a fetcher of this kind, working for this source, gets. */
  fetchContext(type: ProjectSource["type"], source: string): FetchContext;
  readonly onProgress?: (progress: SourceProgress) => void;
  readonly signal?: AbortSignal;
}

/** The fetcher for a source. */
export function fetcherFor(fetchers: SkillFetchers, source: ProjectSource): SkillFetcher {
  return fetchers[source.type] as unknown as SkillFetcher;
}
