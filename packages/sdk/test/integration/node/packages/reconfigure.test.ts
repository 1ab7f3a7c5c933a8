import { describe, expect, it } from "vitest";
import { createSkillRegistry, mergeSkillSources } from "@tradecraft/sdk";
import { packageSkills } from "@tradecraft/sdk/node";
import { skillMd } from "../skill-tree.ts";
import { installed, project, skillModule } from "./package-project.ts";

const factory = `export default ({ unit = "metre", fail = false } = {}) => {
  if (fail) throw new Error("no such unit");
  return {
    name: "measure",
    description: "Measures things.",
    body: "Answer in " + unit + ".",
    resources: { ["units/" + unit + ".md"]: unit },
    extras: { unit },
  };
};`;

const files = {
  ...installed("fixed", "./s.js", { "s.js": skillModule("fixed") }),
  ...installed("folders", undefined, { "skills/in-folder/SKILL.md": skillMd("in-folder") }),
  ...installed("measures", "./s.js", { "s.js": factory }),
};

describe("a skill of a package", () => {
  it("that has a factory is reconfigured: text, files and extras together, everywhere", async () => {
    const source = packageSkills({ from: project(files) });
    const registry = createSkillRegistry(mergeSkillSources([[], source]));
    const before = await registry.skill("measure");
    expect((await registry.trigger("measure")).body).toBe("Answer in metre.");
    const generation = source.generation?.();

    await before.reconfigure({ unit: "furlong" });
    expect(source.generation?.()).not.toBe(generation);
    expect((await registry.trigger("measure")).body).toBe("Answer in furlong.");
    expect(await registry.resource("measure", "units/furlong.md")).toBe("furlong");
    await expect(registry.resource("measure", "units/metre.md")).rejects.toMatchObject({ code: "resource-missing" });
    expect((await registry.match("furlong"))[0]?.id).toBe("measure");
    expect((await registry.skill("measure")).extras).toEqual({ unit: "furlong" });
    expect(before.extras).toEqual({ unit: "furlong" });
    expect((await registry.skill("measure")).entry.location).toBe("measures@1.0.0/s.js");
    expect((await registry.definitions()).get("measure")).toBe(before.definition);
  });

  it("keeps what it was if its factory fails", async () => {
    const registry = createSkillRegistry(packageSkills({ from: project(files) }));
    const skill = await registry.skill("measure");
    await expect(skill.reconfigure({ fail: true })).rejects.toThrow("no such unit");
    expect((await registry.trigger("measure")).body).toBe("Answer in metre.");
  });

  it.each(["fixed", "in-folder"])("without a factory refuses: %s", async (id) => {
    const registry = createSkillRegistry(packageSkills({ from: project(files) }));
    const skill = await registry.skill(id);
    await expect(skill.reconfigure({})).rejects.toMatchObject({
      code: "not-configurable",
      message: expect.stringContaining(`"${id}"`),
    });
  });

  it("belongs to its source: another one's is not touched", async () => {
    const root = project(files);
    const [one, two] = [root, root].map((from) => createSkillRegistry(packageSkills({ from })));
    await (await one!.skill("measure")).reconfigure({ unit: "furlong" });
    expect((await two!.trigger("measure")).body).toBe("Answer in metre.");
  });
});
