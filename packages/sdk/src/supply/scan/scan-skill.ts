import { sha256 } from "../../core/sha256.ts";
import { cut, excerptAt } from "./excerpt.ts";
import { fingerprintOf } from "./fingerprint.ts";
import type { RawFinding, Report, TextRule } from "./report.ts";
import { TEXT_RULES } from "./rules/index.ts";
import { fileContent } from "./rules/file-content.ts";
import { filePlace } from "./rules/file-place.ts";
import { imageText } from "./rules/image-text.ts";
import { SCAN_RULE_COUNT, SCAN_RULES } from "./scan-rules.ts";
import { prepareText, type ScanText } from "./scan-text.ts";
import { askSecondReader, type SecondReader } from "./second-reader.ts";
import type { ScanFile, ScanFinding, ScanInput, ScanResult } from "./types.ts";

export interface ScanOptions {
  /** A model, or anybody, who reads the skill after the rules; adds and doubts, and cannot take away. */
  readonly secondReader?: SecondReader;
  readonly signal?: AbortSignal;
}

/** Findings of one code in one file that are listed; the rest is counted in a finding of its own. */
const mostOfOne = 100;
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Looks for danger in a skill. Findings are reasons to look; none of them is no proof. */
export async function scanSkill(input: ScanInput, options: ScanOptions = {}): Promise<ScanResult> {
  const { secondReader, signal } = options;
  const findings: ScanFinding[] = [];
  const texts: { path: string; text: string }[] = [];
  let bytes = 0;
  let files = 0;
  for (const file of input.files) {
    signal?.throwIfAborted();
    const raw: RawFinding[] = [];
    const report = listing(raw, file.path);
    filePlace(file, report);
    if (file.unread !== undefined) report(leftOut(file.path, file.unread));
    const content = contentOf(file);
    let prepared: ScanText | undefined;
    if (content !== undefined) {
      files++;
      bytes += content.size;
      if (content.bytes !== undefined) await lookAtBytes(file, content.bytes, report);
      if (content.text !== undefined) {
        prepared = prepareText(file.path, content.text, file.executable === true);
        texts.push({ path: file.path, text: content.text });
        for (const rule of TEXT_RULES) rule(prepared, report);
      }
    }
    for (const finding of raw) findings.push(await finish(finding, prepared, input.id));
  }
  for (const { path, reason } of input.leftOut ?? [])
    findings.push(await finish(leftOut(path, reason), undefined, input.id));
  const sorted = sortFindings(findings);
  const result = { skill: input.id, files, bytes, rules: SCAN_RULE_COUNT };
  if (secondReader === undefined) return { ...result, findings: sorted };
  const second = await askSecondReader(secondReader, { skill: input.id, findings: sorted, files: texts }, signal);
  return { ...result, findings: sortFindings(second.findings), reader: second.outcome };
}

/** Runs text rules alone; pure, for the edge and for tests. */
export function applyTextRules(path: string, text: string, rules: readonly TextRule[] = TEXT_RULES): RawFinding[] {
  const raw: RawFinding[] = [];
  const prepared = prepareText(path, text, false);
  for (const rule of rules) rule(prepared, listing(raw, path));
  return raw;
}

function listing(raw: RawFinding[], path: string): Report {
  const counts = new Map<string, number>();
  return (finding) => {
    const count = (counts.get(finding.code) ?? 0) + 1;
    counts.set(finding.code, count);
    if (count <= mostOfOne) raw.push(finding);
    else if (count === mostOfOne + 1)
      raw.push(leftOut(path, `more than ${mostOfOne} places were found by ${finding.code}, and no more are listed`));
  };
}

function leftOut(path: string, reason: string): RawFinding {
  return {
    code: "scan-incomplete",
    file: path,
    severity: "medium",
    why: `Rules did not see all of this: ${reason}.`,
    evidence: reason,
    excerpt: "",
  };
}

interface Content {
  readonly size: number;
  readonly text?: string;
  readonly bytes?: Uint8Array;
}

function contentOf({ bytes, text, kind, path }: ScanFile): Content | undefined {
  if (kind === "link") return undefined;
  if (text !== undefined) return { text, size: text.length };
  if (bytes === undefined) return undefined;
  // A zero byte makes a file no text, unless its name says that somebody will read it as one.
  const isText = !bytes.subarray(0, 8_000).includes(0) || /\.(?:md|sh|py|[cm]?[jt]s|json|ya?ml|txt)$/i.test(path);
  return isText ? { bytes, text: decoder.decode(bytes), size: bytes.length } : { bytes, size: bytes.length };
}

async function lookAtBytes(file: ScanFile, bytes: Uint8Array, report: Report): Promise<void> {
  const found: RawFinding[] = [];
  fileContent(file, bytes, "", (finding) => found.push(finding));
  if (found.length > 0) {
    const digest = await sha256(new Uint8Array(bytes));
    for (const finding of found) report({ ...finding, evidence: digest });
  }
  imageText(file, bytes, report);
}

async function finish(raw: RawFinding, file: ScanText | undefined, skill: string): Promise<ScanFinding> {
  const rule = SCAN_RULES[raw.code];
  const { code, file: path, severity = rule.severity, confidence = rule.confidence, why } = raw;
  const base = { code, title: rule.title, severity, confidence, file: path };
  const tail = { why: cut(why, 400), advice: rule.advice };
  if (file === undefined || raw.start === undefined) {
    const fingerprint = await fingerprintOf(code, skill, path, raw.evidence ?? raw.why);
    return { ...base, excerpt: cut(raw.excerpt ?? ""), ...tail, fingerprint };
  }
  const { text, positions } = file;
  const start = Math.min(raw.start, Math.max(0, text.length - 1));
  const end = Math.min(Math.max(raw.end ?? start + 1, start), text.length);
  const { line, column } = positions.at(start);
  const lineEnd = ends(text, start);
  const fingerprint = await fingerprintOf(code, skill, path, raw.evidence ?? linesOf(text, start, end));
  const length = Math.max(1, Math.min(end, lineEnd) - start);
  return { ...base, line, column, length, excerpt: raw.excerpt ?? excerptAt(text, start), ...tail, fingerprint };
}

function ends(text: string, from: number): number {
  const newline = text.indexOf("\n", from);
  return newline < 0 ? text.length : newline;
}

function linesOf(text: string, start: number, end: number): string {
  return text.slice(start === 0 ? 0 : text.lastIndexOf("\n", start - 1) + 1, ends(text, Math.max(start, end - 1)));
}

function sortFindings(findings: readonly ScanFinding[]): ScanFinding[] {
  const order = (a: ScanFinding, b: ScanFinding): number =>
    compare(a.file, b.file) ||
    (a.line ?? 0) - (b.line ?? 0) ||
    (a.column ?? 0) - (b.column ?? 0) ||
    compare(a.code, b.code);
  return [...findings].sort(order);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
