import type { TextEdit } from "../../diagnostic.ts";
import { readFullYaml, type YamlProblem } from "./full-yaml.ts";
import { quoteScalar } from "./quote.ts";
import { readSimpleYaml } from "./simple-yaml.ts";

/** One mended entry of a frontmatter; offsets into the file. */
export interface YamlRepair {
  readonly kind: "unquoted-colon" | "unquoted-value" | "tab";
  readonly key: string;
  readonly start: number;
  readonly end: number;
  readonly edits: readonly TextEdit[];
}

/** Finds the entries between `start` and `end` that are not YAML and mends those that have an obvious reading. */
export function repairYaml(raw: string, start: number, end: number): YamlRepair[] {
  const repairs: YamlRepair[] = [];
  const chunks = splitEntries(raw, start, end);
  // Where lines stand that belong to no entry, nobody can tell what was meant.
  if (!chunks.every((chunk) => ENTRY_OR_NOTHING.test(raw.slice(chunk.start, chunk.end)))) return repairs;
  for (const chunk of chunks) {
    if (isYaml(raw, chunk.start, chunk.end)) continue;
    const repair = repairEntry(raw.slice(chunk.start, chunk.end), chunk.start);
    if (repair !== null) repairs.push(repair);
  }
  return repairs;
}

/** Blank lines and comments, then a line with a key or nothing. */
const ENTRY_OR_NOTHING = /^(?:[ \t]*(?:#.*)?\r?\n)*(?:["'\w].*:|\s*$)/;

/** A top-level entry as lines: its key's line and all deeper, blank or list lines below. */
interface Chunk {
  readonly start: number;
  readonly end: number;
}

function splitEntries(raw: string, start: number, end: number): Chunk[] {
  const chunks: Chunk[] = [];
  let chunkStart = start;
  for (let lineStart = start; lineStart < end; lineStart = endOfLine(raw, lineStart)) {
    if (lineStart > chunkStart && !/[\s#\-\]}]/.test(raw.charAt(lineStart))) {
      chunks.push({ start: chunkStart, end: lineStart });
      chunkStart = lineStart;
    }
  }
  if (chunkStart < end) chunks.push({ start: chunkStart, end });
  return chunks;
}

function endOfLine(text: string, from: number): number {
  const at = text.indexOf("\n", from);
  return at < 0 ? text.length : at + 1;
}

function isYaml(raw: string, start: number, end: number): boolean {
  const simple = readSimpleYaml(raw, start, end);
  if (simple === "declined") return !readFullYaml(raw.slice(start, end)).problems.some(isSyntaxError);
  return simple !== "broken-value";
}

/** True for the problems that make a text not YAML. */
export function isSyntaxError(problem: YamlProblem): boolean {
  return problem.kind !== "duplicate-key" && problem.kind !== "unresolved-tag";
}

/** A key in the first column, its colon, and the value on its line. */
const ENTRY = /^([A-Za-z0-9_.-]+):(?:[ \t]+(.*?))?[ \t]*\r?(?:\n|$)/;

/** Mends one entry: tabs in its indentation, or a value that wants quotes. Null if neither gives valid YAML. */
function repairEntry(source: string, offset: number): YamlRepair | null {
  const head = ENTRY.exec(source);
  const key = head?.[1];
  if (key === undefined) return null;
  return repairTabs(source, offset, key) ?? repairValue(source, offset, key, head?.[2] ?? "");
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
  if (first === undefined || !isYaml(mended, 0, mended.length)) return null;
  return { kind: "tab", key, start: first.start, end: first.end, edits };
}

function withoutTabs(indent: string): string {
  return indent.replaceAll("\t", "  ");
}

function repairValue(source: string, offset: number, key: string, firstLine: string): YamlRepair | null {
  // A lone alias or anchor is meant as one.
  if (firstLine === "" || /^[*&][\w-]+$/.test(firstLine)) return null;
  const valueStart = source.indexOf(firstLine, key.length + 1);
  const written = source.slice(valueStart).trimEnd();
  const lines = written.split(/\r?\n/);
  // Lines below belong to the value only if they are prose: indented, and not list items or keys.
  if (lines.slice(1).some((line) => !/^[ \t]+[^\s\-#]/.test(line) || /^[ \t]+[\w-]+:(?: |$)/.test(line))) return null;
  const value = lines.map((line) => line.trim()).join(" ");
  const start = offset + valueStart;
  const end = start + written.length;
  const kind = /:(?:\s|$)/.test(value) && /^[^\s"'[\]{}&*!|>%@`,#?-]/.test(value) ? "unquoted-colon" : "unquoted-value";
  return { kind, key, start, end, edits: [{ start, end, text: quoteScalar(value) }] };
}
