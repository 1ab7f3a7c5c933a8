import type { ScanCode } from "./scan-rules.ts";
import type { ScanText } from "./scan-text.ts";
import type { ScanConfidence, ScanSeverity } from "./types.ts";

/** What a rule found, before it becomes a finding. */
export interface RawFinding {
  readonly code: ScanCode;
  readonly file: string;
  /** UTF-16 offsets into the file's text; absent for the file as a whole. */
  readonly start?: number;
  readonly end?: number;
  readonly severity?: ScanSeverity;
  readonly confidence?: ScanConfidence;
  readonly why: string;
  /** What identifies the finding, to the letter; default: the lines it stands on, but for spaces. */
  readonly evidence?: string;
  /** Default: the line it stands on. */
  readonly excerpt?: string;
  /** Nothing is known about the content: no baseline may accept it. */
  readonly unbound?: true;
}

/** Takes what a rule found. */
export type Report = (finding: RawFinding) => void;

/** A rule about a text: text in, findings out; no IO. */
export type TextRule = (file: ScanText, report: Report) => void;

/** The next lower step, for places where a thing weighs less. */
export function lower<Step extends ScanSeverity | ScanConfidence>(step: Step): Step {
  return (step === "high" ? "medium" : "low") as Step;
}

/** Says that rules did not see all of a file; whoever finishes it binds it to the file's content. */
export function incomplete(path: string, reason: string, severity: ScanSeverity = "medium"): RawFinding {
  const why = `Rules did not see all of this: ${reason}.`;
  return { code: "scan-incomplete", file: path, severity, why, evidence: reason, excerpt: "" };
}
