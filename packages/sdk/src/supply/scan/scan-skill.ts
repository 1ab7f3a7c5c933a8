import { sha256 } from "../../core/sha256.ts";
import { decodeContent } from "./decode-content.ts";
import { finishFinding } from "./finish-finding.ts";
import { createListing } from "./listing.ts";
import { incomplete, type RawFinding, type Report, type TextRule } from "./report.ts";
import { TEXT_RULES } from "./rules/index.ts";
import { fileContent } from "./rules/file-content.ts";
import { filePlace } from "./rules/file-place.ts";
import { imageText } from "./rules/image-text.ts";
import { SCAN_RULE_COUNT } from "./scan-rules.ts";
import { prepareText, type ScanText } from "./scan-text.ts";
import { askSecondReader, type SecondReader } from "./second-reader.ts";
import type { ScanFile, ScanFinding, ScanInput, ScanResult } from "./types.ts";

export interface ScanOptions {
  /** A model, or anybody, who reads the skill after the rules; adds and doubts, and cannot take away. */
  readonly secondReader?: SecondReader;
  readonly signal?: AbortSignal;
}

const encoder = new TextEncoder();

/** Looks for danger in a skill. Findings are reasons to look; none of them is no proof. */
export async function scanSkill(input: ScanInput, options: ScanOptions = {}): Promise<ScanResult> {
  const { secondReader, signal } = options;
  const findings: ScanFinding[] = [];
  const texts: { path: string; text: string }[] = [];
  let bytes = 0;
  let files = 0;
  const seen = new Map<string, number>();
  for (const file of input.files) {
    signal?.throwIfAborted();
    const { report, end } = createListing(file.path);
    filePlace(file, report);
    if (file.unread !== undefined) report(incomplete(file.path, file.unread));
    const content = decodeContent(file);
    let prepared: ScanText | undefined;
    if (content !== undefined) {
      files++;
      bytes += content.size;
      if (content.doubt !== undefined) report(incomplete(file.path, content.doubt));
      if (content.bytes !== undefined) await lookAtBytes(file, content.bytes, report);
      if (content.text !== undefined) {
        prepared = prepareText(file.path, content.text, file.executable === true);
        texts.push({ path: file.path, text: content.text });
        for (const rule of TEXT_RULES) rule(prepared, report);
      }
    }
    const context = { skill: input.id, text: prepared, digest: digestOf(file), seen };
    for (const finding of end()) findings.push(await finishFinding(finding, context));
  }
  for (const { path, reason, severity } of input.leftOut ?? []) {
    const context = { skill: input.id, text: undefined, digest: undefined, seen };
    findings.push(await finishFinding(incomplete(path, reason, severity), context));
  }
  const sorted = sortFindings(findings);
  const result = { skill: input.id, files, bytes, rules: SCAN_RULE_COUNT };
  if (secondReader === undefined) return { ...result, findings: sorted };
  const second = await askSecondReader(secondReader, { skill: input.id, findings: sorted, files: texts }, signal);
  return { ...result, findings: sortFindings(second.findings), reader: second.outcome };
}

/** Runs text rules alone; pure, for the edge and for tests. */
export function applyTextRules(
  path: string,
  text: string,
  rules: readonly TextRule[] = TEXT_RULES,
): readonly RawFinding[] {
  const { report, end } = createListing(path);
  const prepared = prepareText(path, text, false);
  for (const rule of rules) rule(prepared, report);
  return end();
}

/** The digest of what a file holds, once it is asked for; none where the content is not all known. */
function digestOf({ bytes, text, unread, digest }: ScanFile): () => Promise<string | undefined> {
  let made: Promise<string> | undefined;
  return async () => {
    if (unread !== undefined) return digest;
    const content = bytes ?? (text === undefined ? undefined : encoder.encode(text));
    return content === undefined ? undefined : (made ??= sha256(new Uint8Array(content)));
  };
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
