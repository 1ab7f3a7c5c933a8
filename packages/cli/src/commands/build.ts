import { relative, sep } from "node:path";
import type { CommandRun, ParsedArgs } from "../args/command.ts";
import { BuildFailure } from "../build/build-failure.ts";
import { type BuildOptions, resolveBuildOptions } from "../build/build-options.ts";
import type { BuildReport } from "../build/build-report.ts";
import type { CliIo } from "../io.ts";
import { tellError } from "../report/tell-error.ts";
import { createColors } from "../text/colors.ts";
import { visible } from "../text/visible.ts";
import { keepStdout } from "../workflow/divert-stdout.ts";
import { EntryError } from "../workflow/entry-error.ts";
import { tellEntryError } from "../workflow/tell-entry-error.ts";

/** `tradecraft build`: a skill's folder from a workflow; 1 when it cannot be built, 2 when there is no such file. */
export const runBuild: CommandRun = (args, io) => keepStdout(io, (own) => buildAll(args, own));

async function buildAll(args: ParsedArgs, io: CliIo): Promise<number> {
  const json = args.flags.has("json");
  const colors = createColors(io, io.stdout, args.flags.has("no-color"));
  const warn = (message: string): void => void io.stderr.write(`tradecraft: ${visible(message)}\n`);
  const options: BuildOptions = { ...resolveBuildOptions(args, { cwd: io.cwd, env: io.env }), warn };
  const { renderBuildReport } = await import("../build/render-report.ts");
  const { jsonBuildReport } = await import("../build/json-report.ts");
  const shown = relative(io.cwd, options.outDir).split(sep).join("/") || ".";

  const once = async (): Promise<{ readonly code: number; readonly inputs: readonly string[] }> => {
    try {
      const report = await build(options, io, json);
      io.stdout.write(json ? jsonBuildReport(report, shown) : renderBuildReport(report, shown, colors));
      return { code: 0, inputs: report.inputs };
    } catch (error) {
      return { code: tellFailure(error, io, json), inputs: [] };
    }
  };

  const first = await once();
  if (!args.flags.has("watch")) return first.code;
  const { watchBuild } = await import("../build/watch-build.ts");
  await watchBuild(
    options.entry,
    first.inputs,
    async () => (await once()).inputs,
    (text) => void io.stderr.write(text),
  );
  return 0;
}

async function build(options: BuildOptions, io: CliIo, json: boolean): Promise<BuildReport> {
  const { buildSkill } = await import("../build/build-skill.ts");
  const draws = io.stderr.isTTY === true && !json;
  try {
    return await buildSkill(options, (step) => draws && io.stderr.write(`\r\u001b[2KBuilding… ${step}`));
  } finally {
    if (draws) io.stderr.write("\r\u001b[2K");
  }
}

/** Says why there is no new folder; anything unexpected is thrown on. */
function tellFailure(error: unknown, io: CliIo, json: boolean): number {
  if (error instanceof EntryError) return tellEntryError(error, io, json);
  if (!(error instanceof BuildFailure)) throw error;
  const { step, message, details } = error;
  const told = { code: `build-${step}`, message, details };
  tellError(told, io, json);
  for (const line of details) io.stderr.write(`  ${visible(line)}\n`);
  return 1;
}
