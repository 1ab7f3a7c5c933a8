import type { CliIo } from "../io.ts";
import { asWritable } from "./as-writable.ts";
import type { DevEntry } from "./load-dev-entry.ts";

/** Makes one call of a skill's own command line; what it prints and its exit code are those of the built skill. */
export async function runProtocol(
  { definition, skillDir, sdk }: Pick<DevEntry, "definition" | "skillDir" | "sdk">,
  argv: readonly string[],
  io: CliIo,
): Promise<number> {
  const { log, info, debug } = console;
  // Stdout is for results: what the skill's code prints goes where that of a built skill does.
  const print = (...values: readonly unknown[]): void => console.error(...values);
  Object.assign(console, { log: print, info: print, debug: print });
  try {
    return await sdk.cli.main(definition, {
      argv,
      env: io.env,
      cwd: io.cwd,
      stdout: asWritable(io.stdout),
      stderr: asWritable(io.stderr),
      skillDir,
      mcp: sdk.mcp,
    });
  } finally {
    Object.assign(console, { log, info, debug });
  }
}
