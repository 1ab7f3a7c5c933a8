// What is measured against what, on the same files from memory. Each is a function that reads all of them once.

import { lintSkill, parseSkill, splitFrontmatter, validateSkill } from "@tradecraft/sdk";
import { readCorpusSkills } from "../tools/corpus.mjs";

const skills = readCorpusSkills();
if (skills === undefined) {
  console.error("The corpus is not there; see tools/corpus.mjs.");
  process.exit(2);
}
const texts = skills.map(({ text }) => text);
/** Copied, so that no contestant works on slices of larger texts. */
const frontmatters = texts
  .map((text) => splitFrontmatter(text).frontmatter)
  .filter((frontmatter) => frontmatter !== null)
  .map((frontmatter) => Buffer.from(frontmatter).toString());

/** Runs an action on every item; what it throws counts as an answer. */
const each = (items, action) => () => {
  for (const item of items) {
    try {
      action(item);
    } catch {
      // A refusal is an answer too.
    }
  }
};

/** Name to a function that makes the contestant ready. */
export const contestants = {
  "tradecraft, parse": async () => each(texts, (text) => parseSkill(text)),
  "tradecraft, parse + validate": async () => {
    const options = { quality: false };
    return each(texts, (text) => lintSkill(text, options));
  },
  "tradecraft, parseSkill then validateSkill": async () =>
    each(texts, (text) => validateSkill(parseSkill(text).manifest)),
  "tradecraft, all quality rules too": async () => each(texts, (text) => lintSkill(text)),
  "js-yaml 4.3.2, bare load": async () => {
    const { load } = await import("js-yaml-4");
    return each(frontmatters, (frontmatter) => load(frontmatter));
  },
  "js-yaml 5.5.0, bare load": async () => {
    const { load } = await import("js-yaml");
    return each(frontmatters, (frontmatter) => load(frontmatter));
  },
  "yaml 2.9.1, bare parse": async () => {
    const { parse } = await import("yaml");
    return each(frontmatters, (frontmatter) => parse(frontmatter, { logLevel: "error" }));
  },
  "skills-ref 0.1.5, parseFrontmatter": async () => {
    const { parseFrontmatter } = await import("skills-ref");
    return each(texts, (text) => parseFrontmatter(text));
  },
};

/** How many files a pass reads. */
export const fileCount = texts.length;
