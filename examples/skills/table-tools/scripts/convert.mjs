#!/usr/bin/env node
// Converts CSV to JSON (array or lines) and back.
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";

const HELP = `Usage: convert.mjs --to json|jsonl|csv [options] FILE
       convert.mjs --to json|jsonl|csv [options] -     (read standard input)

  --to FORMAT         json (one array), jsonl (one object per line) or csv
  --delimiter NAME    comma, semicolon, tab or pipe, for the CSV side (default: comma)
  --numbers           turn cells that are plain decimal numbers into JSON numbers
  -h, --help          show this text

With --to csv the input is a JSON array of objects, or one object per line.

Exit status: 0 success, 1 malformed input, 2 usage error or unreadable file.
`;

const DELIMITERS = { comma: ",", semicolon: ";", tab: "\t", pipe: "|" };

class UsageError extends Error {}

function parseCsv(text, delimiter) {
  const rows = [];
  let row = [];
  let cell = "";
  let quoted = false;
  let line = 1;
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (char === "\n") line++;
    if (quoted) {
      if (char !== '"') cell += char;
      else if (text[i + 1] === '"') cell += text[++i];
      else quoted = false;
    } else if (char === '"' && cell === "") {
      quoted = true;
    } else if (char === delimiter) {
      row.push(cell);
      cell = "";
    } else if (char === "\n") {
      row.push(cell.endsWith("\r") ? cell.slice(0, -1) : cell);
      rows.push({ line, cells: row });
      row = [];
      cell = "";
    } else {
      cell += char;
    }
  }
  if (quoted) throw new Error("a quoted cell is never closed");
  if (cell !== "" || row.length > 0) rows.push({ line, cells: [...row, cell] });
  return rows.filter(({ cells }) => cells.length > 1 || cells[0] !== "");
}

function toValue(cell, numbers) {
  // A leading zero marks an identifier, and long digits would lose precision.
  const plain = /^-?(0|[1-9]\d{0,14})(\.\d+)?$/.test(cell);
  return numbers && plain ? Number(cell) : cell;
}

function csvToRecords(text, delimiter, numbers) {
  const [header, ...rows] = parseCsv(text, delimiter);
  if (!header) throw new Error("the table is empty");
  const names = header.cells;
  if (new Set(names).size !== names.length) throw new Error("two columns have the same name");
  return rows.map(({ line, cells }) => {
    if (cells.length !== names.length) {
      throw new Error(`line ${line}: ${cells.length} cells, but the header has ${names.length}`);
    }
    return Object.fromEntries(names.map((name, index) => [name, toValue(cells[index], numbers)]));
  });
}

function readRecords(text) {
  const trimmed = text.trim();
  const records = trimmed.startsWith("[")
    ? JSON.parse(trimmed)
    : trimmed.split("\n").filter((line) => line.trim()).map((line) => JSON.parse(line));
  for (const [index, record] of records.entries()) {
    if (record === null || typeof record !== "object" || Array.isArray(record)) {
      throw new Error(`record ${index + 1} is not an object`);
    }
  }
  return records;
}

function toCell(value, delimiter) {
  const text = value === null || value === undefined ? "" : typeof value === "object" ? JSON.stringify(value) : String(value);
  return text.includes(delimiter) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function recordsToCsv(records, delimiter) {
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const rows = [names, ...records.map((record) => names.map((name) => record[name]))];
  return rows.map((row) => row.map((value) => toCell(value, delimiter)).join(delimiter) + "\n").join("");
}

function readOptions() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        to: { type: "string" },
        delimiter: { type: "string", default: "comma" },
        numbers: { type: "boolean", default: false },
        help: { type: "boolean", short: "h", default: false },
      },
    });
    if (values.help) return { help: true };
    if (!["json", "jsonl", "csv"].includes(values.to)) throw new UsageError("--to must be json, jsonl or csv");
    if (!Object.hasOwn(DELIMITERS, values.delimiter)) throw new UsageError(`unknown delimiter: ${values.delimiter}`);
    if (positionals.length !== 1) throw new UsageError(`expected one file, got ${positionals.length}`);
    return { to: values.to, delimiter: DELIMITERS[values.delimiter], numbers: values.numbers, file: positionals[0] };
  } catch (error) {
    throw new UsageError(`${error.message}; see --help`);
  }
}

function readInput(file) {
  try {
    const bytes = readFileSync(file === "-" ? 0 : file);
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) throw new Error("the input is not UTF-8");
    throw new UsageError(`cannot read ${file}: ${error.code}`);
  }
}

function convert({ to, delimiter, numbers, file }) {
  const text = readInput(file);
  if (to === "csv") return recordsToCsv(readRecords(text), delimiter);
  const records = csvToRecords(text, delimiter, numbers);
  if (to === "json") return JSON.stringify(records, null, 2) + "\n";
  return records.map((record) => JSON.stringify(record) + "\n").join("");
}

try {
  const options = readOptions();
  process.stdout.write(options.help ? HELP : convert(options));
} catch (error) {
  process.stderr.write(`convert.mjs: ${error.message}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
