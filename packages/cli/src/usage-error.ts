/** Why a command line or a configuration was refused. */
export type UsageErrorCode =
  | "command-unknown"
  | "option-unknown"
  | "option-value"
  | "argument-unexpected"
  | "argument-missing"
  | "config-invalid"
  | "config-missing"
  | "source-invalid";

/** A mistake of the person at the keyboard: told in one line, exit code 2. */
export class UsageError extends Error {
  override readonly name: string = "UsageError";
  readonly code: UsageErrorCode;

  constructor(code: UsageErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
