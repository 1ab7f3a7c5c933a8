// Where the corpus of public skills lies. It is too large and too much other people's work to be part of the repository.

import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { root } from "./run.mjs";

/** The corpus folder: TRADECRAFT_CORPUS, or `shared/corpus` next to the repository. */
export const corpusFolder = resolve(process.env.TRADECRAFT_CORPUS || join(root, "..", "shared", "corpus"));

/** Path of a corpus file, or undefined when it is not there. Throws instead when TRADECRAFT_REQUIRE_CORPUS is set. */
export function corpusFile(name) {
  const file = join(corpusFolder, name);
  if (existsSync(file)) return file;
  if (process.env.TRADECRAFT_REQUIRE_CORPUS === "1") throw new Error(`The corpus is required, and ${file} is missing.`);
  return undefined;
}
