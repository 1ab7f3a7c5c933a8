import type { SourceDiagnostic } from "../../core/source/skill-source.ts";

/** Why the skills of a package, or some of them, cannot be used. */
export interface PackageProblem {
  /** The file or folder concerned. */
  readonly path: string;
  /** What is wrong, and what to do about it. */
  readonly message: string;
}

/** The problem as a diagnostic. */
export function packageInvalid(source: string, { path, message }: PackageProblem): SourceDiagnostic {
  return { code: "package-invalid", severity: "error", message, source, path };
}

const longest = 300;

/** What other people's code threw, in one short line; it may be anything. */
export function describeThrown(thrown: unknown): string {
  try {
    const text = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : `it threw ${String(thrown)}`;
    const line = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
    return line.length > longest ? `${line.slice(0, longest)}…` : line;
  } catch {
    return "it threw something that cannot be shown";
  }
}
