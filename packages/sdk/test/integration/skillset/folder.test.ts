import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  createSkillRegistry,
  createSkillset,
  mergeSkillSources,
  type Skillset,
  skillsetFromJSON,
  type SkillsetJson,
} from "@tradecraft/sdk";
import { folderSkillSource } from "@tradecraft/sdk/node";

let folder: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "tradecraft-skillset-")));
  for (const root of ["one", "two"]) {
    for (const name of ["pdf", `only-${root}`]) {
      const skill = join(folder, root, name);
      await mkdir(join(skill, "references"), { recursive: true });
      await writeFile(
        join(skill, "SKILL.md"),
        `---\nname: ${name}\ndescription: ${name} of ${root}.\n---\nRun \${SKILL_DIR}/x with $ARGUMENTS.\n`,
      );
      await writeFile(join(skill, "references", "a.md"), `A of ${root}.\n`);
    }
  }
  await writeFile(join(folder, "secret.txt"), "SECRET");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const tool = (skillset: Skillset, name: string, input: object): Promise<string> | undefined =>
  skillset.tools.find((each) => each.name === name)?.execute(input);

describe("a skillset over folders", () => {
  const make = (): Promise<Skillset> =>
    createSkillset(mergeSkillSources([folderSkillSource(join(folder, "one")), folderSkillSource(join(folder, "two"))]));

  it("goes from catalog to load to file", async () => {
    const skillset = await make();
    expect(skillset.entries.map(({ id }) => id)).toEqual(["only-one", "only-two", "pdf"]);
    expect(skillset.prompt()).not.toContain(folder);
    const loaded = await tool(skillset, "load_skill", { name: "pdf" });
    expect(loaded).toContain(`directory="${join(folder, "one", "pdf")}"`);
    expect(loaded).toContain('<file path="references/a.md"');
    expect(await tool(skillset, "read_skill_file", { skill: "pdf", path: "references/a.md" })).toContain("A of one.");
    expect(await tool(skillset, "read_skill_file", { skill: "only-two", path: "references/a.md" })).toContain(
      "A of two.",
    );
  });

  it("puts the real folder in where a person activates a skill", async () => {
    const activation = await (await make()).activate("/pdf a file");
    expect(activation?.text).toContain(`Run ${join(folder, "one", "pdf")}/x with a file.`);
  });

  it("never gives a file outside, by path or by link", async () => {
    await symlink(join(folder, "secret.txt"), join(folder, "one", "pdf", "references", "link.md"));
    const skillset = await make();
    for (const path of [
      "../../secret.txt",
      "references/link.md",
      join(folder, "secret.txt"),
      "references/../../../secret.txt",
    ]) {
      const answer = await tool(skillset, "read_skill_file", { skill: "pdf", path });
      expect(answer).toBeDefined();
      expect(answer).not.toContain("SECRET");
    }
  });

  it("gives a changed body anew, a new skill only after a refresh, and comes back from JSON", async () => {
    const skillset = await make();
    await tool(skillset, "load_skill", { name: "pdf" });
    const file = join(folder, "one", "pdf", "SKILL.md");
    await writeFile(file, "---\nname: pdf\ndescription: New words.\n---\nNew body.\n");
    expect(await tool(skillset, "load_skill", { name: "pdf" })).toContain("New body.");
    await mkdir(join(folder, "one", "later"));
    await writeFile(join(folder, "one", "later", "SKILL.md"), "---\nname: later\ndescription: Later.\n---\nL.\n");
    expect(await tool(skillset, "load_skill", { name: "later" })).toContain("There is no skill");
    const after = await skillset.refresh();
    expect(after.prompt()).toContain("New words.");
    expect(await tool(after, "load_skill", { name: "later" })).toContain("L.");
    const json = JSON.parse(JSON.stringify(after)) as SkillsetJson;
    const again = await skillsetFromJSON(json, createSkillRegistry(folderSkillSource(join(folder, "one"))));
    expect(again.prompt()).toBe(after.prompt());
    expect(await tool(again, "load_skill", { name: "pdf" })).toContain("already loaded");
  });
});
