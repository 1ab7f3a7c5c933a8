import { EMPTY_LOCK, editProject, loadLock } from "@tradecraft/sdk/supply";
import type { CommandRun } from "../args/command.ts";
import { locateProject } from "../supply/locate-project.ts";
import { planRemoval } from "../supply/plan-removal.ts";
import { renderSyncReport } from "../supply/render-sync-report.ts";
import { reportJson } from "../supply/report-json.ts";
import { runSupply } from "../supply/run-supply.ts";
import { syncRun } from "../supply/sync-run.ts";
import { visible } from "../text/visible.ts";

/** `tradecraft remove`: takes sources out, or single skills of one; 1 when it fails, with everything as it was. */
export const runRemove: CommandRun = (args, io) =>
  runSupply(args, io, async (run) => {
    const { directory, project, text } = await locateProject(io);
    const { lock } = (await loadLock(directory)) ?? { lock: EMPTY_LOCK };
    const { set, remove, notes } = planRemoval(args.positionals, project, lock);
    const { report } = await syncRun(run, directory, { projectText: editProject(text, { set, remove }) });
    for (const note of notes) run.warn(visible(note));
    if (run.json) io.stdout.write(reportJson(true, report, { removed: remove, excluded: Object.keys(set) }));
    else run.say(renderSyncReport(report, run));
    return 0;
  });
