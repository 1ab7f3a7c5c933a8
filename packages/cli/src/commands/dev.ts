import type { CommandRun } from "../args/command.ts";
import { type DevEntry, loadDevEntry } from "../dev/load-dev-entry.ts";
import { runProtocol } from "../dev/run-protocol.ts";
import { devStart, startCall } from "../dev/start-options.ts";
import { UsageError } from "../usage-error.ts";
import { EntryError } from "../workflow/entry-error.ts";
import { tellEntryError } from "../workflow/tell-entry-error.ts";

/** `tradecraft dev`: a workflow from its source, one call of its command line or step by step; the exit code is the call's. */
export const runDev: CommandRun = async (args, io) => {
  const [named = "", ...argv] = args.positionals;
  const start = devStart(args.values);
  const [given] = Object.keys(start);
  if (argv.length > 0 && given !== undefined)
    throw new UsageError("option-value", `--${given} stands behind the entry when it is followed by arguments`);
  let entry: DevEntry;
  try {
    entry = await loadDevEntry(named, io.cwd);
  } catch (error) {
    if (error instanceof EntryError) return tellEntryError(error, io);
    throw error;
  }
  if (argv.length > 0) return runProtocol(entry, argv, io);
  if (process.stdin.isTTY !== true || io.stdout.isTTY !== true)
    return runProtocol(entry, startCall(entry.definition.kind, start), io);
  const { openStepThrough } = await import("../dev/open-step-through.ts");
  return openStepThrough({ named, entry, start, noColor: args.flags.has("no-color") }, io);
};
