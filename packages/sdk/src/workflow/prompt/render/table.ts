import { valueText } from "./value-text.ts";

/** How a table is made. */
export interface TableOptions {
  /** Which columns, in which order; all that occur if nothing is said. */
  readonly columns?: readonly string[];
  /** Icons for texts of the column `status`, beside ours; `false` for none at all. */
  readonly statusIcons?: Readonly<Record<string, string>> | false;
}

const defaultIcons: Readonly<Record<string, string>> = {
  pass: "✅",
  passed: "✅",
  ok: "✅",
  done: "✅",
  success: "✅",
  completed: "✅",
  warn: "⚠️",
  warning: "⚠️",
  fail: "❌",
  failed: "❌",
  error: "❌",
  pending: "⬜",
  skipped: "⏭️",
  in_progress: "🔄",
  running: "🔄",
};

/** Rows as a Markdown table; nothing for no rows. */
export function table(rows: readonly Readonly<Record<string, unknown>>[], options: TableOptions = {}): string {
  if (rows.length === 0) return "";
  const columns = options.columns ?? [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const icons: Readonly<Record<string, string>> =
    options.statusIcons === false ? {} : { ...defaultIcons, ...options.statusIcons };
  const cellOf = (row: Readonly<Record<string, unknown>>, column: string): string => {
    const text = valueText(Object.hasOwn(row, column) ? row[column] : undefined);
    const icon = column === "status" && Object.hasOwn(icons, text) ? icons[text] : undefined;
    return icon === undefined ? text : `${icon} ${text}`;
  };
  return [
    tableRow(columns),
    tableRow(columns.map(() => "---")),
    ...rows.map((row) => tableRow(columns.map((column) => cellOf(row, column)))),
  ].join("\n");
}

/** Cells as a line of a Markdown table; no cell can end itself or the line. */
export function tableRow(cells: readonly string[]): string {
  return `| ${cells.map(cellText).join(" | ")} |`;
}

function cellText(text: string): string {
  // A backslash before a bar would undo the one that we put there.
  return text
    .replaceAll(/\\+(?=\|)/g, (slashes) => slashes + slashes)
    .replaceAll("|", "\\|")
    .replaceAll(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/g, "<br>");
}
