import { CodeFences } from "../../core/format/rules/code-fences.ts";
import { parseSkill } from "../../core/format/parse-skill.ts";
import { TextPositions } from "../../core/format/text-position.ts";
import type { SkillManifest } from "../../core/format/types.ts";
import { fenceLanguage, isMarkdown, isScript, languageOf, type ScanLanguage } from "./file-kinds.ts";

/** Where in a file something stands: what is run, an example in a text, or the text itself. */
export type ScanPlace = "script" | "example" | "prose" | "frontmatter" | "data";

/** Code that belongs together: a script, or a fenced block of a text. */
export interface CodeUnit {
  readonly text: string;
  /** Offset in the file. */
  readonly start: number;
  readonly language: ScanLanguage;
  readonly place: "script" | "example";
}

/** A text file, prepared for rules. */
export interface ScanText {
  readonly path: string;
  readonly text: string;
  readonly executable: boolean;
  readonly isMarkdown: boolean;
  readonly isScript: boolean;
  readonly units: readonly CodeUnit[];
  /** Where the frontmatter ends; 0 without one. */
  readonly bodyStart: number;
  readonly positions: TextPositions;
  readonly placeAt: (offset: number) => ScanPlace;
  /** The frontmatter of a SKILL.md, parsed; read when it is asked for. */
  readonly manifest: () => SkillManifest;
}

/** Prepares a file: finds its code, its prose and its frontmatter. One pass. */
export function prepareText(path: string, text: string, executable: boolean): ScanText {
  const positions = new TextPositions(text);
  let manifest: SkillManifest | undefined;
  const base = {
    path,
    text,
    executable,
    positions,
    manifest: () => (manifest ??= parseSkill(text.slice(0, frontmatterEnd(text))).manifest),
  };
  if (isMarkdown(path)) {
    const bodyStart = frontmatterEnd(text);
    const { units, fenced } = readFences(text, bodyStart);
    const placeAt = (offset: number): ScanPlace =>
      offset < bodyStart ? "frontmatter" : isIn(fenced, offset) ? "example" : "prose";
    return { ...base, isMarkdown: true, isScript: false, units, bodyStart, placeAt };
  }
  const runs = isScript(path, text, executable);
  const language = languageOf(path, text);
  const units: CodeUnit[] = runs && language !== undefined ? [{ text, start: 0, language, place: "script" }] : [];
  const place: ScanPlace = runs ? "script" : "data";
  return { ...base, isMarkdown: false, isScript: runs, units, bodyStart: 0, placeAt: () => place };
}

/** The end of a frontmatter as clients find it, whatever its opening fence says. */
function frontmatterEnd(text: string): number {
  const open = /^\ufeff?---[^\n]{0,40}\n/.exec(text);
  if (open === null) return 0;
  const close = /^---[ \t]*\r?$/gm;
  close.lastIndex = open[0].length;
  const match = close.exec(text);
  return match === null ? 0 : match.index + match[0].length;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

function readFences(text: string, from: number): { units: CodeUnit[]; fenced: Span[] } {
  const fences = new CodeFences();
  const units: CodeUnit[] = [];
  const fenced: Span[] = [];
  let open: { readonly start: number; readonly info: string } | undefined;
  const close = (end: number): void => {
    if (open === undefined) return;
    fenced.push({ start: open.start, end });
    const language = fenceLanguage(open.info);
    if (language !== undefined)
      units.push({ text: text.slice(open.start, end), start: open.start, language, place: "example" });
    open = undefined;
  };
  for (let start = from; start < text.length;) {
    const newline = text.indexOf("\n", start);
    const end = newline < 0 ? text.length : newline;
    const covered = fences.covers(text, start, end);
    if (!covered) close(start);
    else if (open === undefined) {
      const info = /(?:`{3,}|~{3,})([^`\n]{0,60})/.exec(text.slice(start, Math.min(end, start + 200)))?.[1] ?? "";
      open = { start: Math.min(end + 1, text.length), info };
    } else if (/^[ \t]{0,40}(?:`{3,}|~{3,})[ \t]{0,40}\r?$/.test(text.slice(start, Math.min(end, start + 120))))
      close(start);
    start = end + 1;
  }
  close(text.length);
  return { units, fenced };
}

function isIn(spans: readonly Span[], offset: number): boolean {
  let low = 0;
  let high = spans.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const span = spans[middle];
    if (span === undefined) return false;
    if (offset < span.start) high = middle - 1;
    else if (offset >= span.end) low = middle + 1;
    else return true;
  }
  return false;
}
