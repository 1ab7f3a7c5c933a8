import { type CommandIo, writeText } from "../command-io.ts";
import { exitCodeOf, type Failure, isFailure } from "./failure.ts";

/** Prints a result as one line of JSON, and a failure also for people; gives the exit code. */
export async function printResult<Result extends { readonly kind: string }>(
  io: CommandIo,
  result: Result,
): Promise<number> {
  if (isFailure(result)) await printProblem(io, result);
  return printLine(io, JSON.stringify(result), exitCodeOf(result));
}

/** Prints one line. */
export async function printLine(io: CommandIo, line: string, exitCode: number = 0): Promise<number> {
  await writeText(io.stdout, `${line}\n`);
  return exitCode;
}

/** Says on stderr what went wrong. */
export async function printProblem(io: CommandIo, { message, hint }: Failure): Promise<void> {
  await writeText(io.stderr, `error: ${oneLine(message)}\n${hint === undefined ? "" : `hint: ${oneLine(hint)}\n`}`);
}

/** What a model or an action has said must not steer a terminal. */
function oneLine(text: string): string {
  // eslint-disable-next-line no-control-regex
  return text.replaceAll(/[\u0000-\u001f\u007f-\u009f]+/g, " ").slice(0, 2000);
}
