import type { Diagnostic } from "../diagnostic.ts";
import { closeFrontmatter } from "./close-frontmatter.ts";
import { endOfEntry, ownsLines } from "./entry-text.ts";
import { type Frontmatter, readFrontmatter } from "./read-frontmatter.ts";
import { readOrdinary } from "./read-ordinary.ts";
import { readWithParser } from "./read-with-parser.ts";
import { Reporter } from "./reporter.ts";
import { type Fences, findFences } from "./split-frontmatter.ts";
import type { FrontmatterValue, ParseSkillOptions } from "./types.ts";
import { type FrontmatterEntry, toObject } from "./yaml/entry.ts";
import { quoteScalar } from "./yaml/quote.ts";

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
  const fences = findFrontmatter(raw, repair, reporter, read);
  if (fences.state !== "closed") return { fences, entries: null, reporter };
  const frontmatter = read(fences.frontmatterStart, fences.frontmatterEnd);
  reportProblems(frontmatter, raw, reporter);
  const { entries } = frontmatter;
  return { fences, entries: entries && restoreHashes(entries, raw, repair, reporter), reporter };
}

/** Finds the fences, closing a frontmatter that was left open where its end is plain; reports what is unusual. */
function findFrontmatter(
  raw: string,
  repair: boolean,
  reporter: Reporter,
  read: (start: number, end: number) => Frontmatter,
): Fences {
  const fences = findFences(raw);
  if (fences.state === "absent") {
    const message =
      "The file must start with a line of three hyphens, then `name: …` and `description: …`, then three hyphens again.";
    reporter.report("frontmatter-missing", { message, start: 0, end: 1 });
    return fences;
  }
  if (fences.fenceStart > 0) reportLead(raw, fences.fenceStart, reporter);
  if (fences.state === "closed") return fences;
  const closed = closeFrontmatter(raw, fences.frontmatterStart, (start, end) => read(start, end).entries);
  const place = closed?.end ?? fences.fenceStart;
  reporter.report("frontmatter-unclosed", {
    message: `The frontmatter has no closing line of three hyphens${closed === null ? "." : "; it seems to end here."}`,
    start: place,
    end: place + 3,
    fix: closed === null ? undefined : { title: "Close the frontmatter", edits: [closed.edit] },
  });
  if (closed === null || !repair) return fences;
  return { ...fences, state: "closed", frontmatterEnd: closed.end, bodyStart: closed.bodyStart };
}

function reportLead(raw: string, fenceStart: number, reporter: Reporter): void {
  const mark = raw.startsWith("\uFEFF") ? 1 : 0;
  if (mark > 0) {
    const fix = { title: "Remove the byte order mark", edits: [{ start: 0, end: 1, text: "" }] };
    reporter.report("byte-order-mark", {
      message: "The file starts with a byte order mark, which many readers refuse.",
      start: 0,
      end: 1,
      fix,
    });
  }
  if (fenceStart > mark) {
    const fix = { title: "Remove the blank lines", edits: [{ start: mark, end: fenceStart, text: "" }] };
    const message = "Blank lines stand before the frontmatter; many readers find none then.";
    reporter.report("leading-blank-lines", { message, start: mark, end: mark + 1, fix });
  }
}

function readYaml(raw: string, start: number, end: number, options: ParseSkillOptions, repair: boolean): Frontmatter {
  const { parseYaml } = options;
  return parseYaml === undefined
    ? readFrontmatter(raw, start, end, repair)
    : readWithParser(raw, start, end, parseYaml);
}

const CODE_OF_PROBLEM = {
  syntax: "yaml-syntax",
  "duplicate-key": "yaml-duplicate-key",
  "too-large": "frontmatter-too-large",
  "too-deep": "frontmatter-too-deep",
  "too-complex": "frontmatter-too-complex",
  "not-mapping": "frontmatter-not-mapping",
  "unresolved-tag": "yaml-unknown-tag",
} as const;

const CODE_OF_REPAIR = {
  "unquoted-colon": "yaml-unquoted-colon",
  "unquoted-value": "yaml-unquoted-value",
  tab: "yaml-tab",
} as const;

