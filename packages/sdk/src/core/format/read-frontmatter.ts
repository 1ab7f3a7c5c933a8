import { applyEdits } from "./apply-edits.ts";
import type { TextEdit } from "../diagnostic.ts";
import type { FrontmatterEntry } from "./yaml/entry.ts";
import { type FullYaml, readFullYaml, type YamlProblem } from "./yaml/full-yaml.ts";
import { isSyntaxError, repairYaml, type YamlRepair } from "./yaml/repair.ts";
import { readSimpleYaml } from "./yaml/simple-yaml.ts";

/** A frontmatter as read; all offsets into the file. */
export interface Frontmatter {
  /** Null when the text is not a mapping and could not be mended. */
  readonly entries: readonly FrontmatterEntry[] | null;
  readonly problems: readonly (
    | YamlProblem
    | { readonly kind: "too-large"; readonly message: string; readonly start: number; readonly end: number }
  )[];
  readonly repairs: readonly YamlRepair[];
}

const NONE: readonly never[] = [];

/** Frontmatters past this are refused unread. */
export const MAX_FRONTMATTER_LENGTH: number = 1024 * 1024;

/** Reads the YAML between `start` and `end` of a file: simple reader first, full reader where that one is not sure. */
export function readFrontmatter(raw: string, start: number, end: number, repair: boolean): Frontmatter {
  if (end - start > MAX_FRONTMATTER_LENGTH) {
    const message = `${end - start} characters, where ${MAX_FRONTMATTER_LENGTH} are read at most`;
    return { entries: null, problems: [{ kind: "too-large", message, start, end: start }], repairs: [] };
  }
  const simple = readSimpleYaml(raw, start, end);
  if (typeof simple === "object") return { entries: simple, problems: NONE, repairs: NONE };
  if (simple === "broken-value" && repair) {
    const mended = readMended(raw, start, end);
    if (mended !== null) return mended;
  }
  const full = readFullYaml(raw.slice(start, end));
  const problems = full.problems.map((problem) => ({
    ...problem,
    start: problem.start + start,
    end: problem.end + start,
  }));
  if (!problems.some(isSyntaxError)) {
    return { entries: shiftEntries(full.entries ?? [], (at) => at + start), problems, repairs: [] };
  }
  const mended = repair && problems.some((problem) => problem.kind === "syntax") ? readMended(raw, start, end) : null;
  return mended ?? { entries: null, problems, repairs: [] };
}

/** Reads the frontmatter with its repairable entries mended; null if there are none or it is still not valid. */
function readMended(raw: string, start: number, end: number): Frontmatter | null {
  const repairs = repairYaml(raw, start, end);
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
  return typeof simple === "object" ? { entries: simple, problems: [] } : readFullYaml(text);
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
    end: move(entry.end),
    commentAt: entry.commentAt < 0 ? -1 : move(entry.commentAt),
  }));
}
