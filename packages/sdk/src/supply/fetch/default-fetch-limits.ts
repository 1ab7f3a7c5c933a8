import type { FetchLimits } from "./skill-fetcher.ts";

const mebibyte = 1024 * 1024;

/** What a source may bring where nobody says otherwise. */
export const DEFAULT_FETCH_LIMITS: FetchLimits = {
  maxDownloadBytes: 64 * mebibyte,
  maxUnpackedBytes: 256 * mebibyte,
  maxEntries: 50_000,
  timeout: 60_000,
};
