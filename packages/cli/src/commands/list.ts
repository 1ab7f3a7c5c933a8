import type { CommandRun } from "../args/command.ts";
import { tokensLine, formatTokens } from "../catalog/format-tokens.ts";
import { hasErrors } from "../catalog/load-listing.ts";
import { type MeasuredListing, type MeasuredSkill, measureListing, sumTokens } from "../catalog/measure-listing.ts";
import { type Catalog, homeOf, openCatalog } from "../catalog/open-catalog.ts";
import { type Place, shownPath } from "../catalog/place.ts";
import { diagnosticJson, renderDiagnostics } from "../catalog/render-diagnostics.ts";
import { nothingFound } from "../catalog/where-looked.ts";
import type { CliIo } from "../io.ts";
import { jsonDocument } from "../report/json-document.ts";
import { type Colors, createColors } from "../text/colors.ts";
import { fit } from "../text/fit.ts";
import { oneLine } from "../text/one-line.ts";
import { plural } from "../text/plural.ts";
import { type Column, type TableCell, createTable } from "../text/table.ts";
import { terminalWidth } from "../text/terminal-width.ts";
import { visible } from "../text/visible.ts";

const trustMark = "*";

/** `tradecraft list`: the skills there are, by where they come from; 1 for errors, 2 when none of the paths exists. */
export const runList: CommandRun = async (args, io) => {
  const catalog = await openCatalog(args.positionals, io);
  const listing = await measureListing(catalog, io, { fast: args.flags.has("fast") });
  const code = catalog.nothingThere ? 2 : hasErrors(listing) ? 1 : 0;
  if (args.flags.has("json")) io.stdout.write(jsonDocument(code === 0, toJson(listing)));
  else writePretty(listing, catalog, io, createColors(io, io.stdout, args.flags.has("no-color")));
  return code;
};

function toJson({ skills, diagnostics }: MeasuredListing): object {
  return {
    skills: skills.map(({ entry, place, tokens, problems }) => ({
      id: entry.id,
      name: entry.name,
      description: entry.description,
      location: entry.location ?? null,
      source: place?.label ?? null,
      scope: place?.scope ?? null,
      tokens,
      problems: problems.map(diagnosticJson),
    })),
    diagnostics: diagnostics.map(diagnosticJson),
  };
}

function writePretty({ skills, diagnostics }: MeasuredListing, catalog: Catalog, io: CliIo, colors: Colors): void {
  const width = terminalWidth(io.stdout);
  const home = homeOf(io);
  const blocks: string[][] = skills.length === 0 ? [] : [...renderPlaces(skills, catalog.places, { colors, width })];
  if (diagnostics.length > 0) {
    blocks.push(renderDiagnostics(diagnostics, { colors, shown: (path) => shownPath(path, io.cwd, home) }));
  }
  if (skills.length > 0) blocks.push(renderSummary(skills, colors));
  if (blocks.length > 0) io.stdout.write(`${blocks.map((lines) => lines.join("\n")).join("\n\n")}\n`);
  if (skills.length > 0 || catalog.nothingThere) return;
  io.stderr.write(`tradecraft: ${visible(nothingFound(catalog.places, "tradecraft list <path>"))}\n`);
}

interface Layout {
  readonly colors: Colors;
  readonly width: number;
}

/** One block of lines per place that has skills, all in the same columns. */
function* renderPlaces(
  skills: readonly MeasuredSkill[],
  places: readonly Place[],
  { colors, width }: Layout,
): Generator<string[]> {
  const isFast = skills.every(({ tokens }) => tokens.instructions === null && tokens.files === null);
  const columns: Column[] = [
    { heading: "name", max: Math.max(12, Math.min(40, Math.floor(width * 0.32))) },
    { heading: "catalog", align: "right" },
    ...(isFast
      ? []
      : [
          { heading: "instr.", align: "right" as const },
          { heading: "files", align: "right" as const },
        ]),
    { heading: "description", grows: true },
  ];
  const cells = ({ entry, tokens }: MeasuredSkill): TableCell[] => [
    { text: entry.name === entry.id ? entry.id : `${oneLine(entry.name)} (${entry.id})`, paint: colors.bold },
    { text: formatTokens(tokens, "catalog") },
    ...(isFast ? [] : [{ text: formatTokens(tokens, "instructions") }, { text: formatTokens(tokens, "files") }]),
    { text: oneLine(entry.description), paint: colors.dim },
  ];
  const table = createTable(columns, skills.map(cells), { colors, width });
  let header = [table.header];
  for (const [place, own] of byPlace(skills, places)) {
    const mark = place?.needsTrust === true ? ` ${colors.yellow(trustMark)}` : "";
    const title = `${colors.blue(fit(place?.label ?? "elsewhere", width - 16))}${mark}`;
    yield [
      `${title}  ${colors.dim(plural(own.length, "skill"))}`,
      ...header,
      ...own.flatMap((skill) => [...table.row(cells(skill)), ...renderProblems(skill, { colors, width })]),
    ];
    header = [];
  }
}

function byPlace(skills: readonly MeasuredSkill[], places: readonly Place[]): Map<Place | undefined, MeasuredSkill[]> {
  const groups = new Map<Place | undefined, MeasuredSkill[]>(places.map((place) => [place, []]));
  for (const skill of skills) {
    const group = groups.get(skill.place);
    if (group === undefined) groups.set(skill.place, [skill]);
    else group.push(skill);
  }
  return new Map([...groups].filter(([, own]) => own.length > 0));
}

/** `! 2 warnings: name-case, yaml-tab`, below the skill they are about. */
function renderProblems({ problems }: MeasuredSkill, { colors, width }: Layout): string[] {
  if (problems.length === 0) return [];
  const count = (severity: string, noun: string): string[] => {
    const found = problems.filter((problem) => problem.severity === severity).length;
    return found === 0 ? [] : [plural(found, noun)];
  };
  const counts = [...count("error", "error"), ...count("warning", "warning"), ...count("info", "note")];
  const codes = [...new Set(problems.map(({ code }) => code))].join(", ");
  const isError = problems.some(({ severity }) => severity === "error");
  const isNote = problems.every(({ severity }) => severity === "info");
  const paint = isError ? colors.red : isNote ? colors.blue : colors.yellow;
  return [`    ${paint(fit(`${isError ? "✖" : isNote ? "i" : "!"} ${counts.join(", ")}: ${codes}`, width - 4))}`];
}

function renderSummary(skills: readonly MeasuredSkill[], colors: Colors): string[] {
  const total = sumTokens(skills);
  const lines = [`${plural(skills.length, "skill")}  ${colors.dim(`tokens, estimated: ${tokensLine(total)}`)}`];
  if (skills.some(({ place }) => place?.needsTrust === true)) {
    lines.push(
      `${colors.yellow(trustMark)} ${colors.dim("comes with the project: an agent loads these only once the project is trusted")}`,
    );
  }
  if (skills.some(({ problems }) => problems.length > 0)) {
    lines.push(colors.dim("  tradecraft check <path> shows each problem in its line"));
  }
  return lines;
}
