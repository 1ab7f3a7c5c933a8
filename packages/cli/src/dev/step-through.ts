import { visible } from "../text/visible.ts";
import type { DevTerminal } from "./dev-terminal.ts";
import { StepDesk, type StepDeskOptions } from "./step-desk.ts";

/** What a step-through needs. */
export interface StepThroughOptions extends Omit<StepDeskOptions, "say" | "signal"> {
  readonly terminal: DevTerminal;
}

/** Shows steps to a person and takes answers until the person leaves; resolves to the exit code. */
export function stepThrough({ terminal, ...options }: StepThroughOptions): Promise<number> {
  const say = (...lines: readonly string[]): void => terminal.write(lines.map((line) => `${line}\n`).join(""));
  const desk = new StepDesk({ ...options, say, signal: terminal.interrupted });

  /** What a workflow's own functions throw must not end the session of the person who writes them. */
  const survived = async (work: () => Promise<unknown>): Promise<unknown> => {
    try {
      return await work();
    } catch (error) {
      say(`${options.colors.red("✖")} ${visible(error instanceof Error ? error.message : String(error))}`);
      return undefined;
    }
  };
  const loop = async (): Promise<number> => {
    await survived(() => desk.begin());
    for (;;) {
      const event = await terminal.next(desk.question);
      if (event.kind === "left") return 0;
      const outcome = await survived(() => (event.kind === "changed" ? desk.reload() : desk.enter(event.text)));
      if (outcome === true) return 0;
    }
  };
  return Promise.race([untilInterrupted(terminal.interrupted), loop()]);
}

function untilInterrupted(signal: AbortSignal): Promise<number> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(130), { once: true }));
}
