import type { CliResult } from "@tradecraft/sdk/workflow";
import type { Colors } from "../text/colors.ts";
import { visible } from "../text/visible.ts";
import { EntryError } from "../workflow/entry-error.ts";
import { entryErrorText } from "../workflow/tell-entry-error.ts";
import { createStepper, type Stepper, type StepperStart } from "./create-stepper.ts";
import type { DevEntry } from "./load-dev-entry.ts";
import { jsonSchemaOfParams } from "./params-schema.ts";
import { parseLine } from "./parse-line.ts";
import { renderResult, valueLines } from "./render-result.ts";
import { helpLines, STEP_COMMANDS, STEP_WORDS } from "./step-commands.ts";

/** What a step-through works with. */
export interface StepDeskOptions {
  readonly first: DevEntry;
  readonly start: StepperStart;
  readonly colors: Colors;
  /** Where `@file` begins. */
  readonly cwd: string;
  /** Loads the entry again, after a change. */
  readonly load: () => Promise<DevEntry>;
  /** Shows lines to the person. */
  readonly say: (...lines: readonly string[]) => void;
  readonly signal?: AbortSignal;
}

/** What a person can do with a workflow step by step. */
export class StepDesk {
  readonly #options: StepDeskOptions;
  readonly #stepper: Stepper;
  readonly #words: ReadonlySet<string> = new Set(STEP_WORDS);

  constructor(options: StepDeskOptions) {
    this.#options = options;
    this.#stepper = createStepper(options.first, options.signal);
  }

  /** What the person is asked for. */
  get question(): string {
    const { hasBegun, isDrifted, current } = this.#stepper;
    if (this.#isReference) return "topic › ";
    if (!hasBegun) return "params › ";
    if (isDrifted) return "changed › ";
    return current?.kind === "done" ? "done › " : "answer › ";
  }

  /** Shows the first step, or asks for what it takes to get there. */
  async begin(): Promise<void> {
    const { colors, say, start } = this.#options;
    const { definition } = this.#stepper.entry;
    if (definition.kind === "reference") return this.#command("topics", "");
    const schema = "params" in start ? undefined : jsonSchemaOfParams(definition, start.subskill);
    if (schema !== undefined) return say(colors.bold("● params"), ...(schema === null ? [] : valueLines(schema)));
    this.#tell(await this.#stepper.start(start));
  }

  /** Does what a line says; true if the person wants to leave. */
  async enter(text: string): Promise<boolean> {
    const { cwd, colors, say } = this.#options;
    const name = text.trim();
    if (this.#isReference && !this.#words.has(name) && Object.hasOwn(this.#stepper.entry.definition.topics, name)) {
      await this.#command("topic", name);
      return false;
    }
    const line = await parseLine(text, this.#words, cwd);
    const { current } = this.#stepper;
    if (line.kind === "problem") say(`${colors.red("✖")} ${visible(line.message)}`);
    if (line.kind === "value") await this.#take(line.value);
    if (line.kind === "empty" && current?.kind === "prompt" && current.schema === null) await this.#take({});
    if (line.kind === "command") await this.#command(line.name, line.rest);
    return line.kind === "command" && line.name === "quit";
  }

  /** Goes on with the workflow as it is now; one that cannot be loaded changes nothing. */
  async reload(): Promise<void> {
    const { colors, load, say } = this.#options;
    let entry: DevEntry;
    try {
      entry = await load();
    } catch (error) {
      if (!(error instanceof EntryError)) throw error;
      return say(`${colors.red("✖")} ${entryErrorText(error)}`, colors.dim("  What was loaded before stays."));
    }
    say(colors.dim("↻ loaded again"));
    const result = await this.#stepper.reload(entry);
    if (result === undefined) return this.begin();
    this.#tell(result);
  }

  get #isReference(): boolean {
    return this.#stepper.entry.definition.kind === "reference";
  }

  #tell(result: CliResult): void {
    const { colors, say } = this.#options;
    say(...renderResult(result, colors));
    if (this.#stepper.isDrifted)
      say(colors.yellow("Type migrate to go on with this run, or restart to begin a new one."));
  }

  async #take(value: unknown): Promise<void> {
    const { say, start } = this.#options;
    if (this.#isReference) return say("A skill of topics takes no answers; type the name of a topic.");
    if (!this.#stepper.hasBegun) return this.#tell(await this.#stepper.start({ ...start, params: value }));
    if (this.#stepper.current?.kind === "done") return say("The run is over: restart, back or quit.");
    this.#tell(await this.#stepper.answer(value));
  }

  async #command(name: string, rest: string): Promise<void> {
    const { say } = this.#options;
    const command = STEP_COMMANDS[name];
    if (command?.needs !== undefined && this.#isReference) return say("A skill of topics has no steps.");
    if (command?.needs === "run" && !this.#stepper.hasBegun) return say("The run has not begun; it needs params.");
    if (name === "help") return say(...helpLines(this.#isReference));
    if (name === "restart") {
      this.#stepper.forget();
      return this.begin();
    }
    const outcome = await command?.run?.(this.#stepper, rest);
    if (outcome === undefined) return;
    if ("lines" in outcome) say(...outcome.lines);
    else this.#tell(outcome.result);
  }
}
