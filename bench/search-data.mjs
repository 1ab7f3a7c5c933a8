// What the search is measured on.

import { readFileSync } from "node:fs";
import { parseSkill } from "@tradecraft/sdk";
import { corpusFile, readCorpusSkills } from "../tools/corpus.mjs";

/** MetaTool: { docs: [{ id, name, description }], queries: [[text, id]] }. */
export function readMetatool() {
  const file = corpusFile("metatool.json");
  if (file === undefined) throw new Error("The corpus is missing; see tools/corpus.mjs.");
  return JSON.parse(readFileSync(file, "utf8"));
}

/** The corpus as documents. */
export function readDocuments() {
  const skills = readCorpusSkills();
  if (skills === undefined) throw new Error("The corpus is missing; see tools/corpus.mjs.");
  return skills.flatMap(({ path, text }) => {
    const { manifest } = parseSkill(text);
    if (manifest === undefined) return [];
    const { name, description, body } = manifest;
    return [{ id: path, name, description, body }];
  });
}

/** As many skills as wanted: the first half of one body and the second half of another, under a name of their own. */
export function synthesize(documents, count) {
  const half = (text, second) => {
    const middle = text.indexOf("\n", text.length >> 1);
    const cut = middle < 0 ? text.length >> 1 : middle;
    return second ? text.slice(cut) : text.slice(0, cut);
  };
  return Array.from({ length: count }, (_, index) => {
    const one = documents[index % documents.length];
    const other = documents[(index * 7_919 + Math.floor(index / documents.length)) % documents.length];
    return {
      id: `skill-${index}`,
      name: `${one.name}-${other.name.split("-")[0]}-${index}`,
      description: one.description,
      revision: "1",
      body: async () => half(one.body, false) + half(other.body, true),
    };
  });
}
