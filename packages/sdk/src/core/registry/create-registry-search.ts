import { SkillError } from "../errors.ts";
import type { ParseSkillResult } from "../format/types.ts";
import { BodyReports } from "../search/body-reports.ts";
import type { SkillCandidate, SkillMatch, SkillMatcher, SkillMatchOptions } from "../search/skill-matcher.ts";
import type { SkillEntry, SkillIndexStore, SkillSource } from "../source/skill-source.ts";
import type { RegistrySnapshot } from "./registry-snapshot.ts";

const indexName = "search";
/** Reasons for which a text will not be had tomorrow either. */
const lasting = ["file-not-text", "file-too-large", "file-missing", "skill-unknown", "path-refused"] as const;

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
  /** Tells revisions of one process from those of another, where a source gives none. Made late: a Worker has no chance at its start. */
  let process: string | undefined;
  let entries: readonly SkillEntry[] | undefined;
  let corpus: readonly SkillCandidate[] = [];
  let listings = 0;
  let restored: Promise<void> | undefined;
  let saved: readonly SkillEntry[] | undefined;
  /** Skills whose text could not be had just now; the index knows them without it, and must not outlive that. */
  const unread = new Set<string>();

  const reports = new BodyReports(source.label ?? "source");
  /** Reads under way, for those who ask again about a skill that did not change. */
  const reading = new Map<SkillEntry, Promise<string>>();

  const read = async (id: string): Promise<string> => {
    reports.asked();
    try {
      const { body } = parse(await source.read(id)).manifest;
      unread.delete(id);
      reports.came(id);
      return body;
    } catch (error) {
      if (!lasting.some((code) => SkillError.is(error, code))) unread.add(id);
      reports.failed(id, error);
      return "";
    }
  };

  const body = (entry: SkillEntry): Promise<string> => {
    if (entry.revision === undefined) return read(entry.id);
    const known = reading.get(entry);
    if (known !== undefined) return known;
    const started = read(entry.id).finally(() => reading.delete(entry));
    reading.set(entry, started);
    return started;
  };

  const candidate = (entry: SkillEntry): SkillCandidate => ({
    id: entry.id,
    name: entry.name,
    description: entry.description,
    // Without a revision nobody can tell whether the text changed, so each listing counts as a change.
    revision:
      entry.revision === undefined || unread.has(entry.id)
        ? `${(process ??= crypto.randomUUID())} ${listings}`
        : entry.revision,
    // What somebody else serves is not read ahead: only what a model asks for.
    body: () => (entry.origin === undefined ? body(entry) : Promise.resolve("")),
  });

  const restore = async (): Promise<void> => {
    try {
      const snapshot = await store?.load(indexName);
      if (snapshot !== undefined) matcher.restore?.(snapshot);
    } catch {
      // An index that cannot be had is worked out.
    }
  };

  const save = async (): Promise<void> => {
    if (store === undefined || saved === entries || unread.size > 0 || reports.open > 0) return;
    const snapshot = matcher.snapshot?.();
    if (snapshot === undefined) return;
    saved = entries;
    try {
      await store.save(indexName, snapshot);
    } catch {
      // An index that cannot be kept is worked out again next time.
    }
  };

  return {
    match: async (query, snapshot, options) => {
      if (store !== undefined) await (restored ??= restore());
      if (entries !== snapshot.entries) {
        entries = snapshot.entries;
        listings++;
        for (const id of unread) if (!snapshot.byId.has(id)) unread.delete(id);
        corpus = Object.freeze(entries.map(candidate));
      }
      const matches = await matcher.match(query, corpus, options);
      reports.answered(snapshot.diagnostics, (id) => snapshot.byId.has(id));
      void save();
      return sound(matches, snapshot, options);
    },
  };
}

/** A matcher is other people's code too, and may ask a server: only what is listed counts, once, with a score. */
function sound(
  matches: readonly unknown[],
  { byId }: RegistrySnapshot,
  { topK = Infinity, threshold = 0 }: SkillMatchOptions,
): SkillMatch[] {
  const seen = new Set<string>();
  const kept = matches.filter((match): match is SkillMatch => {
    if (typeof match !== "object" || match === null) return false;
    const { id, score } = match as Partial<SkillMatch>;
    if (id === undefined || seen.has(id) || !byId.has(id) || !(Number(score) >= threshold)) return false;
    seen.add(id);
    return true;
  });
  return kept.slice(0, topK);
}
