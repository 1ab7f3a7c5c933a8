import { describe, expect, it } from "vitest";
import { createSkillset } from "@tradecraft/sdk";
import { fakeSkills, load } from "./skillset-fixtures.ts";

const brief = /^The skill "a" is already loaded.*reload: true\.$/;

describe("a second load", () => {
  it("answers briefly, and how to get it again", async () => {
    const skillset = await createSkillset(fakeSkills({ id: "a" }, { id: "b" }));
    expect(await load(skillset, "a")).toBe('<skill name="a">\nDo a.\n</skill>');
    expect(await load(skillset, "a")).toMatch(brief);
    expect(await load(skillset, "a", false)).toMatch(brief);
    expect(await load(skillset, "b")).toContain("Do b.");
    expect(await load(skillset, "a", true)).toContain("Do a.");
    expect(await load(skillset, "a")).toMatch(brief);
  });

  it("gives the body when the content changed, and says so", async () => {
    const source = fakeSkills({ id: "a" });
    const skillset = await createSkillset(source);
    await load(skillset, "a");
    (source.skills[0] ?? { body: "" }).body = "Do it otherwise.";
    const answer = await load(skillset, "a");
    expect(answer).toContain("Do it otherwise.");
    expect(answer).toContain("has changed");
    expect(await load(skillset, "a")).toMatch(brief);
  });

  it("gives the body after a compaction, once", async () => {
    const skillset = await createSkillset(fakeSkills({ id: "a" }, { id: "b" }));
    await load(skillset, "a");
    skillset.compacted();
    await load(skillset, "b");
    expect(await load(skillset, "a")).toContain("Do a.");
    expect(await load(skillset, "a")).toMatch(brief);
    expect(skillset.reinject()).toBe("");
  });

  it("is brief after a person's activation", async () => {
    const skillset = await createSkillset(fakeSkills({ id: "a" }));
    await skillset.activate("/a x");
    expect(await load(skillset, "a")).toMatch(brief);
  });

  it("of two at once gives both or one, and never fails", async () => {
    const skillset = await createSkillset(fakeSkills({ id: "a" }));
    const answers = await Promise.all([load(skillset, "a"), load(skillset, "a"), load(skillset, "a")]);
    expect(answers.some((answer) => answer.includes("Do a."))).toBe(true);
    expect(skillset.loaded()).toHaveLength(1);
  });
});

describe("the ledger", () => {
  it("says what was loaded, when, and at which digest", async () => {
    let time = 100;
    const source = fakeSkills({ id: "a" }, { id: "b" });
    const skillset = await createSkillset(source, { now: () => time++ });
    await load(skillset, "b");
    await load(skillset, "a");
    const before = skillset.loaded();
    expect(before.map(({ id, at }) => [id, at])).toEqual([
      ["b", 100],
      ["a", 101],
    ]);
    expect(before.every(({ digest }) => /^sha256:[0-9a-f]{64}$/.test(digest))).toBe(true);
    await load(skillset, "b", true);
    expect(skillset.loaded().map(({ id }) => id)).toEqual(["a", "b"]);
    expect(skillset.loaded()[1]?.digest).toBe(before[0]?.digest);
    await load(skillset, "none");
    expect(skillset.loaded()).toHaveLength(2);
  });

  it("is a copy: changing it changes nothing", async () => {
    const skillset = await createSkillset(fakeSkills({ id: "a" }));
    await load(skillset, "a");
    (skillset.loaded() as unknown[]).length = 0;
    expect(await load(skillset, "a")).toMatch(brief);
  });

  it("of two skillsets are two", async () => {
    const source = fakeSkills({ id: "a" });
    const [one, two] = [await createSkillset(source), await createSkillset(source)];
    await load(one, "a");
    expect(two.loaded()).toEqual([]);
    expect(await load(two, "a")).toContain("Do a.");
  });
});

describe("reinject", () => {
  it("renders what a compaction took, in order, once", async () => {
    const skillset = await createSkillset(fakeSkills({ id: "a" }, { id: "b" }, { id: "c" }), { preload: ["c"] });
    await load(skillset, "b");
    await load(skillset, "a");
    expect(skillset.reinject()).toBe("");
    skillset.compacted();
    expect(skillset.reinject()).toBe('<skill name="b">\nDo b.\n</skill>\n\n<skill name="a">\nDo a.\n</skill>');
    expect(skillset.reinject()).toBe("");
    expect(await load(skillset, "a")).toMatch(brief);
  });

  it("gives only what was not loaded again", async () => {
    const skillset = await createSkillset(fakeSkills({ id: "a" }, { id: "b" }));
    await load(skillset, "a");
    await load(skillset, "b");
    skillset.compacted();
    await load(skillset, "a");
    expect(skillset.reinject()).toBe('<skill name="b">\nDo b.\n</skill>');
  });
});
