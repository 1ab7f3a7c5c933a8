import { describe, expect, it } from "vitest";
import { createSkillset } from "@tradecraft/sdk";
import { fakeSkills, load } from "./skillset-fixtures.ts";
import { tagsOf } from "./strict-parser.ts";

const skills = ["a", "b", "c"].map((name) => ({ name, description: `About ${name}.`, body: `Do ${name}.` }));

describe("preload", () => {
  it("puts skills in full under their heading, sorted, and marks them in the catalog", async () => {
    const prompt = (await createSkillset(skills, { preload: ["c", "a"] })).prompt();
    const [catalog = "", active = ""] = prompt.split("### Active skills (already loaded)");
    expect(catalog).toContain('<skill name="a" loaded="true">About a.</skill>');
    expect(catalog).toContain('<skill name="b">About b.</skill>');
    expect(catalog).toContain('<skill name="c" loaded="true">');
    expect(active).toMatch(/Do a\.[\s\S]*Do c\./);
    expect(active).not.toContain("Do b.");
    expect(tagsOf(prompt).filter((tag) => tag.startsWith("skill("))).toHaveLength(5);
  });

  it("is marked in the other formats too", async () => {
    expect((await createSkillset(skills, { preload: ["a"], format: "markdown" })).prompt()).toContain(
      "- a: About a. (already loaded)",
    );
    expect((await createSkillset(skills, { preload: ["a"], format: "json" })).prompt()).toContain('"loaded":true');
  });

  it("of a name that is there twice throws", async () => {
    await expect(createSkillset(skills, { preload: ["a", "b", "a"] })).rejects.toMatchObject({
      code: "skillset-invalid",
    });
    await expect(createSkillset(fakeSkills({ id: "a" }), { preload: ["a", "a"] })).rejects.toMatchObject({
      code: "skillset-invalid",
    });
    await expect(createSkillset(fakeSkills(), { preload: ["x", "x"] })).rejects.toMatchObject({
      code: "skillset-invalid",
    });
  });

  it.each(["none", "", "constructor", "__proto__", "A"])(
    "of the unknown name %j throws for definitions",
    async (name) => {
      await expect(createSkillset(skills, { preload: [name] })).rejects.toMatchObject({ code: "skillset-invalid" });
    },
  );

  it("of an unknown name is skipped with a warning for a source, and the others stay", async () => {
    const skillset = await createSkillset(fakeSkills({ id: "a" }), { preload: ["none", "a"] });
    expect(skillset.diagnostics).toMatchObject([{ code: "preload-unknown", severity: "warning", id: "none" }]);
    expect(skillset.prompt()).toContain("Do a.");
  });

  it("never reaches past `allow`", async () => {
    const theirs = fakeSkills({ id: "a" }, { id: "secret" });
    const skillset = await createSkillset(theirs, { preload: ["secret"], allow: ["a"] });
    expect(skillset.prompt()).not.toContain("secret");
    expect(theirs.calls).toEqual([]);
  });

  it("leaves the ledger empty, and a load gives the body each time", async () => {
    const skillset = await createSkillset(skills, { preload: ["a"] });
    expect(skillset.loaded()).toEqual([]);
    for (let time = 0; time < 3; time++) expect(await load(skillset, "a")).toContain("Do a.");
  });

  it("shows a skill that the model may not choose when it is the only one", async () => {
    const skillset = await createSkillset(fakeSkills({ id: "hidden", disableModelInvocation: true }), {
      preload: ["hidden"],
    });
    expect(skillset.prompt()).toContain("Do hidden.");
  });
});

describe("the budget for preloaded skills", () => {
  const sized = fakeSkills(
    { id: "big", body: "x".repeat(1_000) },
    { id: "other", body: "y".repeat(50) },
    { id: "small" },
  );
  const countTokens = (text: string): number => text.length;

  it("keeps them below it, and says which are left out", async () => {
    const skillset = await createSkillset(sized, { preload: ["small", "big"], budget: { preload: 300 }, countTokens });
    const active = skillset.prompt().split("### Active skills")[1] ?? "";
    expect(active).toContain("Do small.");
    expect(active).not.toContain("xxx");
    expect(skillset.prompt()).toContain('<skill name="big">');
    expect(skillset.diagnostics).toMatchObject([{ code: "catalog-truncated", id: "big" }]);
    expect(await load(skillset, "big")).toContain("xxx");
  });

  it("leaves room for smaller ones after one that does not fit", async () => {
    const skillset = await createSkillset(sized, {
      preload: ["big", "other", "small"],
      budget: { preload: 300 },
      countTokens,
    });
    expect(skillset.prompt()).toContain("Do small.");
    expect(skillset.prompt()).toContain("yyy");
  });

  it.each([0, -1])("of %i lets none in", async (preload) => {
    const skillset = await createSkillset(sized, { preload: ["small"], budget: { preload } });
    expect(skillset.prompt()).not.toContain("Active skills");
    expect(skillset.diagnostics).toHaveLength(1);
  });
});
