import type { Colors, Paint } from "./colors.ts";
import { fit } from "./fit.ts";
import { padText, textWidth } from "./text-width.ts";

/** A column of a table. */
export interface Column {
  readonly heading: string;
  readonly align?: "left" | "right";
  /** Columns of the terminal it takes at most. */
  readonly max?: number;
  /** Takes what the others leave; one column of a table at most, the last. */
  readonly grows?: boolean;
}

/** What stands in a row, not yet safe to print, and how it is painted. */
export interface TableCell {
  readonly text: string;
  readonly paint?: Paint;
}

export interface TableOptions {
  readonly colors: Colors;
  readonly width: number;
}

/** A table whose columns are as wide as all of its rows ask for. */
export interface Table {
  readonly header: string;
  /** The lines of a row: one, or two where the terminal is too narrow for the column that grows. */
  row(cells: readonly TableCell[]): string[];
}

const gap = "  ";
/** Less is not worth reading; the column then has lines of its own. */
const leastGrowing = 24;

/** Lays out a table; everything printed through it is made safe and cut to its column. */
export function createTable(
  columns: readonly Column[],
  rows: Iterable<readonly TableCell[]>,
  { colors, width }: TableOptions,
): Table {
  const widths = columns.map(({ heading }) => textWidth(heading));
  for (const cells of rows) {
    for (const [at, { grows, max = Infinity }] of columns.entries()) {
      const known = widths[at] ?? 0;
      if (grows !== true && known < max) widths[at] = Math.max(known, textWidth(fit(cells[at]?.text ?? "", max)));
    }
  }
  const fixed = columns.flatMap(({ grows }, at) => (grows === true ? [] : [widths[at] ?? 0]));
  const taken = fixed.reduce((sum, own) => sum + own + gap.length, gap.length);
  const stacked = width - taken < leastGrowing;
  const grown = stacked ? width - 2 * gap.length : width - taken;

  const line = (cells: readonly TableCell[]): string =>
    columns
      .flatMap(({ align = "left", grows }, at) => {
        const { text, paint } = cells[at] ?? { text: "" };
        if (grows === true) return stacked ? [] : [paintOver(paint, fit(text, grown))];
        const own = widths[at] ?? 0;
        const cell = fit(text, own);
        const isLast = at === columns.length - 1 && align === "left";
        return [paintOver(paint, isLast ? cell : padText(cell, own, align))];
      })
      .reduce((all, cell) => all + gap + cell, "")
      .trimEnd();

  const growing = columns.findIndex(({ grows }) => grows === true);
  return {
    header: line(columns.map(({ heading }) => ({ text: heading, paint: colors.dim }))),
    row: (cells) => {
      const cell = cells[growing];
      if (!stacked || cell === undefined || cell.text === "") return [line(cells)];
      return [line(cells), `${gap}${gap}${paintOver(cell.paint, fit(cell.text, grown))}`];
    },
  };
}

function paintOver(paint: Paint | undefined, text: string): string {
  return paint === undefined || text === "" ? text : paint(text);
}
