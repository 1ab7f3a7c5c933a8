import { suggestion } from "./args/closest.ts";
import { parseCommandArgs } from "./args/parse-command-args.ts";
import { renderCommandHelp, renderProgramHelp } from "./args/render-help.ts";
import { COMMANDS } from "./commands.ts";
import type { CliIo } from "./io.ts";
import { visible } from "./text/visible.ts";
import { UsageError } from "./usage-error.ts";
import { loadVersion } from "./version.ts";

/** Runs one command line; resolves to the exit code and never rejects. */
export async function main(io: CliIo): Promise<number> {
  try {
    return await dispatch(io);
  } catch (error) {
    if (error instanceof UsageError) {
      io.stderr.write(`tradecraft: ${error.code}: ${visible(error.message)}\n`);
      return 2;
    }
    const message = error instanceof Error ? error.message : String(error);
    io.stderr.write(`tradecraft: internal error: ${visible(message)}\n`);
    if (io.env["TRADECRAFT_DEBUG"] === "1") io.stderr.write(`${stackOf(error)}\n`);
    else io.stderr.write("This is a mistake in tradecraft; set TRADECRAFT_DEBUG=1 for the stack.\n");
    return 70;
  }
}

async function dispatch(io: CliIo): Promise<number> {
  const [name, ...rest] = io.argv;
  if (name === undefined) {
    io.stderr.write(renderProgramHelp(COMMANDS));
    return 2;
  }
  if (name === "--help" || name === "-h" || name === "help") {
    const topic = COMMANDS.find((command) => command.name === rest[0]);
    io.stdout.write(topic === undefined ? renderProgramHelp(COMMANDS) : renderCommandHelp(topic));
    return 0;
  }
  if (name === "--version" || name === "-v") {
    io.stdout.write(`${await loadVersion()}\n`);
    return 0;
  }
  const spec = COMMANDS.find((command) => command.name === name);
  if (spec === undefined) {
    const names = [...COMMANDS.map((command) => command.name), "--help", "--version"];
    const kind = name.startsWith("-") ? "option" : "command";
    throw new UsageError(
      `${kind}-unknown`,
      `Unknown ${kind} "${name}"${suggestion(name, names) || "; see tradecraft --help"}`,
    );
  }
  const args = parseCommandArgs(spec, rest);
  if (args.flags.has("help")) {
    io.stdout.write(renderCommandHelp(spec));
    return 0;
  }
  const run = await spec.load();
  return run(args, io);
}

function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const stack = error.stack ?? error.message;
  return error.cause === undefined ? stack : `${stack}\nCaused by: ${stackOf(error.cause)}`;
}
