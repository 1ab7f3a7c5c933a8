import type { ParseSkillResult } from "../format/types.ts";
import type { SkillCandidate, SkillMatch, SkillMatcher, SkillMatchOptions } from "../search/skill-matcher.ts";
import type { SkillEntry, SkillIndexStore, SkillSource } from "../source/skill-source.ts";
import type { RegistrySnapshot } from "./registry-snapshot.ts";

const indexName = "search";

interface RegistrySearch {
  match(query: string, snapshot: RegistrySnapshot, options: SkillMatchOptions): Promise<SkillMatch[]>;
}

interface SearchOptions {
  readonly parse: (raw: string) => ParseSkillResult;
  readonly store: SkillIndexStore | undefined;
}

/** Hands the catalog to the matcher, and keeps the matcher's index from one process to the next. */
export function createRegistrySearch(
  source: SkillSource,
  matcher: SkillMatcher,
  { parse, store }: SearchOptions,
): RegistrySearch {
  let entries: readonly SkillEntry[] | undefined;
  let corpus: readonly SkillCandidate[] = [];
  let listings = 0;
  let restored: Promise<void> | undefined;
  let saved: readonly SkillEntry[] | undefined;

  const candidate = ({ id, name, description, revision }: SkillEntry): SkillCandidate => ({
    id,
    name,
    description,
    // Without a revision nobody can tell whether the text changed, so each listing counts as a change.
    revision: revision ?? `listing ${listings}`,
    body: async () => {
      try {
        return parse(await source.read(id)).manifest.body;
      } catch {
        return "";
      }
    },
  });

  const restore = async (): Promise<void> => {
    const snapshot = await store?.load(indexName).catch(() => undefined);
    if (snapshot !== undefined) matcher.restore?.(snapshot);
  };

  const save = (): void => {
    if (store === undefined || saved === entries) return;
    saved = entries;
    const snapshot = matcher.snapshot?.();
    // An index that cannot be kept is worked out again next time.
    if (snapshot !== undefined) store.save(indexName, snapshot).catch(() => undefined);
  };

  return {
    match: async (query, snapshot, options) => {
      if (store !== undefined) await (restored ??= restore());
      if (entries !== snapshot.entries) {
        entries = snapshot.entries;
        listings++;
        corpus = Object.freeze(entries.map(candidate));
      }
      const matches = await matcher.match(query, corpus, options);
      save();
      // A matcher is other people's code too, and may ask a server: only what is listed counts.
      return matches.filter(({ id }) => snapshot.byId.has(id));
    },
  };
}
