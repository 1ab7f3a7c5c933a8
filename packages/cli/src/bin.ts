#!/usr/bin/env node
import { main } from "./main.ts";

process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // A reader that has seen enough (`| head`) is not an error.
  if (error.code === "EPIPE") process.exit();
  process.stderr.write(`tradecraft: the output could not be written: ${error.code ?? error.message}\n`);
  process.exit(70);
});
process.stderr.on("error", () => undefined);

const cwd = currentFolder();
if (cwd === undefined) {
  process.stderr.write("tradecraft: the current folder does not exist any more\n");
  process.exitCode = 2;
} else {
  const { argv, env, stdout, stderr } = process;
  process.exitCode = await main({ argv: argv.slice(2), cwd, env, stdout, stderr });
}

function currentFolder(): string | undefined {
  try {
    return process.cwd();
  } catch {
    return undefined;
  }
}
