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
    /** Also gets what went to stdout, as it was written. */
    readonly onStdout?: (content: string | Uint8Array) => void;
  } = {},
): Promise<CliResult> {
  const { cwd = process.cwd(), env = {}, columns, isTTY = false, onStdout } = options;
  const written = { stdout: "", stderr: "" };
  const stream = (name: "stdout" | "stderr") => ({
    write: (content: string | Uint8Array) => {
      written[name] += typeof content === "string" ? content : Buffer.from(content).toString("utf8");
      if (name === "stdout") onStdout?.(content);
    },
    isTTY,
    ...(columns === undefined ? {} : { columns }),
  });
  const code = await main({ argv, cwd, env, stdout: stream("stdout"), stderr: stream("stderr") });
  return { code, ...written };
}
