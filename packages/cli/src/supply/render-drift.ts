import type { OutputReport, SourceReport, SyncReport } from "@tradecraft/sdk/supply";
import type { Colors } from "../text/colors.ts";
import { plural } from "../text/plural.ts";
import { visible } from "../text/visible.ts";
import { fileLine } from "./render-change-tree.ts";
import { shortPoint } from "./short-point.ts";

const sourceWords: Readonly<Record<SourceReport["state"], string>> = {
  same: "as the lock has it",
  added: "in tradecraft.json, not in tradecraft.lock",
  removed: "in tradecraft.lock, not in tradecraft.json",
  outdated: "tradecraft.json asks for something else than tradecraft.lock holds",
  updated: "another than in tradecraft.lock",
};

/** What `sync --check` found: everything that is not as project file and lock say. */
export function renderDrift(report: SyncReport, colors: Colors): string[] {
  if (!report.drift) {
    const absent = report.outputs.filter(({ state }) => state === "absent").length;
    const note = absent === 0 ? "" : colors.dim(`; ${plural(absent, "output")} not written here yet`);
    return [`${colors.green("✔")} Nothing has drifted from tradecraft.json and tradecraft.lock${note}`];
  }
  const sources = report.sources.filter(({ state }) => state !== "same");
  const outputs = report.outputs.filter(({ state }) => state === "written" || state === "removed");
  return [
    ...(report.recovered === "pending"
      ? [colors.yellow("! A sync was cut off; the next one finishes or undoes it")]
      : []),
    ...sources.map(({ name, state, from }) => {
      const at = from === undefined ? "" : colors.dim(` (${visible(shortPoint(from))})`);
      return `${colors.yellow("✖")} ${colors.bold(visible(name))}: ${sourceWords[state]}${at}`;
    }),
    ...outputs.flatMap((output) => [
      `${colors.yellow("✖")} ${colors.bold(visible(output.path))}: ${outputWords(output)}`,
      ...output.files.map((change) => `    ${fileLine(change, colors)}`),
    ]),
    ...report.refused.map((reason) => `${colors.red("✖")} ${visible(reason)}`),
    "",
    `${plural(sources.length + outputs.length, "difference")}; nothing was written. ${advice(report, outputs)}`,
  ];
}

/** What to do about it. */
function advice({ sources, refused, recovered }: SyncReport, outputs: readonly OutputReport[]): string {
  if (refused.length > 0)
    return "The policy lets no sync through: have the skills signed, trust who signed them, or change it in tradecraft.json";
  // What was changed by hand is somebody's work, and replaced only when that is said.
  const force = outputs.some(({ files }) => files.length > 0) ? " --force" : "";
  const isSync = recovered === "pending" || outputs.length > 0 || sources.some(({ state }) => state !== "same");
  return isSync ? `To put it right: tradecraft sync${force}` : "The warnings say what to do";
}

function outputWords({ kind, state, files }: OutputReport): string {
  if (state === "removed") return "is there, and should not be";
  if (kind === "lock") return "does not say what is installed";
  if (kind === "skill" && files.length === 0) return "is not there";
  return kind === "skill" ? "is not what the lock pins" : "is not what it should be";
}
