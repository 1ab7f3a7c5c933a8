// Parts of pages that a script writes, between two markers, so that they cannot go stale.

import { readFileSync, writeFileSync } from "node:fs";

/** Text that can stand in a cell. */
export function escapeCell(text) {
  return text.replaceAll("|", "\\|");
}

/** A table with its columns in line, as the formatter wants it. */
export function table([header, ...rows]) {
  const widths = header.map((_, column) => Math.max(3, ...[header, ...rows].map((row) => row[column].length)));
  const line = (cells) => `| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(" | ")} |`;
  return [line(header), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}

/** Writes the part of `page` between its markers; with `--check` only says whether it is up to date, and exits with 1 if not. */
export function writePart({ page, name, begin, end, text, script }) {
  const before = readFileSync(page, "utf8");
  const from = before.indexOf(begin);
  const to = before.indexOf(end);
  if (from < 0 || to < from) throw new Error(`The markers are missing in ${page}`);
  const after = `${before.slice(0, from + begin.length)}\n\n${text}\n\n${before.slice(to)}`;
  if (after === before) console.log(`The ${name} page is up to date.`);
  else if (process.argv.includes("--check")) {
    console.error(`The ${name} page is out of date; run: node ${script}`);
    process.exitCode = 1;
  } else {
    writeFileSync(page, after);
    console.log(`The ${name} page was written.`);
  }
}
