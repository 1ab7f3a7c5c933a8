import { describeFileChange, type FileChange, type SignatureReport } from "@tradecraft/sdk/supply";
import type { Colors } from "../text/colors.ts";
import { visible } from "../text/visible.ts";
import type { VerifiedFolder } from "./verified-skill.ts";

const maxChanges = 20;

/** The one word for each status; they are never mixed up. */
const words: Readonly<Record<SignatureReport["status"], string>> = {
  valid: "valid",
  invalid: "invalid",
  untrusted: "not trusted",
  unsigned: "not signed",
  unchecked: "not checked",
};

/** What was found about one skill, as lines: its content, and apart from that its signature. */
export function renderVerified(skill: VerifiedFolder, shownAs: string, colors: Colors): string {
  const { lock, signature, ok, name } = skill;
  const isProven = lock?.state === "unchanged" || signature?.status === "valid";
  // No finding, but nothing was proven either: that is no tick.
  const mark = !ok ? colors.red("✗") : isProven ? colors.green("✓") : colors.yellow("-");
  const lines = [`${mark} ${colors.bold(visible(name))}  ${colors.dim(visible(shownAs))}`];
  lines.push(`  content    ${contentLine(lock, colors)}`);
  if (lock !== undefined) lines.push(...changeLines(lock.changes));
  if (signature !== undefined) {
    lines.push(`  signature  ${signatureLine(signature, ok, colors)}`);
    if (lock === undefined || lock.changes.length === 0) lines.push(...changeLines(signature.changes));
  }
  return `${lines.join("\n")}\n`;
}

function contentLine(lock: VerifiedFolder["lock"], { green, red, dim }: Colors): string {
  if (lock === undefined) return dim("not compared with a lock");
  if (lock.state === "unchanged") return green("as locked");
  return red(lock.state === "changed" ? "not as locked" : lock.state === "missing" ? "not there" : "not in the lock");
}

function signatureLine({ status, message }: SignatureReport, ok: boolean, { green, yellow, red }: Colors): string {
  const paint = status === "valid" ? green : ok ? yellow : red;
  const why = message.replace(/^(?:Not signed: |The signature was not checked(?:: |\. ))/, "");
  return `${paint(words[status])}: ${visible(why)}`;
}

function changeLines(changes: readonly FileChange[]): string[] {
  const shown = changes.slice(0, maxChanges).map((change) => {
    return `    ${visible(change.path)}  ${change.code}: ${visible(describeFileChange(change))}`;
  });
  const rest = changes.length - shown.length;
  return rest > 0 ? [...shown, `    and ${rest} more`] : shown;
}
