import { applyEdits } from "./apply-edits.ts";
import type { TextEdit } from "../diagnostic.ts";
import type { FrontmatterEntry } from "./yaml/entry.ts";
import { type FullYaml, readFullYaml, type YamlProblem } from "./yaml/full-yaml.ts";
import { isSyntaxError, repairYaml, type YamlRepair } from "./yaml/repair.ts";
import { type BrokenEntry, readSimpleYaml, UNSURE } from "./yaml/simple-yaml.ts";

/** A frontmatter as read; all offsets into the file. */
export interface Frontmatter {
  /** Null when the text is not a mapping and could not be mended. */
  readonly entries: readonly FrontmatterEntry[] | null;
  readonly problems: readonly YamlProblem[];
  readonly repairs: readonly YamlRepair[];
}

const NONE: readonly never[] = [];

/** Frontmatters past this are refused unread. */
export const MAX_FRONTMATTER_LENGTH: number = 1024 * 1024;

/** The refusal of a frontmatter that is too large to be read; null for any other. */
export function refuseTooLarge(start: number, end: number): Frontmatter | null {
  if (end - start <= MAX_FRONTMATTER_LENGTH) return null;
  const message = `${end - start} characters, where ${MAX_FRONTMATTER_LENGTH} are read at most`;
  return { entries: null, problems: [{ kind: "too-large", message, start, end: start }], repairs: NONE };
}

/** Reads the YAML between `start` and `end` of a file: simple reader first, full reader where that one is not sure. */
export function readFrontmatter(raw: string, start: number, end: number, repair: boolean): Frontmatter {
  const simple = readSimpleYaml(raw, start, end);
  if (Array.isArray(simple)) return { entries: simple, problems: NONE, repairs: NONE };
  const full = simple === UNSURE ? readFull(raw, start, end) : readBroken(raw, simple);
  if (!full.problems.some(isSyntaxError)) return full;
  const mendable = repair && full.problems.some((problem) => problem.kind === "syntax");
  return (mendable ? readMended(raw, start, end, simple) : null) ?? full;
}

function readFull(raw: string, start: number, end: number): Frontmatter {
  const { entries, problems } = readFullYaml(raw.slice(start, end));
  const toFile = (at: number): number => at + start;
  return {
    entries: entries && shiftEntries(entries, toFile),
    problems: problems.map((problem) => ({ ...problem, start: toFile(problem.start), end: toFile(problem.end) })),
    repairs: NONE,
  };
}

const REASONS = {
  value: "what stands behind this key is not a value; quote it if it is text",
  line: "this line is neither a key with a value, nor a comment, nor indented below one",
} as const;

/** What the simple reader is sure to be broken needs no second opinion. */
function readBroken(raw: string, { reason, start }: BrokenEntry): Frontmatter {
  const lineEnd = raw.indexOf("\n", start);
  const end = lineEnd < 0 ? raw.length : lineEnd;
  return { entries: null, problems: [{ kind: "syntax", message: REASONS[reason], start, end }], repairs: NONE };
}

/** Reads the frontmatter with its repairable entries mended; null if there are none or it is still not valid. */
function readMended(raw: string, start: number, end: number, simple: BrokenEntry | typeof UNSURE): Frontmatter | null {
  const repairs = repairYaml(raw, start, end, simple);
  if (repairs.length === 0) return null;
  const edits = repairs.flatMap((repair) => repair.edits);
  const inside = edits.map((edit) => ({ start: edit.start - start, end: edit.end - start, text: edit.text }));
  const reading = readYaml(applyEdits(raw.slice(start, end), inside));
  if (reading.entries === null || reading.problems.some(isSyntaxError)) return null;
  const toFile = (at: number): number => offsetBefore(at, inside) + start;
  const problems = reading.problems.map((problem) => ({
    ...problem,
    start: toFile(problem.start),
    end: toFile(problem.end),
  }));
  return { entries: shiftEntries(reading.entries, toFile), problems, repairs };
}

function readYaml(text: string): FullYaml {
  const simple = readSimpleYaml(text, 0, text.length);
  return Array.isArray(simple) ? { entries: simple, problems: [] } : readFullYaml(text);
}

/** Where an offset of the edited text lay before; inside a replacement, the replaced text's start or end. */
function offsetBefore(after: number, edits: readonly TextEdit[]): number {
  let shift = 0;
  for (const edit of edits) {
    const start = edit.start + shift;
    if (after <= start) break;
    const end = start + edit.text.length;
    if (after < end) return edit.start;
    shift += edit.text.length - (edit.end - edit.start);
  }
  return after - shift;
}

function shiftEntries(entries: readonly FrontmatterEntry[], move: (at: number) => number): FrontmatterEntry[] {
  return entries.map((entry) => ({
    key: entry.key,
    value: entry.value,
    keyStart: move(entry.keyStart),
    keyEnd: move(entry.keyEnd),
    valueStart: move(entry.valueStart),
    valueEnd: entry.valueEnd < 0 ? -1 : move(entry.valueEnd),
    end: move(entry.end),
    commentAt: entry.commentAt < 0 ? -1 : move(entry.commentAt),
    marked: entry.marked,
  }));
}
