import type { CommandRun } from "../args/command.ts";
import { formatTokens } from "../catalog/format-tokens.ts";
import { hasErrors } from "../catalog/load-listing.ts";
import { type MeasuredSkill, measureListing, sumTokens } from "../catalog/measure-listing.ts";
import type { SkillTokens } from "../catalog/measure-tokens.ts";
import { homeOf, openCatalog } from "../catalog/open-catalog.ts";
import { shownPath } from "../catalog/place.ts";
import { diagnosticJson, renderDiagnostics } from "../catalog/render-diagnostics.ts";
import { nothingFound } from "../catalog/where-looked.ts";
import { jsonDocument } from "../report/json-document.ts";
import { type DrawBar, createBar } from "../text/bar.ts";
import { type Colors, createColors } from "../text/colors.ts";
import { fit } from "../text/fit.ts";
import { formatCount } from "../text/format-number.ts";
import { plural } from "../text/plural.ts";
import { type Column, type TableCell, createTable } from "../text/table.ts";
import { terminalWidth } from "../text/terminal-width.ts";
import { padText, textWidth } from "../text/text-width.ts";
import { visible } from "../text/visible.ts";

type Level = "catalog" | "instructions" | "files";

const levels: readonly Level[] = ["catalog", "instructions", "files"];
const defaultWindow = 200_000;
const widestBar = 40;
const narrowestBar = 6;
/** The columns that tokens take beside a name, with what lies between. */
const numbersWidth = 26;

/** `tradecraft cost`: what skills cost in tokens, level by level; exit codes as `list`. */
export const runCost: CommandRun = async (args, io) => {
  const sort = (args.values.get("sort") ?? "catalog") as Level | "name";
  const window = Number(args.values.get("window") ?? defaultWindow);
  const top = Number(args.values.get("top") ?? Infinity);
  const catalog = await openCatalog(args.positionals, io);
  const listing = await measureListing(catalog, io);
  const skills = [...listing.skills].sort(order(sort));
  const total = sumTokens(skills);
  const code = catalog.nothingThere ? 2 : hasErrors(listing) ? 1 : 0;
  if (args.flags.has("json")) {
    const rows = skills.slice(0, top).map(({ entry, tokens }) => ({
      id: entry.id,
      name: entry.name,
      location: entry.location ?? null,
      tokens,
    }));
    const share = total.catalog / window;
    const diagnostics = listing.diagnostics.map(diagnosticJson);
    io.stdout.write(
      jsonDocument(code === 0, { window, share, count: skills.length, total, skills: rows, diagnostics }),
    );
    return code;
  }
  const colors = createColors(io, io.stdout, args.flags.has("no-color"));
  const layout = { colors, width: terminalWidth(io.stdout), bar: createBar(io.env) };
  const home = homeOf(io);
  const blocks = [
    ...(skills.length === 0
      ? []
      : [renderChart(skills, { ...layout, sort, top }), renderTotals(skills, total, { ...layout, window })]),
    renderDiagnostics(catalog.problems, { colors, shown: (path) => shownPath(path, io.cwd, home) }),
    renderOthers(listing.diagnostics.length - catalog.problems.length, colors),
  ].filter((lines) => lines.length > 0);
  if (blocks.length > 0) io.stdout.write(`${blocks.map((lines) => lines.join("\n")).join("\n\n")}\n`);
  if (skills.length === 0 && !catalog.nothingThere) {
    io.stderr.write(`tradecraft: ${visible(nothingFound(catalog.places, "tradecraft cost <path>"))}\n`);
  }
  return code;
};

/** What this chart is not about. */
function renderOthers(count: number, colors: Colors): string[] {
  if (count === 0) return [];
  const said = count === 1 ? "1 finding is" : `${count} findings are`;
  return [
    `${colors.yellow("!")} ${colors.dim(`${said} about skills that are not counted; tradecraft list shows them`)}`,
  ];
}

/** By id, or the most expensive first. */
function order(sort: Level | "name"): (a: MeasuredSkill, b: MeasuredSkill) => number {
  const byId = (a: MeasuredSkill, b: MeasuredSkill): number => (a.entry.id < b.entry.id ? -1 : 1);
  if (sort === "name") return byId;
  return (a, b) => (b.tokens[sort] ?? 0) - (a.tokens[sort] ?? 0) || byId(a, b);
}

interface Layout {
  readonly colors: Colors;
  readonly width: number;
  readonly bar: DrawBar;
}

function renderChart(
  skills: readonly MeasuredSkill[],
  { colors, width, bar, sort, top }: Layout & { readonly sort: Level | "name"; readonly top: number },
): string[] {
  const shown = skills.slice(0, top);
  const charted = sort === "name" ? "catalog" : sort;
  const most = shown.reduce((so, { tokens }) => Math.max(so, tokens[charted] ?? 0), 1);
  const longest = Math.max(12, Math.min(Math.floor(width * 0.4), width - numbersWidth));
  const names = shown.reduce((so, { entry }) => Math.max(so, textWidth(fit(entry.id, longest))), 4);
  const room = Math.min(widestBar, width - names - numbersWidth - 2);
  const barWidth = room < narrowestBar ? 0 : room;
  const columns: Column[] = [
    { heading: "name", max: longest },
    { heading: "catalog", align: "right" },
    { heading: "instr.", align: "right" },
    { heading: "files", align: "right" },
    { heading: "", max: barWidth },
  ];
  const rows = shown.map(({ entry, tokens }): TableCell[] => [
    { text: entry.id, paint: colors.bold },
    ...levels.map((level) => ({ text: formatTokens(tokens, level), ...(level !== charted && { paint: colors.dim }) })),
    { text: barWidth === 0 ? "" : bar((tokens[charted] ?? 0) / most, barWidth), paint: colors.blue },
  ]);
  const table = createTable(columns, rows, { colors, width });
  const more = skills.length - shown.length;
  return [
    table.header,
    ...rows.flatMap((row) => table.row(row)),
    ...(more > 0 ? [colors.dim(`  … and ${more} more`)] : []),
  ];
}

function renderTotals(
  skills: readonly MeasuredSkill[],
  total: SkillTokens,
  { colors, width, bar, window }: Layout & { readonly window: number },
): string[] {
  const share = total.catalog / window;
  const barWidth = Math.max(6, Math.min(widestBar, width - 30));
  const paint = share > 0.1 ? colors.red : share > 0.02 ? colors.yellow : colors.green;
  const meaning: Readonly<Record<Level, string>> = {
    catalog: "in every conversation",
    instructions: "of each skill when it is used",
    files: "when a skill sends the agent there",
  };
  return [
    `${colors.bold(plural(skills.length, "skill"))}  ${colors.dim("tokens, estimated")}`,
    ...levels.map(
      (level) =>
        `  ${level.padEnd(12)}  ${padText(formatTokens(total, level), 6, "right")}  ${colors.dim(meaning[level])}`,
    ),
    "",
    `The catalog alone takes ${paint(percent(share))} of a window of ${formatCount(window)} tokens`,
    `  ${paint(bar(share, barWidth))}${colors.dim(rest(bar, share, barWidth))}`,
  ];
}

function rest(bar: DrawBar, share: number, columns: number): string {
  return (bar(1, 1) === "#" ? "." : "░").repeat(Math.max(0, columns - bar(share, columns).length));
}

function percent(share: number): string {
  const value = share * 100;
  if (value > 0 && value < 0.1) return "less than 0.1%";
  return `${value < 10 ? value.toFixed(1) : Math.round(value)}%`;
}
