import type { SyncOptions, SyncReport } from "@tradecraft/sdk/supply";
import { syncProject } from "@tradecraft/sdk/supply";
import { homeOf } from "../catalog/open-catalog.ts";
import { visible } from "../text/visible.ts";
import { askYes, canAsk } from "./ask-line.ts";
import { renderChangeTree } from "./render-change-tree.ts";
import { renderOutputs } from "./render-sync-report.ts";
import type { SupplyRun } from "./run-supply.ts";

export interface SyncRunOptions extends SyncOptions {
  /** The question before anything is written; without one nobody is asked. */
  readonly question?: string;
  /** What to do where nobody can be asked: go on, or leave everything as it is. */
  readonly unasked?: "proceed" | "refuse";
}

export interface SyncRunResult {
  readonly report: SyncReport;
  /** What changes was shown already, because somebody was or should have been asked. */
  readonly isShown: boolean;
  /** There was something to be done, and nobody agreed to it. */
  readonly isRefused: boolean;
}

/** Syncs a project for a person: shows what changes and asks where that is wanted, and tells warnings. */
export async function syncRun(
  run: SupplyRun,
  directory: string,
  { question, unasked = "proceed", ...options }: SyncRunOptions,
): Promise<SyncRunResult> {
  const { io, args, colors } = run;
  const context = await run.openContext(directory);
  const { checkSignatures } = await import("./check-signatures.ts");
  let isShown = false;
  const confirm = async (report: SyncReport): Promise<boolean> => {
    run.pause();
    if (question === undefined || args.flags.has("yes")) return true;
    const isAsked = !run.json && canAsk(io);
    if (!isAsked && unasked === "proceed") return true;
    isShown = true;
    run.say([...renderChangeTree(report.sources, colors), "", ...renderOutputs(report.outputs, colors, "planned")]);
    return isAsked && (await askYes(question));
  };
  const report = await syncProject(directory, context, {
    ...options,
    confirm,
    checkSignature: checkSignatures(directory, run),
    force: args.flags.has("force"),
    // Who asks for the scope has said that it may be used.
    user: args.flags.has("user") || args.values.get("scope") === "user",
    home: homeOf(io),
    env: { ...io.env },
  });
  for (const warning of report.warnings) run.warn(visible(warning));
  return { report, isShown, isRefused: report.drift && !report.written };
}
