import { sha256 } from "../../core/sha256.ts";

/** What a fingerprint covers. */
export interface FingerprintParts {
  readonly code: string;
  readonly skill: string;
  readonly path: string;
  readonly severity: string;
  /** Script, example, prose and so on; empty for a file as a whole. */
  readonly place: string;
  readonly evidence: string;
  /** 1 for the first of its kind in the file. */
  readonly occurrence: number;
}

const encoder = new TextEncoder();

/** Identifies a finding across edits: every part is counted before it comes, so none can move into another. */
export async function fingerprintOf(parts: FingerprintParts): Promise<string> {
  const { code, skill, path, severity, place, evidence, occurrence } = parts;
  const framed = [code, skill, path, severity, place, String(occurrence), evidence]
    .map((part) => `${part.length} ${part}\n`)
    .join("");
  return (await sha256(encoder.encode(`tradecraft scan 2\n${framed}`))).slice("sha256:".length, "sha256:".length + 32);
}

/** Lines without the spaces that editors change; line breaks stay, because a comment ends at one. */
export function normalLines(text: string): string {
  return text
    .split("\n")
    .map((line) => line.replace(/\s+/g, " ").trim())
    .join("\n");
}
