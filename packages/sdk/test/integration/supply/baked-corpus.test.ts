// Every SKILL.md of the corpus, baked: the same skills as from their folders.

import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createSkillRegistry, parseSkill, type SkillDefinition, validateSkill } from "@tradecraft/sdk";
import { folderSkillSource, skillFromFolder } from "@tradecraft/sdk/node";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readCorpusSkills } from "../../../../../tools/corpus.mjs";
import { readEntry } from "../../../src/core/source/read-entry.ts";
import { bakeSkills } from "../../../src/supply/bake/bake-skills.ts";
import type { BakedInput } from "../../../src/supply/bake/baked-input.ts";

const corpus = readCorpusSkills();

describe("the corpus, baked", () => {
  let root = "";
  const folders = new Map<string, string>();
  let baked: readonly SkillDefinition[] = [];
  let refused = 0;

  beforeAll(async () => {
    root = realpathSync(mkdtempSync(join(tmpdir(), "tradecraft-baked-corpus-")));
    const inputs = new Map<string, BakedInput>();
    for (const [at, { text, path }] of (corpus ?? []).entries()) {
      const { name } = parseSkill(text).manifest;
      if (!path.endsWith("SKILL.md") || name === "" || folders.has(name)) continue;
      const folder = join(root, `f${at}`);
      mkdirSync(folder);
      writeFileSync(join(folder, "SKILL.md"), text);
      writeFileSync(join(folder, "logo.bin"), new Uint8Array([0, at % 256]));
      const files = [{ path: "logo.bin", bytes: new Uint8Array([0, at % 256]), executable: false }];
      folders.set(name, folder);
      if (readEntry(text, { id: name }).entry !== undefined) inputs.set(name, { name, manifest: text, files });
      else refused++;
    }
    // Where the test runner leaves modules as they are.
    const file = join(root, "node_modules", "skills.generated.mjs");
    mkdirSync(join(root, "node_modules"));
    const { code } = await bakeSkills([...inputs.values()], { file });
    writeFileSync(file, code);
    ({ skills: baked } = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as { skills: SkillDefinition[] });
    return () => rmSync(root, { recursive: true, force: true });
  });

  beforeEach((context) => {
    context.skip(corpus === undefined, "there is no corpus: set TRADECRAFT_CORPUS");
  });

  it("is what the folder source gives, through a registry", async () => {
    const ours = createSkillRegistry(baked);
    const theirs = createSkillRegistry(folderSkillSource(root, { index: false }));
    const place = ({ location: _location, revision: _revision, ...entry }: Record<string, unknown>): unknown => entry;
    const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1);
    const listed = [...(await ours.catalog())].sort(byId);
    expect(listed.length).toBeGreaterThan(1500);
    const expected = (await theirs.catalog()).filter(({ id }) => folders.has(id));
    expect(listed.map((entry) => place({ ...entry }))).toEqual(
      [...expected].sort(byId).map((entry) => place({ ...entry })),
    );
    for (const { id } of listed) {
      expect(await ours.trigger(id)).toEqual(await theirs.trigger(id));
      expect(await ours.resource(id, "logo.bin")).toEqual(await theirs.resource(id, "logo.bin"));
    }
    expect(refused).toBeLessThan(20);
  });

  it("has the fields that skillFromFolder reads", () => {
    const compared = baked.filter((skill) => {
      const { body, files: _files, ...fields } = skill;
      const folder = folders.get(fields.name) ?? "";
      const { manifest } = parseSkill((skill as SkillDefinition & { raw: string }).raw);
      if (validateSkill(manifest).some(({ severity }) => severity === "error") || body === "") return false;
      const { files: _, directory: __, ...expected } = skillFromFolder(folder);
      expect({ ...fields, body }).toEqual(expected);
      return true;
    });
    expect(compared.length).toBeGreaterThan(1000);
  });
});
