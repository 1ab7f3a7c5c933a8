import type { Diagnostic, Fix } from "../diagnostic.ts";
import { DIAGNOSTIC_CODES, type DiagnosticCode } from "./codes.ts";
import { TextPositions } from "./text-position.ts";

/** What a rule says about one finding. */
export interface Finding {
  readonly message: string;
  readonly field?: string | undefined;
  /** Offsets into the file; without them the finding concerns the file as a whole. */
  readonly start?: number | undefined;
  readonly end?: number | undefined;
  readonly fix?: Fix | undefined;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** Collects diagnostics about one file, with positions, at the severities of profile `spec`. */
export class Reporter {
  readonly diagnostics: Diagnostic[];
  readonly #text: string;
  #positions: TextPositions | undefined;

  /** Starts with what was reported before, if anything. */
  constructor(text: string, before: readonly Diagnostic[] = []) {
    this.#text = text;
    this.diagnostics = [...before];
  }

  report(code: DiagnosticCode, finding: Finding): void {
    const { message, field, start, fix } = finding;
    const diagnostic: Mutable<Diagnostic> = { code, severity: DIAGNOSTIC_CODES[code].spec, message };
    if (field !== undefined) diagnostic.field = field;
    if (start !== undefined) {
      const { line, column } = (this.#positions ??= new TextPositions(this.#text)).at(start);
      diagnostic.line = line;
      diagnostic.column = column;
      diagnostic.length = Math.max(1, (finding.end ?? start) - start);
    }
    if (fix !== undefined) diagnostic.fix = fix;
    this.diagnostics.push(diagnostic);
  }
}
