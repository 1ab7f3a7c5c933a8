import { checkProject } from "@tradecraft/sdk/supply";
import type { CommandRun } from "../args/command.ts";
import { homeOf } from "../catalog/open-catalog.ts";
import { editPresent } from "../supply/edit-present.ts";
import { locateProject, type LocatedProject } from "../supply/locate-project.ts";
import { pathInProject } from "../supply/path-in-project.ts";
import { renderDrift } from "../supply/render-drift.ts";
import { renderSyncReport } from "../supply/render-sync-report.ts";
import { reportJson } from "../supply/report-json.ts";
import { runSupply, type SupplyRun } from "../supply/run-supply.ts";
import { syncRun } from "../supply/sync-run.ts";
import { visible } from "../text/visible.ts";
import { UsageError } from "../usage-error.ts";

/** `tradecraft sync`: lock, module and folders as the project file says; 1 for a failure, or drift with `--check`. */
export const runSync: CommandRun = (args, io) =>
  runSupply(args, io, async (run) => {
    const isCheck = args.flags.has("check");
    const isFrozen = args.flags.has("frozen");
    const out = args.values.get("out");
    const exclusive = isCheck ? "check" : isFrozen ? "frozen" : undefined;
    if (out !== undefined && exclusive !== undefined)
      throw new UsageError("option-value", `--out is kept in tradecraft.json, so it does not go with --${exclusive}`);
    const located = await locateProject(io);
    if (isCheck) return check(run, located);
    const { directory, project } = located;
    const bake = out === undefined ? undefined : pathInProject(directory, io.cwd, out, "--out");
    const { report } = await syncRun(run, directory, {
      frozen: isFrozen,
      ...(bake !== undefined && { editProject: (text: string | undefined) => editPresent(text, () => ({ bake })) }),
    });
    if (run.json) io.stdout.write(reportJson(true, report));
    else run.say(renderSyncReport(report, run));
    const { targets, skills } = project;
    if (targets.install === undefined && targets.bake === undefined && bake === undefined && hasKeys(skills))
      run.warn('No target is declared, so only the lock is kept; see "targets" in tradecraft sync --help');
    return 0;
  });

async function check(run: SupplyRun, { directory }: LocatedProject): Promise<number> {
  const { io } = run;
  const context = await run.openContext(directory);
  const { checkSignatures } = await import("../supply/check-signatures.ts");
  const report = await checkProject(directory, context, {
    home: homeOf(io),
    env: { ...io.env },
    checkSignature: checkSignatures(directory, run),
  });
  for (const warning of report.warnings) run.warn(visible(warning));
  if (run.json) io.stdout.write(reportJson(!report.drift, report));
  else run.say(renderDrift(report, run.colors));
  return report.drift ? 1 : 0;
}

function hasKeys(value: object): boolean {
  return Object.keys(value).length > 0;
}
