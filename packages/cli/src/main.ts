import type { CommandSpec } from "./args/command.ts";
import type { CliIo } from "./io.ts";
import { UsageError } from "./usage-error.ts";
import { loadVersion } from "./version.ts";

/** Runs one command line, with `beforeRun` before a command does its work; resolves to the exit code and never rejects. */
export async function main(io: CliIo, beforeRun: () => Promise<void> = async () => undefined): Promise<number> {
  try {
    return await dispatch(io, beforeRun);
  } catch (error) {
    const { asksForJson } = await import("./report/asks-for-json.ts");
    const json = asksForJson(io.argv);
    if (error instanceof UsageError) {
      const { tellError } = await import("./report/tell-error.ts");
      tellError({ code: error.code, message: error.message }, io, json);
      return 2;
    }
    const { visible } = await import("./text/visible.ts");
    const message = error instanceof Error ? error.message : String(error);
    if (json) {
      const { jsonDocument } = await import("./report/json-document.ts");
      io.stdout.write(jsonDocument(false, { error: { code: "internal-error", message } }));
    }
    io.stderr.write(`tradecraft: internal error: ${visible(message)}\n`);
    if (io.env["TRADECRAFT_DEBUG"] === "1") io.stderr.write(`${stackOf(error)}\n`);
    else io.stderr.write("This is a mistake in tradecraft; set TRADECRAFT_DEBUG=1 for the stack.\n");
    return 70;
  }
}

// What a command line does not need is not loaded: most of the time of a short command goes into loading.
async function dispatch(io: CliIo, beforeRun: () => Promise<void>): Promise<number> {
  const [name, ...rest] = io.argv;
  if (name === "--version" || name === "-v") {
    io.stdout.write(`${await loadVersion()}\n`);
    return 0;
  }
  const { COMMAND_GROUPS, COMMANDS } = await import("./commands.ts");
  const find = (wanted: string | undefined): CommandSpec | undefined =>
    COMMANDS.find((command) => command.name === wanted);
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    const topic = find(rest[0]);
    if (topic === undefined && rest[0] !== undefined && !rest[0].startsWith("-"))
      throw await unknown(rest[0], COMMANDS);
    const { renderCommandHelp, renderProgramHelp } = await import("./args/render-help.ts");
    const help = topic === undefined ? renderProgramHelp(COMMAND_GROUPS) : renderCommandHelp(topic);
    (name === undefined ? io.stderr : io.stdout).write(help);
    return name === undefined ? 2 : 0;
  }
  const spec = find(name);
  if (spec === undefined) throw await unknown(name, COMMANDS);
  const { parseCommandArgs } = await import("./args/parse-command-args.ts");
  const args = parseCommandArgs(spec, rest);
  if (args.flags.has("help")) {
    const { renderCommandHelp } = await import("./args/render-help.ts");
    io.stdout.write(renderCommandHelp(spec));
    return 0;
  }
  await beforeRun();
  const run = await spec.load();
  return run(args, io);
}

async function unknown(name: string, commands: readonly CommandSpec[]): Promise<UsageError> {
  const { suggestion } = await import("./args/closest.ts");
  const names = [...commands.map((command) => command.name), "--help", "--version"];
  const kind = name.startsWith("-") ? "option" : "command";
  const hint = suggestion(name, names) || "; see tradecraft --help";
  return new UsageError(`${kind}-unknown`, `Unknown ${kind} "${name}"${hint}`);
}

function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const stack = error.stack ?? error.message;
  return error.cause === undefined ? stack : `${stack}\nCaused by: ${stackOf(error.cause)}`;
}
