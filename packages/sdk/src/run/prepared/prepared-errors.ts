import { type Failure, messageOfFailure } from "./failure.ts";

/** One reason, as a Standard Schema issue. */
export interface PreparedIssue {
  readonly message: string;
  readonly path: readonly PropertyKey[];
}

/** What a prepared schema gives for a value that it refuses: an array of issues, as ArkType's errors are. */
export class PreparedErrors extends Array<PreparedIssue> {
  // `map` and `filter` give plain arrays.
  static override get [Symbol.species](): ArrayConstructor {
    return Array;
  }

  get issues(): readonly PreparedIssue[] {
    return this;
  }

  get summary(): string {
    return this.map(({ message }) => message).join("\n");
  }

  get message(): string {
    return this.summary;
  }

  override toString(): string {
    return this.summary;
  }

  throw(): never {
    const lines = this.map(({ message }) => `  • ${message.replaceAll("\n", "\n  ")}`);
    const error = new Error(this.length === 1 ? this.summary : `\n${lines.join("\n")}`);
    error.name = "TraversalError";
    throw error;
  }
}

/** Failures as a caller of a schema sees them. */
export function preparedErrors(failures: readonly Failure[]): PreparedErrors {
  const errors = new PreparedErrors();
  for (const failure of failures) errors.push({ message: messageOfFailure(failure), path: failure.path });
  return errors;
}
