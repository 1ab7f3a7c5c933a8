import type { SkillEntry } from "@tradecraft/sdk";
import type { CommandRun } from "../args/command.ts";
import { openAt } from "../catalog/open-at.ts";
import { placeOf } from "../catalog/place.ts";
import { nothingFound } from "../catalog/where-looked.ts";
import { jsonDocument } from "../report/json-document.ts";
import { createBar } from "../text/bar.ts";
import { createColors } from "../text/colors.ts";
import { fit } from "../text/fit.ts";
import { highlight } from "../text/highlight.ts";
import { oneLine } from "../text/one-line.ts";
import { terminalWidth } from "../text/terminal-width.ts";
import { padText, textWidth } from "../text/text-width.ts";
import { visible } from "../text/visible.ts";
import { wrap } from "../text/wrap.ts";

const defaultTop = 10;
const barWidth = 8;
const maxLines = 2;

interface Match {
  readonly entry: SkillEntry;
  readonly score: number;
}

/** `tradecraft search`: skills by how well they fit a text; like grep, 0 for matches and 1 for none. */
export const runSearch: CommandRun = async (args, io) => {
  const query = args.positionals.join(" ");
  const { registry, places } = await openAt(args.values.get("in"), io);
  const byId = new Map((await registry.catalog()).map((entry) => [entry.id, entry]));
  const found = await registry.match(query, { topK: Number(args.values.get("top") ?? defaultTop) });
  const matches = found.flatMap(({ id, score }): Match[] => {
    const entry = byId.get(id);
    return entry === undefined ? [] : [{ entry, score }];
  });
  if (args.flags.has("json")) {
    const rows = matches.map(({ entry: { id, name, location, description }, score }) => ({
      id,
      name,
      score,
      location: location ?? null,
      description,
    }));
    io.stdout.write(jsonDocument(rows.length > 0, { query, matches: rows }));
  } else if (matches.length === 0) {
    const told =
      byId.size === 0
        ? nothingFound(places, "tradecraft search <query…> --in <folder>")
        : `None of ${byId.size} skills matches "${query.slice(0, 200)}".`;
    io.stderr.write(`tradecraft: ${visible(told)}\n`);
  } else {
    const colors = createColors(io, io.stdout, args.flags.has("no-color"));
    const width = terminalWidth(io.stdout);
    const bar = createBar(io.env);
    const indent = " ".repeat(barWidth + 8);
    const hasPlaces = new Set(matches.map(({ entry }) => placeOf(places, entry.location))).size > 1;
    const lines = matches.flatMap(({ entry, score }) => {
      const name = fit(entry.id, width - indent.length);
      const label = hasPlaces ? fit(placeOf(places, entry.location)?.label ?? "", width) : "";
      const place = indent.length + textWidth(name) + 2 + textWidth(label) <= width ? `  ${colors.blue(label)}` : "";
      const head = `${colors.blue(padText(bar(score, barWidth), barWidth))}  ${score.toFixed(2)}`;
      return [
        `${head}  ${colors.bold(name)}${label === "" ? "" : place}`,
        ...wrap(oneLine(entry.description), width - indent.length, maxLines).map(
          (line) => `${indent}${highlight(line, query, colors.bold)}`,
        ),
      ];
    });
    io.stdout.write(`${lines.join("\n")}\n`);
  }
  return matches.length === 0 ? 1 : 0;
};
