import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { setImmediate } from "node:timers/promises";
import { type FoundPath, findSkillFiles } from "@tradecraft/sdk/node";
import type { CommandRun, ParsedArgs } from "../args/command.ts";
import { type CheckOptions, resolveCheckOptions } from "../check/check-options.ts";
import { checkSkill } from "../check/check-skill.ts";
import { checkEntry } from "../check/check-entry.ts";
import { type CheckSummary, type SkillReport, addToSummary } from "../check/skill-report.ts";
import type { CliIo } from "../io.ts";
import { mapInOrder } from "../map-in-order.ts";
import { createReporter } from "../report/create-reporter.ts";
import { createColors } from "../text/colors.ts";
import { createProgress } from "../text/progress.ts";
import { terminalWidth } from "../text/terminal-width.ts";
import { visible } from "../text/visible.ts";
import { loadVersion } from "../version.ts";
import { keepStdout } from "../workflow/divert-stdout.ts";
import { isEntryPath } from "../workflow/is-entry-path.ts";

const concurrency = 32;
/** Milliseconds. */
const longestTurn = 50;

/** `tradecraft check`: finds, checks and reports; 0 clean, 1 findings, 2 when none of the paths exists. */
export const runCheck: CommandRun = (args, io) => keepStdout(io, (own) => checkAll(args, own));

async function checkAll(args: ParsedArgs, io: CliIo): Promise<number> {
  const started = performance.now();
  const options = await resolveCheckOptions(args, io.cwd);
  const reporter = await createReporter(options.format, {
    colors: createColors(io, io.stdout, args.flags.has("no-color")),
    width: terminalWidth(io.stdout),
    cwd: io.cwd,
    env: io.env,
    version: await loadVersion(),
    profile: options.profile,
    quiet: options.quiet,
    fix: options.fix,
  });
  const progress = createProgress(io.stderr);
  const summary: CheckSummary = { skills: 0, valid: 0, errors: 0, warnings: 0, fixed: 0 };
  let found = 0;
  let missing = 0;
  let pending = "";
  const flush = (): void => {
    if (pending === "") return;
    progress.clear();
    io.stdout.write(pending);
    pending = "";
  };

  const entries = await entryPaths(options);
  const folders = options.paths.filter((path) => !entries.includes(path));
  const search = findSkillFiles(folders, {
    cwd: options.cwd,
    blocking: true,
    ...(options.ignore && { ignore: options.ignore }),
  });
  const check = async (item: FoundPath): Promise<SkillReport> => {
    found++;
    if (item.kind === "problem" && item.diagnostics.some(({ code }) => code === "path-missing")) missing++;
    return nameFailure(item.path, () => checkSkill(item, options));
  };
  let turn = started;
  const take = (report: SkillReport): void => {
    addToSummary(summary, report);
    pending += reporter.skill(report);
    progress.update(summary.skills);
  };
  for await (const report of mapInOrder(search, concurrency, check)) {
    take(report);
    if (performance.now() - turn > longestTurn) {
      flush();
      // Files are read in place, so nothing else would let a closed pipe be noticed.
      await setImmediate();
      turn = performance.now();
    }
  }
  // One after another, because each is run.
  for (const path of entries) {
    if (options.ignore?.(resolve(options.cwd, path)) === true) continue;
    found++;
    const report = await nameFailure(path, () => checkEntry(path, options));
    if (report.diagnostics.some(({ code }) => code === "path-missing")) missing++;
    take(report);
  }
  progress.clear();
  // A path at which there is nothing to ignore either is a finding.
  const ignored = found === 0;
  if (ignored) io.stderr.write(`tradecraft: ${nothingLeft(options)}\n`);
  // People have been told; programs still expect their document.
  const code = exitCode(summary, options, missing === options.paths.length);
  if (!ignored || options.format !== "pretty")
    pending += reporter.end(summary, { ok: code === 0, milliseconds: performance.now() - started });
  flush();
  if (code === 1) warnOfWarnings(summary, options, (text) => io.stderr.write(text));
  return code;
}

/** Paths of code; a folder may be called `skill.ts` too. */
async function entryPaths({ paths, cwd }: CheckOptions): Promise<readonly string[]> {
  const isFolder = async (path: string): Promise<boolean> =>
    (await stat(resolve(cwd, path)).catch(() => undefined))?.isDirectory() ?? false;
  const found = await Promise.all(
    paths.map(async (path) => (isEntryPath(path) && !(await isFolder(path)) ? [path] : [])),
  );
  return found.flat();
}

function nothingLeft({ configPath = "the configuration" }: CheckOptions): string {
  return `0 skills: everything given is ignored by ${visible(configPath)}`;
}

function exitCode({ errors, warnings }: CheckSummary, { maxWarnings }: CheckOptions, nothingChecked: boolean): number {
  if (nothingChecked) return 2;
  return errors > 0 || warnings > maxWarnings ? 1 : 0;
}

function warnOfWarnings({ warnings }: CheckSummary, { maxWarnings }: CheckOptions, warn: (text: string) => void): void {
  if (warnings <= maxWarnings) return;
  const found = warnings === 1 ? "1 warning is" : `${warnings} warnings are`;
  warn(`tradecraft: ${found} more than the ${maxWarnings} allowed by --max-warnings or maxWarnings\n`);
}

async function nameFailure<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(`while checking ${path}: ${message}`, { cause: error });
  }
}
