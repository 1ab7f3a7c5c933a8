import { realInside } from "../install/real-path.ts";
import { presentText } from "./plan-bake.ts";
import type { OutputReport } from "./sync-report.ts";
import type { Change } from "./transaction/change.ts";

/** A file of text that is to be there: what to do for it, and what to say about it. */
export interface PlannedText {
  readonly output: OutputReport;
  readonly changes: readonly Change[];
}

/** Compares a file with what it should hold, `known` if it was read already; line endings that git converted do not count. */
export async function planText(
  directory: string,
  path: string,
  kind: OutputReport["kind"],
  contents: string,
  known?: string,
): Promise<PlannedText> {
  const target = await realInside(directory, path);
  const present = known ?? (await presentText(directory, path));
  const isSame = present === contents || present?.replaceAll("\r\n", "\n") === contents;
  const output: OutputReport = { path, kind, state: isSame ? "same" : "written", files: [] };
  return { output, changes: isSame ? [] : [{ kind: "file", path: target, contents }] };
}
