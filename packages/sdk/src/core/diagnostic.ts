import type { DiagnosticCode } from "./format/codes.ts";

/** How much a diagnostic weighs: only `error` makes a skill invalid. */
export type Severity = "error" | "warning" | "info";

/** One replacement in a text; `start` and `end` are UTF-16 offsets, end exclusive. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A mechanical repair: what it does, and the edits that do it. */
export interface Fix {
  readonly title: string;
  readonly edits: readonly TextEdit[];
}

/** Bad input as data: what is wrong, where, and how to mend it. */
export interface Diagnostic {
  /** Stable identifier; part of the public API. */
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  /** One sentence a person can act on. */
  readonly message: string;
  /** The frontmatter field concerned, dotted for nested ones (`metadata.version`). */
  readonly field?: string;
  /** 1-based line in the file. */
  readonly line?: number;
  /** 1-based column, in UTF-16 units. */
  readonly column?: number;
  /** How many UTF-16 units from `column` on are concerned. */
  readonly length?: number;
  readonly fix?: Fix;
}
