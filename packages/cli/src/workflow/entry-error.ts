/** Why an entry could not be used. */
export type EntryErrorCode = "entry-missing" | "entry-syntax" | "entry-failed" | "entry-not-workflow";

/** Where in a file something went wrong; 1-based. */
export interface EntryPosition {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** A mistake in the file that somebody gave: told in one line, with its place where it is known. */
export class EntryError extends Error {
  override readonly name: string = "EntryError";
  readonly code: EntryErrorCode;
  readonly position?: EntryPosition;

  constructor(code: EntryErrorCode, message: string, options: { position?: EntryPosition; cause?: unknown } = {}) {
    super(message, "cause" in options ? { cause: options.cause } : {});
    this.code = code;
    if (options.position !== undefined) this.position = options.position;
  }
}
