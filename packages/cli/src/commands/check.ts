import { type FoundPath, findSkillFiles } from "@tradecraft/sdk/node";
import type { CommandRun } from "../args/command.ts";
import { type CheckOptions, resolveCheckOptions } from "../check/check-options.ts";
import { checkSkill } from "../check/check-skill.ts";
import { mapInOrder } from "../check/map-in-order.ts";
import { createProgress } from "../check/progress.ts";
import { type CheckSummary, type SkillReport, addToSummary } from "../check/skill-report.ts";
import { createReporter } from "../report/create-reporter.ts";
import { createColors } from "../text/colors.ts";
import { loadVersion } from "../version.ts";

const concurrency = 16;
const defaultWidth = 120;

/** `tradecraft check`: finds, checks and reports; 0 clean, 1 findings, 2 when none of the paths exists. */
export const runCheck: CommandRun = async (args, io) => {
  const started = performance.now();
  const options = await resolveCheckOptions(args, io.cwd);
  const reporter = await createReporter(options.format, {
    colors: createColors(io, io.stdout, args.flags.has("no-color")),
    width: io.stdout.columns === undefined || io.stdout.columns < 40 ? defaultWidth : Math.min(io.stdout.columns, 200),
    cwd: io.cwd,
    env: io.env,
    version: await loadVersion(),
    profile: options.profile,
    quiet: options.quiet,
    fix: options.fix,
  });
  const progress = createProgress(io.stderr);
  const summary: CheckSummary = { skills: 0, valid: 0, errors: 0, warnings: 0, fixed: 0 };
  let missing = 0;
  const write = (text: string): void => {
    if (text === "") return;
    progress.clear();
    io.stdout.write(text);
  };

  const found = findSkillFiles(options.paths, { cwd: options.cwd, ignore: options.ignore });
  const check = async (item: FoundPath): Promise<SkillReport> => {
    if (item.kind === "problem" && item.diagnostics.some(({ code }) => code === "path-missing")) missing++;
    return nameFailure(item.path, () => checkSkill(item, options));
  };
  for await (const report of mapInOrder(found, concurrency, check)) {
    addToSummary(summary, report);
    write(reporter.skill(report));
    progress.update(summary.skills);
  }
  progress.clear();
  write(reporter.end(summary, performance.now() - started));
  return exitCode(summary, options, missing === options.paths.length, (text) => io.stderr.write(text));
};

function exitCode(
  { errors, warnings }: CheckSummary,
  { maxWarnings }: CheckOptions,
  nothingChecked: boolean,
  warn: (text: string) => void,
): number {
  if (nothingChecked) return 2;
  if (warnings > maxWarnings) {
    const found = warnings === 1 ? "1 warning is" : `${warnings} warnings are`;
    warn(`tradecraft: ${found} more than the ${maxWarnings} allowed by --max-warnings or maxWarnings\n`);
    return 1;
  }
  return errors > 0 ? 1 : 0;
}

async function nameFailure<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(`while checking ${path}: ${message}`, { cause: error });
  }
}
