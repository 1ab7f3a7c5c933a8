import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { parseSkill, type SkillEntry } from "@tradecraft/sdk";
import { folderSkillSource } from "@tradecraft/sdk/node";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { readCorpusSkills } from "../../../../../tools/corpus.mjs";
import { levelOneOf, readLevelOne } from "../../../src/core/format/read-level-one.ts";
import { listing, type Listing } from "./skill-tree.ts";

const skills = readCorpusSkills();

describe("the folder source on every SKILL.md of the corpus", () => {
  const corpus = (skills ?? []).map(({ text }, at) => ({
    folder: `f${at}`,
    text,
    manifest: parseSkill(text).manifest,
  }));
  let root = "";
  let found: Listing;

  beforeAll(async () => {
    root = realpathSync(mkdtempSync(join(tmpdir(), "tradecraft-corpus-")));
    for (const { folder, text } of corpus) {
      mkdirSync(join(root, folder));
      writeFileSync(join(root, folder, "SKILL.md"), text);
    }
    found = await listing(folderSkillSource(root, { index: false }));
    return () => rmSync(root, { recursive: true, force: true });
  });

  beforeEach((context) => {
    context.skip(skills === undefined, "there is no corpus: set TRADECRAFT_CORPUS");
  });

  it("lists what parseSkill reads, whichever way it was read", () => {
    const byFolder = new Map(found.entries.map((entry) => [entry.location?.split("/").at(-2), entry]));
    const shadowed = new Set(
      found.diagnostics.filter(({ code }) => code === "skill-shadowed").map(({ path }) => path?.split("/").at(-2)),
    );
    const wrong: unknown[] = [];
    let compared = 0;
    for (const { folder, manifest } of corpus) {
      const entry: SkillEntry | undefined = byFolder.get(folder);
      if (shadowed.has(folder)) continue;
      if (entry === undefined) {
        if (manifest.description !== "") wrong.push({ folder, missing: manifest.name });
        continue;
      }
      compared++;
      const { name, description, compatibility, disableModelInvocation, userInvocable } = entry;
      const expected = levelOneOf(manifest);
      const actual = { name, description, compatibility, disableModelInvocation, userInvocable };
      if (expected.name === "" || entry.id !== expected.name) expect([expected.name, folder]).toContain(entry.id);
      const isSame = (Object.keys(actual) as (keyof typeof actual)[]).every(
        (key) => actual[key] === expected[key] || (key === "name" && expected.name === ""),
      );
      if (!isSame) wrong.push({ folder, actual, expected });
    }
    expect(wrong.slice(0, 3)).toEqual([]);
    expect(compared).toBeGreaterThan(1_000);
  });

  it("explains each that it does not list", () => {
    const said = new Set(found.diagnostics.map(({ path }) => path?.split("/").at(-2)));
    const listed = new Set(found.entries.map(({ location }) => location?.split("/").at(-2)));
    expect(corpus.filter(({ folder }) => !listed.has(folder) && !said.has(folder))).toEqual([]);
  });

  it("reads level one the short way as the long way, wherever it answers", () => {
    const wrong = corpus.flatMap(({ folder, text, manifest }) => {
      const quick = readLevelOne(text);
      const whole = levelOneOf(manifest);
      return quick === undefined || JSON.stringify(quick) === JSON.stringify(whole) ? [] : [{ folder, quick, whole }];
    });
    expect(wrong.slice(0, 3)).toEqual([]);
    const answered = corpus.filter(({ text }) => readLevelOne(text) !== undefined).length;
    expect(answered / corpus.length).toBeGreaterThan(0.25);
  });
});
