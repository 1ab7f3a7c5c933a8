import type { Diagnostic } from "../diagnostic.ts";
import { findFrontmatter } from "./find-frontmatter.ts";
import { type Frontmatter, readFrontmatter, refuseTooLarge } from "./read-frontmatter.ts";
import { readOrdinary } from "./read-ordinary.ts";
import { readWithParser } from "./read-with-parser.ts";
import { reportFrontmatter } from "./report-frontmatter.ts";
import { Reporter } from "./reporter.ts";
import { restoreHashes } from "./restore-hashes.ts";
import type { Fences } from "./split-frontmatter.ts";
import type { FrontmatterValue, ParseSkillOptions } from "./types.ts";
import { type FrontmatterEntry, toObject } from "./yaml/entry.ts";

/** All of a file's frontmatter as data. */
export interface ParseFrontmatterResult {
  /** Every key and value as YAML reads them, repairs applied; null when there is no frontmatter that could be read. */
  readonly data: { readonly [key: string]: FrontmatterValue } | null;
  readonly diagnostics: Diagnostic[];
}

/** Reads the frontmatter of a SKILL.md as data, without making a manifest of it. Never throws on content. */
export function parseFrontmatter(raw: string, options: ParseSkillOptions = {}): ParseFrontmatterResult {
  const { entries, reporter } = readSkillText(raw, options);
  return { data: entries && toObject(entries), diagnostics: reporter.diagnostics };
}

/** A SKILL.md, taken apart. */
export interface SkillText {
  readonly fences: Fences;
  /** Null when there is no frontmatter that could be read. */
  readonly entries: readonly FrontmatterEntry[] | null;
  /** Holds what was reported so far. */
  readonly reporter: Reporter;
}

/** Takes a SKILL.md apart and reports everything that is unusual about how it is written. */
export function readSkillText(raw: string, options: ParseSkillOptions): SkillText {
  const repair = options.repair ?? true;
  const reporter = new Reporter(raw);
  const ordinary = options.parseYaml === undefined ? readOrdinary(raw) : null;
  if (ordinary !== null) {
    return { fences: ordinary.fences, entries: restoreHashes(ordinary.entries, raw, repair, reporter), reporter };
  }
  const read = (start: number, end: number): Frontmatter => readYaml(raw, start, end, options, repair);
  const fences = findFrontmatter(raw, repair, reporter, (start, end) => read(start, end).entries);
  if (fences.state !== "closed") return { fences, entries: null, reporter };
  const frontmatter = read(fences.frontmatterStart, fences.frontmatterEnd);
  reportFrontmatter(frontmatter, raw, reporter);
  const { entries } = frontmatter;
  return { fences, entries: entries && restoreHashes(entries, raw, repair, reporter), reporter };
}

function readYaml(raw: string, start: number, end: number, options: ParseSkillOptions, repair: boolean): Frontmatter {
  const { parseYaml } = options;
  const refused = refuseTooLarge(start, end);
  if (refused !== null) return refused;
  return parseYaml === undefined
    ? readFrontmatter(raw, start, end, repair)
    : readWithParser(raw, start, end, parseYaml);
}
