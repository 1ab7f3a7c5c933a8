#!/usr/bin/env node
import { main } from "./main.ts";
import { guardProcess } from "./report/guard-process.ts";
import { lastEntry } from "./workflow/guard-entry.ts";

const argv = process.argv.slice(2);
const guard = guardProcess({ argv });
// An entry that is being loaded cannot call it.
const exit = process.exit.bind(process);
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  guard.end();
  // A reader that has seen enough (`| head`) is not an error.
  if (error.code === "EPIPE") exit();
  process.stderr.write(`tradecraft: the output could not be written: ${error.code ?? error.message}\n`);
  exit(70);
});
process.stderr.on("error", () => undefined);

const cwd = currentFolder();
if (cwd === undefined) {
  process.stderr.write("tradecraft: the current folder does not exist any more\n");
  guard.end();
  process.exitCode = 2;
} else {
  const { env, stdout, stderr } = process;
  const code = await main({ argv, cwd, env, stdout, stderr });
  guard.end();
  process.exitCode = code;
  // What the author's code left behind, as a timer, neither keeps this process nor changes how it ends.
  if (lastEntry() !== undefined) stdout.write("", () => stderr.write("", () => exit(code)));
}

function currentFolder(): string | undefined {
  try {
    return process.cwd();
  } catch {
    return undefined;
  }
}
