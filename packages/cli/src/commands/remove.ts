import { EMPTY_LOCK, loadLock } from "@tradecraft/sdk/supply";
import type { CommandRun } from "../args/command.ts";
import { editPresent } from "../supply/edit-present.ts";
import { locateProject } from "../supply/locate-project.ts";
import { planRemoval, type RemovalPlan } from "../supply/plan-removal.ts";
import { renderSyncReport } from "../supply/render-sync-report.ts";
import { reportJson } from "../supply/report-json.ts";
import { runSupply } from "../supply/run-supply.ts";
import { syncRun } from "../supply/sync-run.ts";
import { visible } from "../text/visible.ts";

/** `tradecraft remove`: takes sources out, or single skills of one; 1 when it fails, with everything as it was. */
export const runRemove: CommandRun = (args, io) =>
  runSupply(args, io, async (run) => {
    const { directory } = await locateProject(io);
    let plan: RemovalPlan = { set: {}, remove: [], notes: [] };
    const { report } = await syncRun(run, directory, {
      editProject: async (text) => {
        const { lock } = (await loadLock(directory)) ?? { lock: EMPTY_LOCK };
        return editPresent(text, (present) => (plan = planRemoval(args.positionals, present, lock)));
      },
    });
    const { set, remove, notes } = plan;
    for (const note of notes) run.warn(visible(note));
    if (run.json) io.stdout.write(reportJson(true, report, { removed: remove, excluded: Object.keys(set) }));
    else run.say(renderSyncReport(report, run));
    return 0;
  });
