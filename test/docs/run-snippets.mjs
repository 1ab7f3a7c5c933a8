// Imports each module that is named, one after the other, in this process; prints a line for each that fails.
//
//   node test/docs/run-snippets.mjs <file …>

import { pathToFileURL } from "node:url";

const longest = 20_000;
const print = (line) => process.stderr.write(`${line}\n`);
let current = "";
let failed = 0;

function tell(error) {
  failed++;
  print(`${current}: ${error instanceof Error ? error.message : String(error)}`);
}

process.on("unhandledRejection", tell);
process.on("uncaughtException", tell);
// What examples print is for readers.
process.stdout.write = () => true;

for (const file of process.argv.slice(2)) {
  current = file;
  const timer = setTimeout(() => {
    print(`${file}: it does not end`);
    process.exit(1);
  }, longest);
  await import(pathToFileURL(file).href).catch(tell);
  clearTimeout(timer);
}
// Examples may leave servers and watches open.
process.exit(failed === 0 ? 0 : 1);
