import type { Diagnostic } from "@tradecraft/sdk";

/** A finding as reports have it: about a SKILL.md, or about a workflow, whose rules have names of their own. */
export interface ReportedDiagnostic extends Omit<Diagnostic, "code"> {
  readonly code: string;
  /** Of a workflow. */
  readonly step?: string;
  /** How to mend it, where no fix does. */
  readonly hint?: string;
}
