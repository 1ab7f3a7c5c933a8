import { sha256 } from "../../core/sha256.ts";

const encoder = new TextEncoder();

/** Identifies a finding across edits: every part is counted before it comes, so none can move into another. */
export async function fingerprintOf(code: string, skill: string, path: string, evidence: string): Promise<string> {
  const normal = evidence.replace(/[ \t\r\n]+/g, " ").trim();
  const framed = [code, skill, path, normal].map((part) => `${part.length} ${part}\n`).join("");
  return (await sha256(encoder.encode(`tradecraft scan 1\n${framed}`))).slice("sha256:".length, "sha256:".length + 32);
}
