import type { StartOptions, WorkflowEngine } from "../../workflow/engine/workflow-engine.ts";
import type { CliResult, DoneResult, ErrorResult, PromptResult } from "../../workflow/results.ts";
import type { ModelAdapter, ModelRequest } from "./model/model-adapter.ts";
import type { AskedPrompt, RetriedAnswer, RunProgress } from "./run-progress.ts";
import { WorkflowTestError, type WorkflowTestErrorCode } from "./workflow-test-error.ts";

/** What a session is driven with. */
export interface DriveOptions {
  readonly skill: string;
  readonly start: StartOptions;
  readonly model: ModelAdapter;
  readonly retries: number;
  readonly maxSteps: number;
  /** Which visit of a step this is. */
  readonly visitOf: (step: string) => number;
}

interface Question {
  readonly result: PromptResult;
  readonly visit: number;
  readonly turn: number;
}

/** Runs a session with a model to its end. */
export class SessionDriver {
  readonly #engine: WorkflowEngine;
  readonly #options: DriveOptions;
  readonly #results: CliResult[] = [];
  readonly #prompts: AskedPrompt[] = [];
  readonly #retried: RetriedAnswer[] = [];
  readonly #outputs = new Map<string, unknown[]>();
  #session = "";

  constructor(engine: WorkflowEngine, options: DriveOptions) {
    this.#engine = engine;
    this.#options = options;
  }

  get session(): string {
    return this.#session;
  }

  /** Starts, and answers until it is done. Throws a `WorkflowTestError` where that cannot be. */
  async run(): Promise<DoneResult> {
    const { start, maxSteps } = this.#options;
    const reply = await this.#engine.start(start);
    this.#session = reply.session;
    let result = this.#keep(reply.result);
    for (let turn = 1; result.kind !== "done"; turn++) {
      if (result.kind === "redirect")
        throw await this.#error("run-failed", "", `it led to "${result.redirect}" and did not go there.`);
      if (result.kind === "error") throw await this.#failed(result);
      if (turn > maxSteps)
        throw await this.#error("too-many-steps", result.step, `it has not ended after ${maxSteps} questions.`);
      result = await this.#answer({ result, turn, visit: this.#options.visitOf(result.step) });
    }
    return result;
  }

  async progress(): Promise<RunProgress> {
    const history = this.#session === "" ? [] : await this.#engine.history({ session: this.#session }).catch(() => []);
    const outputs = [...this.#outputs];
    return {
      path: history.map(({ step }) => step),
      outputs: Object.fromEntries(outputs.map(([step, all]) => [step, all.at(-1)])),
      outputsByVisit: Object.fromEntries(outputs),
      results: this.#results,
      prompts: this.#prompts,
      retried: this.#retried,
    };
  }

  /** Asks until an answer is taken, or there were too many. */
  async #answer({ result, visit, turn }: Question): Promise<CliResult> {
    const { model, retries, start } = this.#options;
    const { step, prompt, schema, preamble } = result;
    const asked = { step, visit, prompt, schema, ...(preamble !== undefined && { preamble }) };
    this.#prompts.push(asked);
    let error: string | undefined;
    for (let attempt = 1; ; attempt++) {
      start.signal?.throwIfAborted();
      const request: ModelRequest = { ...asked, attempt, turn, ...(error !== undefined && { error }) };
      const output: unknown = await model.respond(request);
      const signal = start.signal && { signal: start.signal };
      const reply = await this.#engine.advance({ session: this.#session, step, output, ...signal });
      const next = this.#keep(reply.result);
      // What another step is blamed for, another answer to this one does not mend.
      if (next.kind !== "error" || next.error !== "validation" || !next.retry || next.step !== step) {
        this.#outputs.set(step, [...(this.#outputs.get(step) ?? []), output]);
        return next;
      }
      error = next.message;
      this.#retried.push({ step, visit, attempt, output, message: error });
      if (attempt > retries) throw await this.#refused(next, { visit, attempt, output });
    }
  }

  #keep(result: CliResult): CliResult {
    this.#results.push(result);
    return result;
  }

  #refused(
    result: ErrorResult,
    { visit, attempt, output }: { readonly visit: number; readonly attempt: number; readonly output: unknown },
  ): Promise<WorkflowTestError> {
    const times = attempt === 1 ? "was refused" : `was refused ${attempt} times`;
    const message = `the answer ${times}: ${result.message}\n  last answer: ${cut(output)}`;
    return this.#error("answer-refused", result.step, message, { result, visit });
  }

  #failed(result: ErrorResult): Promise<WorkflowTestError> {
    const hint = result.hint === undefined ? "" : `\n  ${result.hint}`;
    return this.#error("run-failed", result.step, `${result.code}: ${result.message}${hint}`, { result });
  }

  async #error(
    code: WorkflowTestErrorCode,
    step: string,
    message: string,
    facts: { readonly result?: ErrorResult; readonly visit?: number } = {},
  ): Promise<WorkflowTestError> {
    const run = await this.progress();
    const visit = facts.visit ?? (step === "" ? undefined : this.#options.visitOf(step));
    const where = step === "" ? "" : `, step "${step}"${visit === undefined || visit < 2 ? "" : ` (visit ${visit})`}`;
    const path = run.path.length > 0 ? `\n  path: ${run.path.join(" → ")}` : "";
    const text = `Skill "${this.#options.skill}"${where}: ${message}${path}`;
    return new WorkflowTestError(code, text, { ...facts, run, ...(step !== "" && { step, visit }) });
  }
}

function cut(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 300 ? `${text.slice(0, 300)}… (${text.length} characters)` : text;
}
