import type { Message } from "esbuild";

/** Why a skill could not be built: a mistake of its author, told without a stack. */
export class BuildFailure extends Error {
  override readonly name: string = "BuildFailure";
  readonly step: string;
  readonly details: readonly string[];

  constructor(step: string, message: string, details: readonly string[] = [], options: ErrorOptions = {}) {
    super(message, options);
    this.step = step;
    this.details = details;
  }
}

/** What the bundler says, in lines. */
export function bundlerLines(error: unknown): string[] {
  const messages = (error as { readonly errors?: readonly Message[] }).errors;
  if (!Array.isArray(messages)) return [error instanceof Error ? error.message : String(error)];
  return (messages as readonly Message[]).map(({ text, location }) =>
    location ? `${location.file}:${location.line}:${location.column + 1}: ${text}` : text,
  );
}
