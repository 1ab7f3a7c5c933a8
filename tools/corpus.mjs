// Where the corpus of public skills lies. It is too large and too much other people's work to be part of the repository.

import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gunzipSync } from "node:zlib";
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

/** Every SKILL.md of the corpus, in the order of the archive; undefined when it is not there. */
export function readCorpusSkills() {
  const archive = corpusFile("skills.tgz");
  if (archive === undefined) return undefined;
  return readTar(gunzipSync(readFileSync(archive))).map(({ path, bytes }) => ({ path, text: bytes.toString("utf8") }));
}

const BLOCK = 512;

/** Files of a tar archive; understands what `tar` writes for names of any length. */
function readTar(archive) {
  const files = [];
  let longName;
  for (let at = 0; at + BLOCK <= archive.length;) {
    const field = (start, length) => archive.toString("utf8", at + start, at + start + length).replace(/\0.*$/s, "");
    const name = field(0, 100);
    if (name === "") break;
    const size = Number.parseInt(field(124, 12), 8) || 0;
    const type = field(156, 1);
    const bytes = archive.subarray(at + BLOCK, at + BLOCK + size);
    if (type === "L") longName = bytes.toString("utf8").replace(/\0.*$/s, "");
    else if (type === "x") longName = /^\d+ path=(.*)$/m.exec(bytes.toString("utf8"))?.[1];
    else {
      const prefix = field(345, 155);
      const path = longName ?? (prefix === "" ? name : `${prefix}/${name}`);
      if (type === "0" || type === "") files.push({ path, bytes });
      longName = undefined;
    }
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  return files;
}
