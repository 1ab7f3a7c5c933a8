import { EMPTY_LOCK, findOutdated, loadLock, type OutdatedSource } from "@tradecraft/sdk/supply";
import type { CommandRun } from "../args/command.ts";
import { jsonDocument } from "../report/json-document.ts";
import { locateProject } from "../supply/locate-project.ts";
import { runSupply, type SupplyRun } from "../supply/run-supply.ts";
import { shortPoint } from "../supply/short-point.ts";
import { oneLine } from "../text/one-line.ts";
import { plural } from "../text/plural.ts";
import { createTable, type TableCell } from "../text/table.ts";

/** `tradecraft outdated`: what each source has now; 1 when something newer is there, or one could not be asked. */
export const runOutdated: CommandRun = (args, io) =>
  runSupply(args, io, async (run) => {
    const { directory, project } = await locateProject(io);
    const { lock } = (await loadLock(directory)) ?? { lock: EMPTY_LOCK };
    const sources = await findOutdated(project, lock, await run.openContext(directory));
    const isFine = sources.every(({ isOutdated, problem }) => !isOutdated && problem === undefined);
    if (run.json) io.stdout.write(jsonDocument(isFine, { sources }));
    else run.say(renderOutdated(sources, run));
    return isFine ? 0 : 1;
  });

function renderOutdated(sources: readonly OutdatedSource[], { colors, width }: SupplyRun): string[] {
  if (sources.length === 0) return ["No sources in tradecraft.json"];
  const rows = sources.map((source): TableCell[] => {
    const { name, type, pin, current = "–", latest = "–", isOutdated, problem } = source;
    const state = problem === undefined ? (isOutdated ? "outdated" : "") : `not asked: ${oneLine(problem)}`;
    return [
      { text: name, paint: colors.bold },
      { text: type, paint: colors.dim },
      { text: pin === "" ? "–" : shortPoint(pin) },
      { text: shortPoint(current) },
      { text: shortPoint(latest), ...(isOutdated && { paint: colors.green }) },
      { text: state, paint: problem === undefined ? colors.yellow : colors.red },
    ];
  });
  const columns = [
    { heading: "source", max: 32 },
    { heading: "type" },
    { heading: "asked for", max: 24 },
    { heading: "locked", max: 24 },
    { heading: "newest", max: 24 },
    { heading: "", grows: true },
  ];
  const table = createTable(columns, rows, { colors, width });
  const outdated = sources.filter(({ isOutdated }) => isOutdated).length;
  const hint =
    outdated === 0 ? [] : ["", `${plural(outdated, "source")} outdated. To see what changes: tradecraft update`];
  return [table.header, ...rows.flatMap((cells) => table.row(cells)), ...hint];
}
