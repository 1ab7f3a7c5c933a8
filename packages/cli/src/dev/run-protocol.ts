import type { CliIo } from "../io.ts";
import { asWritable } from "./as-writable.ts";
import type { DevEntry } from "./load-dev-entry.ts";

/** Makes one call of a skill's own command line; what it prints and its exit code are those of the built skill. */
export function runProtocol(
  { definition, skillDir, sdk }: Pick<DevEntry, "definition" | "skillDir" | "sdk">,
  argv: readonly string[],
  io: CliIo,
): Promise<number> {
  return sdk.cli.main(definition, {
    argv,
    env: io.env,
    cwd: io.cwd,
    stdout: asWritable(io.stdout),
    stderr: asWritable(io.stderr),
    skillDir,
    mcp: sdk.mcp,
  });
}
