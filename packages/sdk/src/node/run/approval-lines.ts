import type { Approval } from "../../core/integrity/approval-store.ts";

// One JSON object per line: {"approve":"run scripts/a.py","skill":"tables","digest":"sha256:…"} or {"revoke":"tables"}.

/** The approvals that a file's lines leave standing; undefined if any line is something else. */
export function parseApprovals(text: string): readonly Approval[] | undefined {
  const lines = text.split("\n");
  if (lines.pop() !== "") return undefined;
  let approvals: Approval[] = [];
  for (const line of lines) {
    const record = parseLine(line);
    if (record === undefined) return undefined;
    if ("revoke" in record) approvals = approvals.filter(({ skill }) => skill !== record.revoke);
    else approvals.push(record);
  }
  return approvals;
}

export function renderApproval({ action, skill, digest }: Approval): string {
  return `${JSON.stringify({ approve: action, skill, digest })}\n`;
}

export function renderRevocation(skill: string): string {
  return `${JSON.stringify({ revoke: skill })}\n`;
}

function parseLine(line: string): Approval | { readonly revoke: string } | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null) return undefined;
  const { approve, skill, digest, revoke } = value as Record<string, unknown>;
  if (typeof revoke === "string" && approve === undefined) return { revoke };
  if (typeof approve !== "string" || typeof skill !== "string" || typeof digest !== "string") return undefined;
  return revoke === undefined ? { action: approve, skill, digest } : undefined;
}
