import { appendFileSync, readFileSync } from "node:fs";
import type { Ran, RunOptions, SkillProgram } from "./skill-program.ts";

type Line = Record<string, unknown>;

/** A session, as an agent drives it. */
export interface DrivenSession {
  readonly id: string;
  readonly file: string;
  /** The line that the start named. */
  readonly first: number;
  /** Runs a command on the session. */
  run(command: string, args?: readonly string[], options?: RunOptions): Promise<Ran>;
  /** Answers by flags. */
  answer(step: string, output: unknown, ...args: string[]): Promise<Ran>;
  /** Appends a line to the file, as an agent does. */
  write(step: string, output: unknown): void;
  /** A line of the file, counted from 1. */
  line(number: number | string): Line;
  /** All lines; throws if one is torn. */
  lines(): readonly Line[];
}

export async function startSession(
  program: SkillProgram,
  options: RunOptions & { readonly args?: readonly string[] } = {},
): Promise<DrivenSession> {
  const { args = ["--params", "{}"], ...more } = options;
  const folder = ["--session-dir", program.sessions];
  const ran = await program.run([...args, "--session", "new", ...folder], more);
  if (ran.code !== 0) throw new Error(`No session: ${ran.stdout}${ran.stderr}`);
  const { sessionId: id, file, line: first } = ran.json as { sessionId: string; file: string; line: number };
  const lines = (): Line[] =>
    readFileSync(file, "utf8")
      .trimEnd()
      .split("\n")
      .map((text) => JSON.parse(text) as Line);
  const run: DrivenSession["run"] = (command, flags = [], extra = {}) =>
    program.run([...command.split(" "), "--session", id, ...folder, ...flags], { ...more, ...extra });
  return {
    id,
    file,
    first,
    run,
    answer: (step, output, ...flags) => run("advance", ["--step", step, "--output", JSON.stringify(output), ...flags]),
    write: (step, output) => appendFileSync(file, `${JSON.stringify({ type: "output", step, output })}\n`),
    line: (number) => JSON.parse(readFileSync(file, "utf8").split("\n")[Number(number) - 1] ?? "") as Line,
    lines,
  };
}
