/** Every code a finding about a project file or a lock can carry; part of the public API. */
export const PROJECT_CODES = [
  "project-syntax",
  "project-key-unknown",
  "project-key-missing",
  "project-value-invalid",
  "project-pin-missing",
  "project-pin-ambiguous",
  "project-agent-unknown",
] as const;

/** Literal reason of a finding about a project file. */
export type ProjectCode = (typeof PROJECT_CODES)[number];

/** What is wrong with a project file, and where. */
export interface ProjectDiagnostic {
  readonly code: ProjectCode;
  readonly message: string;
  /** Keys from the root to the value concerned. */
  readonly path: readonly string[];
  readonly line: number;
  readonly column: number;
}
