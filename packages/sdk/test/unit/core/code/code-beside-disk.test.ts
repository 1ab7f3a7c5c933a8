import { describe, expect, it } from "vitest";
import {
  configurableSkill,
  createSkillRegistry,
  createSkillset,
  mergeSkillSources,
  SkillError,
  type SkillSource,
} from "@tradecraft/sdk";
import { noteSkill, callTool, outcome, skillOf, toolNamed } from "./code-fixtures.ts";

describe("skills in code and on disk", () => {
  const disk: SkillSource = {
    label: "a disk",
    list: async () => [{ id: "disk", name: "disk", description: "On a disk." }],
    read: async () => "---\nname: disk\ndescription: On a disk.\n---\nDisk.",
  };

  it("mix in one registry, one catalog, one skillset, one search", async () => {
    const registry = createSkillRegistry(
      mergeSkillSources([disk, [noteSkill("a")], { source: [noteSkill("a")], prefix: "p" }]),
    );
    expect((await registry.catalog()).map(({ id }) => id)).toEqual(["a", "disk", "p:a"]);
    const skillset = await createSkillset(registry, { mode: "direct" });
    expect(await toolNamed(skillset, "query_skill").execute({ skill: "disk" })).toContain("Disk.");
    expect(await callTool(skillset, "disk", "add")).toMatch(/"disk" has no tools?/);
    await callTool(skillset, "p:a", "add", { owner: "x" });
    expect(skillset.state.snapshot()).toEqual({ notes: { owner: "x", notes: ["x"] } });
    expect([...(await registry.definitions()).keys()]).toEqual(["a", "p:a"]);
  });

  it("the first with an id answers, with its code or without", async () => {
    const onDisk: SkillSource = { ...disk, list: async () => [{ id: "a", name: "a", description: "On a disk." }] };
    const first = createSkillRegistry(mergeSkillSources([onDisk, [noteSkill("a")]]));
    expect([...(await first.definitions()).keys()]).toEqual([]);
    const second = createSkillRegistry(mergeSkillSources([[noteSkill("a")], onDisk]));
    expect([...(await second.definitions()).keys()]).toEqual(["a"]);
  });

  it("one source whose code cannot be had costs its own skills' code alone", async () => {
    const broken: SkillSource = {
      ...disk,
      definitions: () => Promise.reject(new SkillError("source-unavailable", "cannot import")),
    };
    const skillset = await createSkillset(mergeSkillSources([broken, [noteSkill("a")]]), { mode: "direct" });
    expect(JSON.parse(await callTool(skillset, "a", "add", { owner: "x" }))).toMatchObject({ notes: 1 });
  });

  it("lazy resources are brought when somebody asks, each time, and never before", async () => {
    let times = 0;
    const skill = skillOf("a", {
      resources: { "lazy.md": async () => `time ${++times}`, "bytes.bin": new Uint8Array([0, 1]), "text.md": "text" },
    });
    const skillset = await createSkillset([skill], { mode: "direct" });
    await toolNamed(skillset, "query_skill").execute({ skill: "a" });
    expect(times).toBe(0);
    expect(await toolNamed(skillset, "read_skill_file").execute({ skill: "a", path: "lazy.md" })).toContain("time 1");
  });

  it.each<[string, () => unknown]>([
    [
      "throws",
      () => {
        throw new Error("gone");
      },
    ],
    ["rejects", () => Promise.reject(new Error("gone"))],
    ["gives nothing", () => undefined],
    ["gives a number", () => 5],
    ["gives an object", () => ({ length: 3 })],
  ])("a lazy resource that %s is an answer in words that names the file; others can be read", async (_, bring) => {
    const skillset = await createSkillset([skillOf("a", { resources: { "x.md": bring as never, "y.md": "fine" } })], {
      mode: "direct",
    });
    const read = toolNamed(skillset, "read_skill_file");
    expect(await outcome(read.execute({ skill: "a", path: "x.md" }))).toMatchObject({
      value: expect.stringMatching(/"x\.md" could not be read/) as string,
    });
    expect(await read.execute({ skill: "a", path: "y.md" })).toContain("fine");
  });

  it("a configurable skill by id, in a record and in a map", async () => {
    const skill = configurableSkill(({ word = "alpha" }: { word?: string } = {}) => skillOf("a", { body: word }));
    for (const skills of [{ mine: skill }, new Map([["mine", skill]])]) {
      const registry = createSkillRegistry(skills);
      await (await registry.skill("mine")).reconfigure({ word: "beta" });
      expect((await registry.trigger("mine")).body.trim()).toBe("beta");
    }
  });
});
