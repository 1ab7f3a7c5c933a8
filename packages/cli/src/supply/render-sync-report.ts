import { posix } from "node:path";
import type { OutputReport, SkillReport, SourceReport, SyncReport } from "@tradecraft/sdk/supply";
import type { Colors } from "../text/colors.ts";
import { plural } from "../text/plural.ts";
import { createTable, type TableCell } from "../text/table.ts";
import { visible } from "../text/visible.ts";
import { movement, paintOf } from "./render-change-tree.ts";

export interface RenderOptions {
  readonly colors: Colors;
  readonly width: number;
}

const done = { written: "written", linked: "linked", removed: "removed" };
const planned = { written: "to be written", linked: "to be linked", removed: "to be removed" };

/** What a sync did: a line for each source, then what was written. */
export function renderSyncReport(report: SyncReport, { colors, width }: RenderOptions): string[] {
  const outputs = renderOutputs(report.outputs, colors);
  return [
    ...renderRecovery(report, colors),
    ...renderSources(report.sources, { colors, width }),
    ...(outputs.length > 0 ? ["", ...outputs] : []),
    "",
    summary(report, colors),
  ];
}

function renderSources(sources: readonly SourceReport[], { colors, width }: RenderOptions): string[] {
  if (sources.length === 0) return [];
  const rows = sources.map((source): TableCell[] => [
    { text: source.name, paint: colors.bold },
    { text: movement(source) },
    { text: source.state, paint: paintOf(source.state, colors) },
    { text: skillCounts(source.skills), paint: paintOf(source.state, colors) },
  ]);
  const columns = [
    { heading: "source", max: 32 },
    { heading: "from → to", max: 48 },
    { heading: "state" },
    { heading: "skills" },
  ];
  const table = createTable(columns, rows, { colors, width });
  return [table.header, ...rows.flatMap((cells) => table.row(cells))];
}

/** `+2 ~1 -1 =4`. */
export function skillCounts(skills: readonly SkillReport[]): string {
  const marks = { added: "+", updated: "~", removed: "-", same: "=" } as const;
  return (["added", "updated", "removed", "same"] as const)
    .map((state) => [marks[state], skills.filter((skill) => skill.state === state).length] as const)
    .filter(([, count]) => count > 0)
    .map(([mark, count]) => `${mark}${count}`)
    .join(" ");
}

/** Skills by the folder they are in, everything else by itself; what is as it was is left out. */
export function renderOutputs(
  outputs: readonly OutputReport[],
  colors: Colors,
  tense: "done" | "planned" = "done",
): string[] {
  const words = tense === "done" ? done : planned;
  const folders = new Map<string, OutputReport[]>();
  for (const output of outputs.filter(({ kind }) => kind === "skill" || kind === "link")) {
    const folder = posix.dirname(output.path);
    folders.set(folder, [...(folders.get(folder) ?? []), output]);
  }
  const lines = [...folders].flatMap(([folder, own]) => {
    const written = own.filter(({ state }) => state === "written" || state === "absent").length;
    const removed = own.filter(({ state }) => state === "removed").length;
    const verb = own.some(({ kind }) => kind === "link") ? words.linked : words.written;
    const parts = [
      ...(written > 0 ? [colors.green(`${written} ${verb}`)] : []),
      ...(removed > 0 ? [colors.red(`${removed} ${words.removed}`)] : []),
    ];
    return parts.length === 0 ? [] : [`  ${visible(folder)}/  ${parts.join(", ")}`];
  });
  const others = outputs
    .filter(({ kind, state }) => kind !== "skill" && kind !== "link" && state !== "same")
    .map(({ path, state }) => {
      const word = state === "removed" ? colors.red(words.removed) : colors.green(words.written);
      return `  ${visible(path)}  ${word}`;
    });
  return [...lines, ...others];
}

function renderRecovery({ recovered }: SyncReport, colors: Colors): string[] {
  if (recovered === "none") return [];
  const what = recovered === "finished" ? "finished" : recovered === "undone" ? "undone" : "left for sync to finish";
  return [colors.yellow(`A sync before this one was cut off; it was ${what}.`)];
}

function summary({ sources, written }: SyncReport, colors: Colors): string {
  const skills = sources.flatMap((source) => source.skills).filter(({ state }) => state !== "removed").length;
  const kept = sources.filter(({ state }) => state !== "removed").length;
  const what = `${plural(skills, "skill")} of ${plural(kept, "source")}`;
  return `${colors.green("✔")} ${what}${written ? "" : "; everything is as it should be"}`;
}
