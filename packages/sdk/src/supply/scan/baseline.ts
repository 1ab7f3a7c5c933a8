import { SkillError } from "../../core/errors.ts";
import { SCAN_RULES } from "./scan-rules.ts";
import type { ScanFinding } from "./types.ts";

/** A finding that somebody looked at and accepts. */
export interface ScanBaselineEntry {
  readonly fingerprint: string;
  readonly code: string;
  /** Where it was, for people; what counts is the fingerprint. */
  readonly file: string;
  readonly reason: string;
}

/** Findings that are known and accepted, until their content changes. */
export interface ScanBaseline {
  readonly version: 1;
  readonly accepted: readonly ScanBaselineEntry[];
}

/** What a baseline leaves of findings. */
export interface ScanBaselineResult {
  readonly findings: readonly ScanFinding[];
  readonly accepted: readonly ScanFinding[];
}

const entryKeys = new Set(["fingerprint", "code", "file", "reason"]);

/** Reads a baseline file; anything that is not exactly one is refused with `skill-invalid`. */
export function parseScanBaseline(text: string): ScanBaseline {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refused("it is not JSON");
  }
  const record = asRecord(value, "the file");
  const unknown = Object.keys(record).find((key) => key !== "version" && key !== "accepted");
  if (unknown !== undefined) throw refused(`there is no key "${unknown.slice(0, 60)}"`);
  if (record["version"] !== 1) throw refused("version must be 1");
  const { accepted } = record;
  if (!Array.isArray(accepted)) throw refused("accepted must be a list");
  const seen = new Set<string>();
  const entries = accepted.map((item: unknown, at) => parseEntry(item, at, seen));
  return { version: 1, accepted: entries };
}

function parseEntry(item: unknown, at: number, seen: Set<string>): ScanBaselineEntry {
  const where = `accepted[${at}]`;
  const record = asRecord(item, where);
  const unknown = Object.keys(record).find((key) => !entryKeys.has(key));
  if (unknown !== undefined) throw refused(`${where} has a key "${unknown.slice(0, 60)}" that does not exist`);
  const { fingerprint, code, file, reason } = record;
  if (typeof fingerprint !== "string" || !/^[0-9a-f]{32}$/.test(fingerprint))
    throw refused(`${where}.fingerprint must be 32 hexadecimal digits`);
  if (typeof code !== "string" || !Object.hasOwn(SCAN_RULES, code)) throw refused(`${where}.code is no rule`);
  if (typeof file !== "string") throw refused(`${where}.file must be a text`);
  if (typeof reason !== "string" || reason.trim() === "") throw refused(`${where}.reason must say why it is accepted`);
  if (seen.has(fingerprint)) throw refused(`${where} is there twice`);
  seen.add(fingerprint);
  return { fingerprint, code, file, reason };
}

/**
 * Parts findings into those that are accepted and the rest; a finding counts as accepted under its own code alone, and
 * what nobody knows the content of never does.
 */
export function applyScanBaseline(findings: readonly ScanFinding[], { accepted }: ScanBaseline): ScanBaselineResult {
  const known = new Map(accepted.map(({ fingerprint, code }) => [fingerprint, code]));
  const isAccepted = ({ fingerprint, code, unbound }: ScanFinding): boolean =>
    unbound !== true && known.get(fingerprint) === code;
  return { findings: findings.filter((finding) => !isAccepted(finding)), accepted: findings.filter(isAccepted) };
}

/** A baseline of findings, sorted, of those that can be accepted; what an earlier one says about the same stays. */
export function createScanBaseline(
  findings: readonly ScanFinding[],
  reason: string,
  earlier?: ScanBaseline,
): ScanBaseline {
  const reasons = new Map(earlier?.accepted.map((entry) => [entry.fingerprint, entry.reason]));
  const entries = new Map<string, ScanBaselineEntry>();
  for (const { fingerprint, code, file, unbound } of findings)
    if (unbound !== true)
      entries.set(fingerprint, { fingerprint, code, file, reason: reasons.get(fingerprint) ?? reason });
  return { version: 1, accepted: [...entries.values()].sort((a, b) => (a.fingerprint < b.fingerprint ? -1 : 1)) };
}

function asRecord(value: unknown, where: string): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw refused(`${where} must be an object`);
  return value as Record<string, unknown>;
}

function refused(reason: string): SkillError {
  return new SkillError("skill-invalid", `This baseline cannot be used: ${reason}.`);
}
