import type { JsonSchema } from "../../core/code/code-tool.ts";
import type { CliResult } from "../../workflow/results.ts";

/** A question, as the model was asked it. */
export interface AskedPrompt {
  readonly step: string;
  readonly visit: number;
  readonly prompt: string;
  readonly schema: JsonSchema | null;
  /** Where the engine sent one with it: at the start, and when a sub-skill begins. */
  readonly preamble?: string;
}

/** An answer that was refused, and asked for again. */
export interface RetriedAnswer {
  readonly step: string;
  readonly visit: number;
  /** 1 for the first answer of the visit. */
  readonly attempt: number;
  readonly output: unknown;
  readonly message: string;
}

/** What a run has left so far. */
export interface RunProgress {
  /** Finished visits, with the names of sub-skills and parts: `route`, `doctor/diagnose`, `research#0`, `research`. */
  readonly path: readonly string[];
  /** The last answer by step, as the model gave it. Refused ones do not count. */
  readonly outputs: Readonly<Record<string, unknown>>;
  /** All of them, oldest first. */
  readonly outputsByVisit: Readonly<Record<string, readonly unknown[]>>;
  /** Every result of the engine, in order. */
  readonly results: readonly CliResult[];
  readonly prompts: readonly AskedPrompt[];
  readonly retried: readonly RetriedAnswer[];
}
