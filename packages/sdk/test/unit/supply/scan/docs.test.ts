import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { SCAN_RULES } from "../../../../src/supply/scan/index.ts";

const page = fileURLToPath(new URL("../../../../../../docs/guide/scan.md", import.meta.url));

/** Cells of a table, without the padding that the formatter gives them. */
function cells(line: string): string {
  return line
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim())
    .join("|");
}

it("lists every rule in the guide, as the table of the sources has it (UPDATE_DOCS=1 writes it)", () => {
  const rows = Object.entries(SCAN_RULES).map(
    ([code, { severity, confidence, looksFor, limits }]) =>
      `| \`${code}\` | ${severity} | ${confidence} | ${escape(looksFor)} | ${escape(limits)} |`,
  );
  const table = ["| code | severity | confidence | looks for | limits |", "| --- | --- | --- | --- | --- |", ...rows];
  const text = readFileSync(page, "utf8");
  const [, shown = ""] = /<!-- rules -->\n([\s\S]*?)<!-- \/rules -->/.exec(text) ?? [];
  if (process.env["UPDATE_DOCS"] === "1")
    writeFileSync(
      page,
      text.replace(
        /(<!-- rules -->\n)[\s\S]*?(<!-- \/rules -->)/,
        (_, begin: string, end: string) => `${begin}\n${table.join("\n")}\n\n${end}`,
      ),
    );
  else
    expect(
      shown
        .trim()
        .split("\n")
        .filter((line) => !/^\|\s*-/.test(line))
        .map(cells),
    ).toEqual(table.filter((line) => !line.startsWith("| -")).map(cells));
});

function escape(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("<", "\\<").replaceAll("*", "\\*").replaceAll("_", "\\_");
}
