import { cut, excerptAt } from "./excerpt.ts";
import { fingerprintOf, normalLines } from "./fingerprint.ts";
import type { RawFinding } from "./report.ts";
import { SCAN_RULES } from "./scan-rules.ts";
import type { ScanText } from "./scan-text.ts";
import type { ScanFinding } from "./types.ts";

/** Where a finding belongs. */
export interface FindingContext {
  readonly skill: string;
  /** The text it stands in, where there is one. */
  readonly text: ScanText | undefined;
  /** The digest of the file's content, where it is known. */
  readonly digest: (() => Promise<string | undefined>) | undefined;
  /** How often each kind of finding was there before. */
  readonly seen: Map<string, number>;
}

/** Makes a finding of what a rule found: position, excerpt, and a fingerprint that covers its content. */
export async function finishFinding(raw: RawFinding, context: FindingContext): Promise<ScanFinding> {
  const { text: file, skill, seen } = context;
  const rule = SCAN_RULES[raw.code];
  const { code, file: path, severity = rule.severity, confidence = rule.confidence, why } = raw;
  const digest = code === "scan-incomplete" ? await context.digest?.() : undefined;
  const unbound = raw.unbound === true || (code === "scan-incomplete" && digest === undefined);
  const base = { code, title: rule.title, severity, confidence, file: path };
  const tail = { why: cut(why, 400), advice: rule.advice };
  const print = async (place: string, content: string): Promise<string> => {
    const evidence = digest === undefined ? content : `${digest} ${content}`;
    const key = JSON.stringify([code, path, severity, place, evidence]);
    const occurrence = (seen.get(key) ?? 0) + 1;
    seen.set(key, occurrence);
    return fingerprintOf({ code, skill, path, severity, place, evidence, occurrence });
  };
  if (file === undefined || raw.start === undefined) {
    const fingerprint = await print("", raw.evidence ?? raw.why);
    return { ...base, excerpt: cut(raw.excerpt ?? ""), ...tail, fingerprint, ...(unbound && { unbound }) };
  }
  const { text, positions } = file;
  const start = Math.min(raw.start, Math.max(0, text.length - 1));
  const end = Math.min(Math.max(raw.end ?? start + 1, start), text.length);
  const { line, column } = positions.at(start);
  const lineEnd = ends(text, start);
  const fingerprint = await print(file.placeAt(start), raw.evidence ?? normalLines(linesOf(text, start, end)));
  const length = Math.max(1, Math.min(end, lineEnd) - start);
  const excerpt = raw.excerpt ?? excerptAt(text, start);
  return { ...base, line, column, length, excerpt, ...tail, fingerprint, ...(unbound && { unbound }) };
}

function ends(text: string, from: number): number {
  const newline = text.indexOf("\n", from);
  return newline < 0 ? text.length : newline;
}

function linesOf(text: string, start: number, end: number): string {
  return text.slice(start === 0 ? 0 : text.lastIndexOf("\n", start - 1) + 1, ends(text, Math.max(start, end - 1)));
}
