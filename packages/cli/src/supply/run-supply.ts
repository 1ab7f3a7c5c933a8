import type { SupplyContext } from "@tradecraft/sdk/supply";
import type { ParsedArgs } from "../args/command.ts";
import type { CliIo } from "../io.ts";
import { jsonDocument } from "../report/json-document.ts";
import { Interrupted, untilInterrupted } from "../run/until-interrupted.ts";
import { type Colors, createColors } from "../text/colors.ts";
import { terminalWidth } from "../text/terminal-width.ts";
import { createSourceProgress } from "./source-progress.ts";
import { tellSupplyError } from "./tell-supply-error.ts";

/** What a command of the supply chain works with. */
export interface SupplyRun {
  readonly args: ParsedArgs;
  readonly io: CliIo;
  readonly json: boolean;
  readonly colors: Colors;
  readonly width: number;
  readonly signal: AbortSignal;
  /** Opens what fetches; progress is drawn for it. */
  openContext(directory: string): Promise<SupplyContext>;
  /** Writes lines for people, where no progress is in the way. */
  say(lines: readonly string[]): void;
  /** A line on stderr, also with `--json`. */
  warn(text: string): void;
  /** Erases progress, before a question. */
  pause(): void;
}

/** Runs a command: failures are told, Ctrl-C ends with 130, and neither leaves anything half done. */
export async function runSupply(
  args: ParsedArgs,
  io: CliIo,
  work: (run: SupplyRun) => Promise<number>,
): Promise<number> {
  const json = args.flags.has("json");
  const progress = createSourceProgress(io.stderr);
  let isOver: () => boolean = () => false;
  try {
    return await untilInterrupted(async (signal) => {
      isOver = () => signal.aborted;
      const openContext = async (directory: string): Promise<SupplyContext> => {
        const { openSupplyContext } = await import("./open-supply-context.ts");
        const offline = args.flags.has("offline");
        return openSupplyContext(directory, io, { offline, signal, onProgress: (each) => progress.update(each) });
      };
      return work({
        args,
        io,
        json,
        colors: createColors(io, io.stdout, args.flags.has("no-color")),
        width: terminalWidth(io.stdout),
        signal,
        openContext,
        say: (lines) => {
          progress.clear();
          if (!json && lines.length > 0) io.stdout.write(`${lines.join("\n")}\n`);
        },
        warn: (text) => {
          progress.clear();
          io.stderr.write(`tradecraft: ${text}\n`);
        },
        pause: () => progress.clear(),
      });
    });
  } catch (error) {
    progress.clear();
    if (error instanceof Interrupted || isOver()) {
      const told = { code: "interrupted", message: "Interrupted; everything is as it was" };
      if (json) io.stdout.write(jsonDocument(false, { error: told }));
      io.stderr.write(`tradecraft: ${told.message}\n`);
      return 130;
    }
    return tellSupplyError(error, io, json);
  } finally {
    progress.clear();
  }
}
