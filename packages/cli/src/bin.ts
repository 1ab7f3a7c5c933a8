#!/usr/bin/env node
import { main } from "./main.ts";
import type { ProcessGuard } from "./report/guard-process.ts";

const argv = process.argv.slice(2);
let guard: ProcessGuard | undefined;
// An entry that is being loaded cannot call it.
const exit = process.exit.bind(process);
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  guard?.end();
  // A reader that has seen enough (`| head`) is not an error.
  if (error.code === "EPIPE") exit();
  process.stderr.write(`tradecraft: the output could not be written: ${error.code ?? error.message}\n`);
  exit(70);
});
process.stderr.on("error", () => undefined);

const cwd = currentFolder();
if (cwd === undefined) {
  process.stderr.write("tradecraft: the current folder does not exist any more\n");
  process.exitCode = 2;
} else {
  const { env, stdout, stderr } = process;
  const code = await main({ argv, cwd, env, stdout, stderr }, async () => {
    const { guardProcess } = await import("./report/guard-process.ts");
    guard = guardProcess({ argv });
  });
  guard?.end();
  process.exitCode = code;
  // What the author's code left behind, as a timer, neither keeps this process nor changes how it ends.
  if (guard?.hasRunEntry() === true) stdout.write("", () => stderr.write("", () => exit(code)));
}

function currentFolder(): string | undefined {
  try {
    return process.cwd();
  } catch {
    return undefined;
  }
}
