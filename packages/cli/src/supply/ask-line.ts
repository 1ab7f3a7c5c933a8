import { createInterface } from "node:readline";
import type { CliIo } from "../io.ts";
import { Interrupted } from "../run/until-interrupted.ts";

/** Whether there is a person to ask: a terminal on both sides. */
export function canAsk({ stderr }: Pick<CliIo, "stderr">): boolean {
  return process.stdin.isTTY === true && stderr.isTTY === true;
}

/** Asks on the terminal; the end of the input is an empty answer, Ctrl-C ends the command. */
export function askLine(question: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const lines = createInterface({ input: process.stdin, output: process.stderr });
    lines.once("SIGINT", () => {
      reject(new Interrupted());
      lines.close();
      process.stderr.write("\n");
    });
    lines.once("close", () => resolve(""));
    lines.question(question, (answer) => {
      resolve(answer.trim());
      lines.close();
    });
  });
}

/** Asks whether to go on; anything but a yes is a no. */
export async function askYes(question: string): Promise<boolean> {
  return /^y(?:es)?$/i.test(await askLine(`${question} [y/N] `));
}