const MESSAGE_OF_REPAIR = {
  "unquoted-colon": (key: string) =>
    `The value of \`${key}\` has a colon followed by a space in it, so it must be quoted.`,
  "unquoted-value": (key: string) =>
    `The value of \`${key}\` starts or continues with a sign that YAML reads as its own, so it must be quoted.`,
  tab: (key: string) => `The lines below \`${key}\` are indented with tabs; YAML allows spaces only.`,
} as const;

/** How many syntax errors are reported: one mistake makes many. */
const MOST_SYNTAX_ERRORS = 3;

function reportProblems(frontmatter: Frontmatter, raw: string, reporter: Reporter): void {
  let syntaxErrors = 0;
  for (const problem of frontmatter.problems) {
    const code = CODE_OF_PROBLEM[problem.kind];
    const { start, end } = problem;
    if (problem.kind === "duplicate-key") {
      const field = problem.message;
      const fix = removeRepetition(frontmatter.entries ?? [], start, raw);
      reporter.report(code, {
        message: `The key \`${field}\` appears twice; the last value counts.`,
        field,
        start,
        end,
        fix,
      });
    } else if (problem.kind !== "syntax" || ++syntaxErrors <= MOST_SYNTAX_ERRORS) {
      reporter.report(code, { message: `${describe(problem.kind)}: ${problem.message}.`, start, end });
    }
  }
  for (const { kind, key, start, end, edits } of frontmatter.repairs) {
    const title = kind === "tab" ? "Indent with spaces" : "Quote the value";
    reporter.report(CODE_OF_REPAIR[kind], {
      message: MESSAGE_OF_REPAIR[kind](key),
      field: key,
      start,
      end,
      fix: { title, edits },
    });
  }
}

function describe(kind: Exclude<keyof typeof CODE_OF_PROBLEM, "duplicate-key">): string {
  if (kind === "syntax") return "The frontmatter is not valid YAML";
  return kind === "unresolved-tag" ? "Ignored" : "The frontmatter is refused";
}

/** A second entry that says the same as the first can go. */
function removeRepetition(entries: readonly FrontmatterEntry[], keyStart: number, raw: string) {
  const second = entries.find((entry) => entry.keyStart === keyStart);
  const first = entries.find((entry) => entry.key === second?.key);
  if (second === undefined || first === undefined || first === second) return undefined;
  const text = (entry: FrontmatterEntry): string => raw.slice(entry.valueStart, endOfEntry(raw, entry)).trim();
  if (!ownsLines(raw, first) || !ownsLines(raw, second) || text(first) !== text(second)) return undefined;
  return {
    title: "Remove the repetition",
    edits: [{ start: second.keyStart, end: endOfEntry(raw, second), text: "" }],
  };
}

/** Fields that hold prose: there `#12` is a number of an issue and not a comment. */
const PROSE_FIELDS: ReadonlySet<string> = new Set([
  "description",
  "compatibility",
  "license",
  "argument-hint",
  "when_to_use",
]);

/** Gives back to prose values what YAML took for a comment because a ` #` stood before it. */
function restoreHashes(
  entries: readonly FrontmatterEntry[],
  raw: string,
  repair: boolean,
  reporter: Reporter,
): readonly FrontmatterEntry[] {
  if (!hasComment(entries)) return entries;
  return entries.map((entry) => {
    const { key, valueStart, commentAt } = entry;
    if (commentAt < 0 || !PROSE_FIELDS.has(key) || /^#(?:[#\s!]|$)/.test(raw.slice(commentAt, commentAt + 2)))
      return entry;
    const value = raw.slice(valueStart, endOfLine(raw, commentAt)).trimEnd();
    const end = valueStart + value.length;
    reporter.report("yaml-hash-in-value", {
      message: `YAML reads ${JSON.stringify(raw.slice(commentAt, end))} as a comment; quote the value of \`${key}\` to keep it.`,
      field: key,
      start: commentAt,
      end,
      fix: { title: "Quote the value", edits: [{ start: valueStart, end, text: quoteScalar(value) }] },
    });
    return repair ? { ...entry, commentAt: -1, valueEnd: end, value } : entry;
  });
}

function hasComment(entries: readonly FrontmatterEntry[]): boolean {
  for (const entry of entries) if (entry.commentAt >= 0) return true;
  return false;
}

function endOfLine(raw: string, from: number): number {
  const at = raw.indexOf("\n", from);
  return at < 0 ? raw.length : at;
}
