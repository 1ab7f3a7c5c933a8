import { join } from "node:path";
import type { FetchContext } from "../../../../src/supply/fetch/skill-fetcher.ts";
import { DEFAULT_FETCH_LIMITS } from "../../../../src/supply/fetch/default-fetch-limits.ts";
import { gitEnv } from "./git-repo.ts";

/** What a fetcher gets in a test: a cache in the folder, and an environment of nobody's. */
export function fetchContext(folder: string, more: Partial<FetchContext> = {}): FetchContext {
  const { PATH } = gitEnv;
  return {
    directory: folder,
    cacheFolder: join(folder, "cache"),
    offline: false,
    limits: { ...DEFAULT_FETCH_LIMITS, timeout: 20_000, ...more.limits },
    ...more,
    env: { PATH, HOME: "/nonexistent", GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null", ...more.env },
  };
}
