import { dirname, join } from "node:path";
import type { CliIo } from "../io.ts";
import { createColors } from "../text/colors.ts";
import { UsageError } from "../usage-error.ts";
import type { StepperStart } from "./create-stepper.ts";
import { createDevTerminal } from "./dev-terminal.ts";
import { type DevEntry, loadDevEntry } from "./load-dev-entry.ts";
import { parseLine } from "./parse-line.ts";
import type { DevStart } from "./start-options.ts";
import { STEP_WORDS } from "./step-commands.ts";
import { stepThrough } from "./step-through.ts";
import { watchFiles } from "./watch-files.ts";

/** What a step-through begins with. */
export interface OpenStepThroughOptions {
  /** The entry as it was named. */
  readonly named: string;
  readonly entry: DevEntry;
  readonly start: DevStart;
  readonly noColor: boolean;
}

/** A step-through on the terminal of this process, with the entry's files watched; resolves to the exit code. */
export async function openStepThrough(
  { named, entry, start, noColor }: OpenStepThroughOptions,
  io: CliIo,
): Promise<number> {
  const stepperStart = await parsedStart(start, io.cwd);
  const terminal = createDevTerminal(process.stdin, process.stdout, () => STEP_WORDS);
  const files = watchFiles(() => terminal.push({ kind: "changed" }));
  let loaded = entry;
  const observe = (...more: readonly string[]): void => {
    const { inputs, skillDir } = loaded;
    files.observe(inputs, [join(skillDir, "references"), join(skillDir, "assets"), ...more]);
  };
  observe();
  try {
    return await stepThrough({
      first: entry,
      start: stepperStart,
      terminal,
      colors: createColors(io, io.stdout, noColor),
      cwd: io.cwd,
      load: async () => {
        try {
          loaded = await loadDevEntry(named, io.cwd);
          observe();
          return loaded;
        } catch (error) {
          // A file that is missing is in no list of files.
          observe(...loaded.inputs.map((file) => dirname(file)));
          throw error;
        }
      },
    });
  } finally {
    files.close();
    terminal.close();
  }
}

async function parsedStart({ params, ...start }: DevStart, cwd: string): Promise<StepperStart> {
  if (params === undefined) return start;
  const line = await parseLine(params, new Set(), cwd);
  if (line.kind === "value") return { ...start, params: line.value };
  throw new UsageError("option-value", line.kind === "problem" ? `--params: ${line.message}` : "--params is not JSON");
}
