import { writeFile } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";
import { SkillError } from "@tradecraft/sdk";
import { describeFileError } from "@tradecraft/sdk/node";
import { createScanBaseline, SCAN_RULE_COUNT, SCAN_RULES, type ScanFinding } from "@tradecraft/sdk/supply";
import type { CommandRun } from "../args/command.ts";
import { replaceFile } from "../check/replace-file.ts";
import { jsonDocument } from "../report/json-document.ts";
import { stringifyJson } from "../report/stringify-json.ts";
import { createCommandReader } from "../scan/command-reader.ts";
import { findScanFolders } from "../scan/find-folders.ts";
import { renderScanRules } from "../scan/render-rules.ts";
import { scanFolder } from "../scan/scan-folder.ts";
import { resolveScanOptions, type ScanCommandOptions } from "../scan/scan-options.ts";
import { addScan, countFindings, emptySummary, type ScanSummary } from "../scan/scan-report.ts";
import { createScanReporter } from "../scan/scan-reporter.ts";
import { createColors } from "../text/colors.ts";
import { plural } from "../text/plural.ts";
import { createProgress } from "../text/progress.ts";
import { terminalWidth } from "../text/terminal-width.ts";
import { visible } from "../text/visible.ts";
import { UsageError } from "../usage-error.ts";
import { loadVersion } from "../version.ts";

/** `tradecraft scan`: looks for danger; 0 nothing found, 1 findings or a failed reader, 2 wrong usage. */
export const runScan: CommandRun = async (args, io) => {
  const colors = createColors(io, io.stdout, args.flags.has("no-color"));
  if (args.flags.has("rules")) {
    io.stdout.write(
      args.flags.has("json")
        ? jsonDocument(true, { rules: SCAN_RULES })
        : renderScanRules(colors, terminalWidth(io.stdout)),
    );
    return 0;
  }
  const started = performance.now();
  const options = await resolveScanOptions(args, io.cwd);
  const context = { colors, width: terminalWidth(io.stdout), cwd: io.cwd, env: io.env, version: await loadVersion() };
  const reader = options.reader && createCommandReader({ ...options.reader, cwd: io.cwd, env: io.env });
  const reporter = await createScanReporter(options.format, context);
  const { folders, problems, nothingThere, outside } = await findScanFolders(options.paths, io.cwd);
  const progress = createProgress(io.stderr, { verb: "Scanning" });
  const summary = emptySummary(SCAN_RULE_COUNT);
  summary.outside = outside;
  const all: ScanFinding[] = [];
  const write = (text: string): void => {
    if (text === "") return;
    progress.clear();
    io.stdout.write(text);
  };
  for (const problem of problems) {
    summary.problems++;
    write(reporter.problem(problem));
  }
  for (const folder of folders) {
    try {
      const scan = await scanFolder(folder, options, reader);
      addScan(summary, scan.report);
      all.push(...scan.all);
      write(reporter.skill(scan.report));
    } catch (error) {
      if (!SkillError.is(error)) throw error;
      summary.problems++;
      write(reporter.problem({ ...folder, message: error.message }));
    }
    progress.update(summary.skills);
    // Rules do not wait for anything, so nothing else would let a closed pipe be noticed.
    await setImmediate();
  }
  progress.clear();
  const code = nothingThere ? 2 : exitCodeOf(summary, options.writesBaseline);
  const notes: string[] = [];
  if (options.writesBaseline && !nothingThere) await writeBaseline(options, all, (text) => notes.push(text));
  write(reporter.end(summary, { ok: code === 0, milliseconds: performance.now() - started }));
  for (const note of notes) io.stderr.write(note);
  return code;
};

/** What was accepted just now is no reason to fail; what could not be asked is. */
function exitCodeOf(summary: ScanSummary, isAccepted: boolean): number {
  if (summary.unread > 0) return 1;
  return !isAccepted && (countFindings(summary) > 0 || summary.problems > 0) ? 1 : 0;
}

async function writeBaseline(
  { baseline, baselineText, baselinePath = "" }: ScanCommandOptions,
  findings: readonly ScanFinding[],
  note: (text: string) => void,
): Promise<void> {
  const made = createScanBaseline(findings, "not yet reviewed", baseline);
  try {
    if (baselineText === undefined) await writeFile(baselinePath, stringifyJson(made), { flag: "wx" });
    else await replaceFile(baselinePath, baselineText, stringifyJson(made));
  } catch (error) {
    throw new UsageError(
      "option-value",
      `${baselinePath}: The baseline cannot be written: ${describeFileError(error, "write")}`,
    );
  }
  note(
    `tradecraft: ${plural(made.accepted.length, "finding")} accepted in ${visible(baselinePath)}; write a reason for each\n`,
  );
  const never = findings.filter(({ unbound }) => unbound === true).length;
  if (never > 0)
    note(`tradecraft: ${plural(never, "finding")} not accepted: nobody knows the content that was left out\n`);
}
