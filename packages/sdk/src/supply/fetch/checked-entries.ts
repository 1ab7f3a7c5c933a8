import { SkillError } from "../../core/errors.ts";
import { normalizeResourcePath } from "../../core/source/normalize-resource-path.ts";
import { assertNoCollisions } from "./assert-no-collisions.ts";
import type { FetchLimits } from "./skill-fetcher.ts";
import type { RefusedEntry, TreeEntry } from "./source-tree.ts";

/** An entry as a source lists it; folders are looked at and left out. */
export interface RawEntry extends Omit<TreeEntry, "kind"> {
  readonly kind: TreeEntry["kind"] | "folder";
}

export interface CheckedEntriesOptions {
  readonly limits: Pick<FetchLimits, "maxEntries" | "maxUnpackedBytes">;
  /** Begins messages: `The archive x.zip`. */
  readonly where: string;
  /**
   * `refuse` throws for the first path that is unsafe, there twice, or one with another. `remember` lists what is unsafe
   * or there twice apart, for `findSkills` to refuse if it lies in a skill that is wanted: what a repository has
   * elsewhere does not matter.
   */
  readonly unsafe: "refuse" | "remember";
}

/** The entries of a source, checked and sorted by path. */
export function checkedEntries<Entry extends RawEntry>(
  raw: readonly Entry[],
  { limits, where, unsafe }: CheckedEntriesOptions,
): { entries: (Entry & TreeEntry)[]; refused: RefusedEntry[] } {
  if (raw.length > limits.maxEntries) throw tooManyEntries(where, limits.maxEntries);
  const entries: (Entry & TreeEntry)[] = [];
  const refused: RefusedEntry[] = [];
  const times = new Map<string, number>();
  let bytes = 0;
  for (const entry of raw) {
    const checked = checkedPath(entry, unsafe);
    if ("reason" in checked) {
      if (unsafe === "refuse") throw unsafePath(where, checked);
      refused.push(checked);
      continue;
    }
    if (!isListed(entry)) continue;
    bytes += entry.size;
    if (unsafe === "refuse" && bytes > limits.maxUnpackedBytes) throw tooManyBytes(where, limits.maxUnpackedBytes);
    times.set(checked.path, (times.get(checked.path) ?? 0) + 1);
    entries.push({ ...entry, path: checked.path });
  }
  if (unsafe === "refuse")
    assertNoCollisions(
      entries.map(({ path }) => path),
      where,
    );
  const once = entries.filter(({ path }) => times.get(path) === 1);
  for (const [path, count] of times) if (count > 1) refused.push({ path, reason: "it is there twice" });
  return { entries: once.sort((a, b) => (a.path < b.path ? -1 : 1)), refused };
}

function isListed<Entry extends RawEntry>(entry: Entry): entry is Entry & TreeEntry {
  return entry.kind !== "folder";
}

function checkedPath({ path, kind }: RawEntry, unsafe: "refuse" | "remember"): { path: string } | RefusedEntry {
  const plain = kind === "folder" ? path.replace(/\/+$/, "") : path;
  // The folder that is archived, as `tar` writes it.
  if (kind === "folder" && (plain === "." || plain === "")) return { path: "." };
  // What was no UTF-8 came with this in it, and would be found again by nobody.
  if (plain.includes("\uFFFD")) return { path, reason: "it is no UTF-8" };
  try {
    const normalized = normalizeResourcePath(plain);
    if (unsafe === "refuse" || normalized === plain) return { path: normalized };
    return { path, reason: "it has a backslash" };
  } catch (error) {
    if (!SkillError.is(error, "path-refused")) throw error;
    const reason = error.message.replace(/^This path is refused: /, "").replace(/\.$/, "");
    return { path, reason };
  }
}

function unsafePath(where: string, { path, reason }: RefusedEntry): SkillError {
  const shown = path.slice(0, 200);
  return new SkillError("path-refused", `${where} is refused: it has the path ${JSON.stringify(shown)}; ${reason}.`, {
    facts: { path: shown },
  });
}

/** The refusal of a source with too many entries. */
export function tooManyEntries(where: string, maxEntries: number): SkillError {
  return new SkillError("file-too-large", `${where} has more than ${maxEntries} entries.`, { facts: { maxEntries } });
}

/** The refusal of a source with too much content. */
export function tooManyBytes(where: string, maxBytes: number): SkillError {
  return new SkillError("file-too-large", `${where} has more than ${maxBytes} bytes.`, { facts: { maxBytes } });
}
