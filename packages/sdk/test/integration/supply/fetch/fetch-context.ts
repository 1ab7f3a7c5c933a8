import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { DEFAULT_FETCH_LIMITS } from "../../../../src/supply/fetch/default-fetch-limits.ts";
import type { FetchContext } from "../../../../src/supply/fetch/skill-fetcher.ts";
import type { SourceTree } from "../../../../src/supply/fetch/source-tree.ts";

/** A context with a cache of the test's own. */
export function fetchContext(parts: Partial<FetchContext> = {}): FetchContext {
  const folder = mkdtempSync(join(tmpdir(), "tradecraft-fetch-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return { directory: folder, cacheFolder: folder, offline: false, limits: DEFAULT_FETCH_LIMITS, env: {}, ...parts };
}

/** Every file of a tree as text. */
export async function textsOf(tree: SourceTree): Promise<Record<string, string>> {
  const contents = await tree.read(tree.entries.map(({ path }) => path));
  return Object.fromEntries([...contents].map(([path, bytes]) => [path, new TextDecoder().decode(bytes)]));
}
