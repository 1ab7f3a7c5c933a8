// What the benchmarks share: medians, and the sections of RESULTS.md.

import { readFileSync, writeFileSync } from "node:fs";

export function middle(numbers) {
  return [...numbers].sort((a, b) => a - b)[numbers.length >> 1];
}

/** Puts a table between the markers of its section in RESULTS.md. */
export function writeSection(name, table) {
  const file = new URL("RESULTS.md", import.meta.url);
  const text = readFileSync(file, "utf8");
  const pattern = new RegExp(`(<!-- ${name} -->\\n)[\\s\\S]*?(<!-- /${name} -->)`);
  if (!pattern.test(text)) throw new Error(`RESULTS.md has no section ${name}.`);
  writeFileSync(
    file,
    text.replace(pattern, (_, begin, end) => `${begin}\n${table}\n\n${end}`),
  );
}
