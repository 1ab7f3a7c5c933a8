import { join } from "node:path";
import { SkillError } from "@tradecraft/sdk";
import { userCacheFolder } from "@tradecraft/sdk/node";
import { createSupplyContext, type SourceProgress, type SupplyContext } from "@tradecraft/sdk/supply";
import type { CliIo } from "../io.ts";
import { createFetchers } from "./create-fetchers.ts";

export interface OpenSupplyContextOptions {
  readonly offline: boolean;
  readonly onProgress?: (progress: SourceProgress) => void;
  readonly signal?: AbortSignal;
}

/** What sync works with, for the person at this keyboard. */
export function openSupplyContext(
  directory: string,
  { env }: Pick<CliIo, "env">,
  options: OpenSupplyContextOptions,
): SupplyContext {
  const cache = userCacheFolder({ ...env });
  if (cache === undefined) throw new SkillError("file-missing", "There is no home folder for a cache: set HOME.");
  return createSupplyContext(createFetchers(), {
    ...options,
    directory,
    env: { ...env },
    cacheFolder: join(cache, "supply"),
  });
}
