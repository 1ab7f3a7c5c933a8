import type { SkillManifest } from "../format/types.ts";
import { readEntry } from "../source/read-entry.ts";
import type { SkillEntry } from "../source/skill-source.ts";
import { textRevision } from "../source/text-revision.ts";

/**
 * Level 1 of a skill as its signed SKILL.md has it; of what a source listed only the id, and where it comes from. Undefined
 * where the SKILL.md has no description.
 */
export function signedEntry({ id, location, origin }: SkillEntry, manifest: SkillManifest): SkillEntry | undefined {
  const { entry } = readEntry(manifest.raw, { id, parse: () => ({ manifest, diagnostics: [] }) });
  if (entry === undefined) return undefined;
  return Object.freeze({
    ...entry,
    ...(location !== undefined && { location }),
    revision: textRevision(manifest.raw),
    ...(origin !== undefined && { origin }),
  });
}

/** Gives entries and lists that are as they were before as the same objects. */
export class KeptEntries {
  readonly #byId = new Map<string, { readonly entry: SkillEntry; readonly text: string }>();
  #list: readonly SkillEntry[] = [];

  entry(entry: SkillEntry): SkillEntry {
    const text = JSON.stringify(entry);
    const known = this.#byId.get(entry.id);
    if (known?.text === text) return known.entry;
    this.#byId.set(entry.id, { entry, text });
    return entry;
  }

  list(entries: readonly SkillEntry[]): readonly SkillEntry[] {
    const before = this.#list;
    const isSame = before.length === entries.length && entries.every((entry, at) => entry === before[at]);
    return isSame ? before : (this.#list = Object.freeze([...entries]));
  }
}
