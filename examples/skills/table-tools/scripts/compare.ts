#!/usr/bin/env -S node --experimental-strip-types --no-warnings
// Compares two CSV tables by a key column. Types are erasable: no build step is needed.
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";

type Row = Record<string, string>;

interface Table {
  readonly columns: readonly string[];
  readonly rows: ReadonlyMap<string, Row>;
}

type Difference =
  | { readonly kind: "added" | "removed"; readonly key: string; readonly row: Row }
  | { readonly kind: "changed"; readonly key: string; readonly cells: Record<string, readonly [string, string]> };

interface Options {
  readonly before: string;
  readonly after: string;
  readonly key: string;
  readonly delimiter: string;
  readonly limit: number;
}

const HELP = `Usage: compare.ts --key COLUMN [options] BEFORE AFTER

  --key COLUMN        column that identifies a row in both tables
  --delimiter NAME    comma, semicolon, tab or pipe (default: comma)
  --limit N           print at most N differences (default: 1000)
  -h, --help          show this text

Either file may be - for standard input. Prints one JSON object per difference,
and a summary on standard error.

Exit status: 0 the tables are equal, 1 they differ, 2 usage error or unreadable table.
`;

const DELIMITERS: Readonly<Record<string, string>> = { comma: ",", semicolon: ";", tab: "\t", pipe: "|" };

function parseCsv(text: string, delimiter: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i);
    if (quoted) {
      if (char !== '"') cell += char;
      else if (text[i + 1] === '"') cell += text.charAt(++i);
      else quoted = false;
    } else if (char === '"' && cell === "") {
      quoted = true;
    } else if (char === delimiter) {
      row.push(cell);
      cell = "";
    } else if (char === "\n") {
      row.push(cell.replace(/\r$/, ""));
      rows.push(row);
      row = [];
      cell = "";
    } else {
      cell += char;
    }
  }
  if (quoted) throw new Error("a quoted cell is never closed");
  if (cell !== "" || row.length > 0) rows.push([...row, cell]);
  return rows.filter((cells) => cells.length > 1 || cells[0] !== "");
}

function readTable(file: string, options: Options): Table {
  const text = readFileSync(file === "-" ? 0 : file, "utf8").replace(/^\uFEFF/, "");
  const [columns, ...lines] = parseCsv(text, options.delimiter);
  if (!columns?.includes(options.key)) throw new Error(`${file} has no column "${options.key}"`);
  const rows = new Map<string, Row>();
  for (const [index, cells] of lines.entries()) {
    if (cells.length !== columns.length) {
      throw new Error(`${file}, row ${index + 1}: ${cells.length} cells, but the header has ${columns.length}`);
    }
    const row: Row = Object.fromEntries(columns.map((name, at) => [name, cells[at] ?? ""]));
    const key = row[options.key] ?? "";
    if (rows.has(key)) throw new Error(`${file} has two rows with ${options.key} "${key}"`);
    rows.set(key, row);
  }
  return { columns, rows };
}

function* compare(before: Table, after: Table): Generator<Difference> {
  const columns = new Set([...before.columns, ...after.columns]);
  for (const [key, row] of before.rows) {
    const other = after.rows.get(key);
    if (!other) {
      yield { kind: "removed", key, row };
      continue;
    }
    const cells: Record<string, readonly [string, string]> = {};
    for (const name of columns) {
      const [was, is] = [row[name] ?? "", other[name] ?? ""];
      if (was !== is) cells[name] = [was, is];
    }
    if (Object.keys(cells).length > 0) yield { kind: "changed", key, cells };
  }
  for (const [key, row] of after.rows) {
    if (!before.rows.has(key)) yield { kind: "added", key, row };
  }
}

function readOptions(): Options | "help" {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      key: { type: "string" },
      delimiter: { type: "string", default: "comma" },
      limit: { type: "string", default: "1000" },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  if (values.help) return "help";
  const [before, after, ...rest] = positionals;
  const delimiter = DELIMITERS[values.delimiter];
  if (!values.key) throw new Error("--key is required; see --help");
  if (!delimiter) throw new Error(`unknown delimiter: ${values.delimiter}; see --help`);
  if (!/^\d+$/.test(values.limit)) throw new Error("--limit must be a whole number");
  if (!before || !after || rest.length > 0) throw new Error("expected two files; see --help");
  if (before === "-" && after === "-") throw new Error("only one of the files can be standard input");
  return { before, after, key: values.key, delimiter, limit: Number(values.limit) };
}

function main(): number {
  const options = readOptions();
  if (options === "help") {
    process.stdout.write(HELP);
    return 0;
  }
  const counts = { added: 0, removed: 0, changed: 0 };
  let total = 0;
  for (const difference of compare(readTable(options.before, options), readTable(options.after, options))) {
    counts[difference.kind]++;
    if (total++ < options.limit) process.stdout.write(`${JSON.stringify(difference)}\n`);
  }
  const hidden = Math.max(0, total - options.limit);
  process.stderr.write(
    `${counts.added} added, ${counts.removed} removed, ${counts.changed} changed` +
      (hidden > 0 ? `; ${hidden} not shown\n` : "\n"),
  );
  return total > 0 ? 1 : 0;
}

try {
  process.exitCode = main();
} catch (error) {
  process.stderr.write(`compare.ts: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
