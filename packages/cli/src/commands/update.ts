import { EMPTY_LOCK, loadLock } from "@tradecraft/sdk/supply";
import type { CommandRun } from "../args/command.ts";
import { canAsk } from "../supply/ask-line.ts";
import { editPresent } from "../supply/edit-present.ts";
import { locateProject } from "../supply/locate-project.ts";
import { movePins, withPins } from "../supply/move-pins.ts";
import { renderChangeTree } from "../supply/render-change-tree.ts";
import { renderSyncReport } from "../supply/render-sync-report.ts";
import { reportJson } from "../supply/report-json.ts";
import { runSupply } from "../supply/run-supply.ts";
import { sourcesNamed } from "../supply/sources-named.ts";
import { syncRun } from "../supply/sync-run.ts";
import { UsageError } from "../usage-error.ts";

const unasked = {
  code: "approval-denied",
  message: "Nobody can be asked here; look at what would change, then add --yes",
};

/** `tradecraft update`: shows what changes, file by file, and asks; 1 when nobody agreed, or it failed. */
export const runUpdate: CommandRun = (args, io) =>
  runSupply(args, io, async (run) => {
    const to = args.values.get("to");
    if (to !== undefined && args.positionals.length !== 1)
      throw new UsageError(
        "option-value",
        "--to goes with the name of one source: tradecraft update <name> --to 1.2.3",
      );
    const { directory, project } = await locateProject(io);
    const { lock } = (await loadLock(directory)) ?? { lock: EMPTY_LOCK };
    const names = sourcesNamed(args.positionals, project, lock);
    const set = await movePins(names, to, { project, lock, context: await run.openContext(directory) });
    const hasMoved = Object.keys(set).length > 0;
    const { report, isShown, isRefused } = await syncRun(run, directory, {
      update: new Set(names),
      ...(hasMoved && {
        editProject: (text: string | undefined) => editPresent(text, (present) => ({ set: withPins(set, present) })),
      }),
      question: "Make these changes?",
      unasked: "refuse",
    });
    const error = isRefused && (run.json || !canAsk(io)) ? unasked : undefined;
    if (run.json) io.stdout.write(reportJson(!isRefused, report, error && { error }));
    else if (isRefused) run.say(["", "Nothing was written."]);
    else {
      if (!isShown) run.say(withGap(renderChangeTree(report.sources, run.colors)));
      run.say(renderSyncReport(report, run));
    }
    if (error !== undefined) run.warn(`${error.code}: ${error.message}`);
    return isRefused ? 1 : 0;
  });

function withGap(lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [...lines, ""];
}
