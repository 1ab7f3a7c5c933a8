import type { TextEdit } from "../../diagnostic.ts";
import { readFullYaml, type YamlProblem } from "./full-yaml.ts";
import { quoteScalar } from "./quote.ts";
import type { FrontmatterEntry } from "./entry.ts";
import { type BrokenEntry, readSimpleYaml, UNSURE } from "./simple-yaml.ts";

/** One mended entry of a frontmatter; offsets into the file. */
export interface YamlRepair {
  readonly kind: "unquoted-colon" | "unquoted-value" | "tab";
  readonly key: string;
  readonly start: number;
  readonly end: number;
  readonly edits: readonly TextEdit[];
}

/**
 * Finds the entries between `start` and `end` that are not YAML and mends those that have an obvious reading. None, if
 * there is one that has not. `first` is what the simple reader said of the text.
 */
export function repairYaml(raw: string, start: number, end: number, first: BrokenEntry | typeof UNSURE): YamlRepair[] {
  const repairs: YamlRepair[] = [];
  let reading: FrontmatterEntry[] | BrokenEntry | typeof UNSURE = first;
  for (let at = start; !Array.isArray(reading); reading = readSimpleYaml(raw, at, end)) {
    if (reading === UNSURE) return [...repairs, ...repairEachEntry(raw, at, end)];
    const entryEnd = endOfEntry(raw, reading.start, end);
    const repair = reading.reason === "value" ? repairEntry(raw.slice(reading.start, entryEnd), reading.start) : null;
    if (repair === null) return [];
    repairs.push(repair);
    if (entryEnd >= end) break;
    at = entryEnd;
  }
  return repairs;
}

/** As `repairYaml`, where the simple reader is of no help: every entry is tried on its own. */
function repairEachEntry(raw: string, start: number, end: number): YamlRepair[] {
  const repairs: YamlRepair[] = [];
  if (end - start > FARTHEST_REPAIR) return repairs;
  for (let at = start; at < end;) {
    const entryEnd = endOfEntry(raw, at, end);
    const source = raw.slice(at, entryEnd);
    // Where lines stand that belong to no entry, nobody can tell what was meant.
    if (!ENTRY_OR_NOTHING.test(source)) return [];
    if (!isYaml(source)) {
      const repair = repairEntry(source, at);
      if (repair !== null) repairs.push(repair);
    }
    at = entryEnd;
  }
  return repairs;
}

/** Real frontmatters are far shorter, and each entry may cost a run of the full reader. */
const FARTHEST_REPAIR = 4 * 1024;

/** Blank lines and comments, then a line with a key or nothing. */
const ENTRY_OR_NOTHING = /^(?:[ \t]*(?:#.*)?\r?\n)*(?:[^\s#\-\]}].*:|\s*$)/;

/** Where the entry that starts at `start` ends: before the next line whose first column holds the start of another. */
function endOfEntry(raw: string, start: number, end: number): number {
  let lineStart = endOfLine(raw, start);
  while (lineStart < end && /[\s#\-\]}]/.test(raw.charAt(lineStart))) lineStart = endOfLine(raw, lineStart);
  return Math.min(lineStart, end);
}

function endOfLine(text: string, from: number): number {
  const at = text.indexOf("\n", from);
  return at < 0 ? text.length : at + 1;
}

function isYaml(source: string): boolean {
  const simple = readSimpleYaml(source, 0, source.length);
  return simple === UNSURE ? !readFullYaml(source).problems.some(isSyntaxError) : Array.isArray(simple);
}

/** True for the problems that make a text not YAML. */
export function isSyntaxError(problem: YamlProblem): boolean {
  return problem.kind !== "duplicate-key" && problem.kind !== "unresolved-tag";
}

/** A key in the first column, its colon, and blanks or the line's end. */
const ENTRY = /^([A-Za-z0-9_.-]+):(?:[ \t]+|(?=\r?\n)|$)/;

/** Mends one entry: tabs in its indentation, or a value that wants quotes. Null if neither gives valid YAML. */
function repairEntry(source: string, offset: number): YamlRepair | null {
  const head = ENTRY.exec(source);
  const key = head?.[1];
  if (head === null || key === undefined || source.length > FARTHEST_REPAIR) return null;
  return repairTabs(source, offset, key) ?? repairValue(source, offset, key, head[0].length);
}

const TABBED_INDENT = /^[ ]*\t[ \t]*/gm;

function repairTabs(source: string, offset: number, key: string): YamlRepair | null {
  if (!source.includes("\t")) return null;
  const edits = [...source.matchAll(TABBED_INDENT)].map((match) => {
    const start = offset + match.index;
    return { start, end: start + match[0].length, text: withoutTabs(match[0]) };
  });
  const first = edits[0];
  const mended = source.replaceAll(TABBED_INDENT, withoutTabs);
  if (first === undefined || !isYaml(mended)) return null;
  return { kind: "tab", key, start: first.start, end: first.end, edits };
}

function withoutTabs(indent: string): string {
  return indent.replaceAll("\t", "  ");
}

/** A lone alias or anchor is meant as one, and what starts as a map or list is, unless text follows its end. */
const MEANT_AS_YAML = /^(?:[*&][\w-]+$|\{|\[(?![^[\]]*\][ \t]*[^\s,\]]))/;

/** A value without the comment behind it and the comments and blank lines below it. */
function withoutComments(source: string): string {
  const lines = source.split("\n");
  while (lines.length > 1 && /^[ \t\r]*(?:#|$)/.test(lines.at(-1) ?? "")) lines.pop();
  if (lines.length > 1) return lines.join("\n").trimEnd();
  const [line = ""] = lines;
  const comment = line.indexOf(" # ");
  return (comment < 0 ? line : line.slice(0, comment)).trimEnd();
}

function repairValue(source: string, offset: number, key: string, valueStart: number): YamlRepair | null {
  const written = withoutComments(source.slice(valueStart));
  const lines = written.split(/\r?\n/);
  const [first = ""] = lines;
  if (first === "" || MEANT_AS_YAML.test(first)) return null;
  // Lines below belong to the value only if they are prose: indented, and not list items or keys.
  if (lines.slice(1).some((line) => !/^[ \t]+[^\s\-#]/.test(line) || /^[ \t]+[\w-]+:(?: |$)/.test(line))) return null;
  const value = lines.map((line) => line.trim()).join(" ");
  const start = offset + valueStart;
  const end = start + written.length;
  const kind = /:(?:\s|$)/.test(value) && /^[^\s"'[\]{}&*!|>%@`,#?-]/.test(value) ? "unquoted-colon" : "unquoted-value";
  return { kind, key, start, end, edits: [{ start, end, text: quoteScalar(value) }] };
}
