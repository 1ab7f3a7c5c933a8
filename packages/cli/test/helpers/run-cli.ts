import type { CliIo } from "../../src/io.ts";
import { main } from "../../src/main.ts";

/** What a run wrote and how it ended. */
export interface CliResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the CLI in this process. */
export async function runCli(
  argv: readonly string[],
  options: {
    readonly cwd?: string;
    readonly env?: CliIo["env"];
    readonly columns?: number;
    readonly isTTY?: boolean;
  } = {},
): Promise<CliResult> {
  const { cwd = process.cwd(), env = {}, columns, isTTY = false } = options;
  const written = { stdout: "", stderr: "" };
  const stream = (name: "stdout" | "stderr") => ({
    write: (text: string) => {
      written[name] += text;
    },
    isTTY,
    ...(columns === undefined ? {} : { columns }),
  });
  const code = await main({ argv, cwd, env, stdout: stream("stdout"), stderr: stream("stderr") });
  return { code, ...written };
}
