import { describe, expect, it, vi } from "vitest";
import {
  cacheSkillSource,
  configurableSkill,
  createSkillRegistry,
  createSkillset,
  filterSkillSource,
  isConfigurable,
  loadConfigurableSkill,
  mergeSkillSources,
  renameSkillSource,
  type SkillDefinition,
  SkillError,
  type SkillSource,
} from "@tradecraft/sdk";
import { callTool, settle, skillOf, toolNamed } from "./code-fixtures.ts";
import { type WordOptions, wordSkill } from "./word-skill.ts";

describe("a configurable skill", () => {
  it("replaces all that can change together, and keeps what it is", async () => {
    const skill = wordSkill();
    const before = { ...skill };
    await skill.reconfigure({ word: "beta" });
    expect(skill).toMatchObject({
      name: "words",
      description: "Description with alpha.",
      license: "alpha",
      metadata: { word: "alpha" },
      body: "Body with beta.",
      model: "model-beta",
      thinking: false,
      requestLimit: 4,
      forceFinalAnswer: false,
      deps: { word: "beta" },
      extras: { word: "beta" },
      allowedTools: ["say_beta"],
      revision: 1,
    });
    expect(Object.keys(skill.tools ?? {})).toEqual(["say_beta"]);
    expect(Object.keys(skill.resources ?? {})).toEqual(["beta.md"]);
    expect(skill.lifespan).not.toBe(before.lifespan);
    expect(skill.state).not.toBe(before.state);
  });

  it("loses what the new options leave out", async () => {
    const skill = wordSkill();
    await skill.reconfigure({ plain: true });
    for (const field of [
      "tools",
      "state",
      "model",
      "thinking",
      "requestLimit",
      "forceFinalAnswer",
      "lifespan",
      "deps",
      "extras",
      "resources",
      "allowedTools",
    ] as const) {
      expect(skill[field]).toBeUndefined();
    }
    expect(skill.body).toBe("Plain.");
  });

  it("goes back to its defaults without options", async () => {
    const skill = wordSkill();
    await skill.reconfigure({ word: "beta" });
    await skill.reconfigure();
    expect(skill.body).toBe("Body with alpha.");
    expect(skill.revision).toBe(2);
  });

  it.each<[string, WordOptions, RegExp]>([
    ["throws", { fail: true }, /the factory failed/],
    ["makes another skill", { name: "other" }, /"words".*"other"/],
  ])("stays as it was when the factory %s", async (_, options, says) => {
    const skill = wordSkill();
    await skill.reconfigure({ word: "beta" });
    const before = { ...skill };
    await expect(skill.reconfigure(options)).rejects.toThrow(says);
    expect({ ...skill }).toEqual(before);
    await skill.reconfigure({ word: "gamma" });
    expect(skill.body).toBe("Body with gamma.");
  });

  it("stays as it was when the factory makes something invalid", async () => {
    const skill = configurableSkill((options: { bad?: boolean } = {}) =>
      skillOf("a", options.bad === true ? { body: " " } : {}),
    );
    await expect(skill.reconfigure({ bad: true })).rejects.toMatchObject({
      code: "skill-invalid",
      facts: { field: "body" },
    });
    expect(skill.body).toBe("Do a.");
    expect(skill.revision).toBe(0);
  });

  it("is made again one after the other: the last one asked for holds", async () => {
    let running = 0;
    const skill = await loadConfigurableSkill(
      async (options: { word: string; wait: number } = { word: "first", wait: 0 }) => {
        running += 1;
        expect(running).toBe(1);
        await settle(options.wait);
        running -= 1;
        return skillOf("a", { body: options.word });
      },
    );
    await Promise.all([skill.reconfigure({ word: "slow", wait: 20 }), skill.reconfigure({ word: "fast", wait: 0 })]);
    expect(skill.body).toBe("fast");
    expect(skill.revision).toBe(2);
  });

  it("keeps files and folder that its factory gives", async () => {
    const files = { list: async () => [{ path: "x.md" }], read: async () => "X" };
    const skill = configurableSkill(() => skillOf("a", { files, directory: "/somewhere" }));
    expect(skill.files).toBe(files);
    expect(skill.directory).toBe("/somewhere");
    const registry = createSkillRegistry([skill]);
    expect(await registry.resource("a", "x.md")).toBe("X");
    expect(await registry.directory("a")).toBe("/somewhere");
  });

  it("cannot be changed by assignment", () => {
    const skill = wordSkill();
    expect(() => {
      (skill as { body: string }).body = "mine";
    }).toThrow(TypeError);
    expect(isConfigurable(skill)).toBe(true);
    expect(isConfigurable(skillOf("a"))).toBe(false);
  });

  it("that is invalid from the start is refused at once", async () => {
    expect(() => configurableSkill(() => skillOf("Bad Name"))).toThrow(SkillError);
    await expect(loadConfigurableSkill(async () => skillOf("a", { body: "" }))).rejects.toThrow(SkillError);
    expect(() => configurableSkill((async () => skillOf("a")) as never)).toThrow(/loadConfigurableSkill|promise/i);
  });
});

const onDisk = (): SkillSource => ({
  list: async () => [{ id: "disk", name: "disk", description: "On a disk." }],
  read: async () => "---\nname: disk\ndescription: On a disk.\n---\nDisk.",
});

describe("registry.skill(id)", () => {
  it("reconfigures, whatever stands between registry and skill", async () => {
    const decorate: Record<
      string,
      (source: readonly SkillDefinition[]) => [SkillSource | readonly SkillDefinition[], string]
    > = {
      "an array": (skills) => [skills, "words"],
      cache: (skills) => [cacheSkillSource(skills), "words"],
      "merge with a folder": (skills) => [mergeSkillSources([onDisk(), skills]), "words"],
      prefix: (skills) => [mergeSkillSources([{ source: skills, prefix: "team" }]), "team:words"],
      "filter by id": (skills) => [filterSkillSource(skills, ["words"]), "words"],
      "filter by predicate": (skills) => [filterSkillSource(skills, ({ id }) => id === "words"), "words"],
      "filter by predicate with a key": (skills) => [
        filterSkillSource(skills, ({ id }) => id === "words", { key: () => "" }),
        "words",
      ],
      rename: (skills) => [renameSkillSource(skills, { words: "my/words" }), "my/words"],
      "all of them": (skills) => [
        cacheSkillSource(
          mergeSkillSources([
            cacheSkillSource(onDisk()),
            {
              source: renameSkillSource(filterSkillSource(cacheSkillSource(skills), ["words"]), { words: "w" }),
              prefix: "p",
            },
          ]),
        ),
        "p:w",
      ],
    };
    for (const [what, wrap] of Object.entries(decorate)) {
      const [source, id] = wrap([wordSkill(), skillOf("other")]);
      const registry = createSkillRegistry(source as SkillSource);
      const skillset = await createSkillset(registry, { mode: "direct" });
      const query = (): Promise<string> => toolNamed(skillset, "query_skill").execute({ skill: id });
      expect(await query(), what).toContain("Body with alpha.");
      expect((await registry.trigger(id)).body.trim(), what).toBe("Body with alpha.");
      expect(
        (await registry.match("alpha")).map((match) => match.id),
        what,
      ).toContain(id);
      const entry = (await registry.catalog()).find((each) => each.id === id);
      expect(await callTool(skillset, id, "say_alpha"), what).toBe("alpha");

      const handle = await registry.skill(id);
      expect(handle.extras, what).toEqual({ word: "alpha" });
      await handle.reconfigure({ word: "omicron" });

      expect(handle.extras, what).toEqual({ word: "omicron" });
      expect((await registry.trigger(id)).body.trim(), what).toBe("Body with omicron.");
      expect((await registry.list()).find(({ name }) => name === "words")?.body.trim(), what).toBe(
        "Body with omicron.",
      );
      expect(await registry.files(id), what).toMatchObject([{ path: "omicron.md" }]);
      expect(await registry.resource(id, "omicron.md"), what).toBe("File with omicron.");
      await expect(registry.resource(id, "alpha.md"), what).rejects.toMatchObject({ code: "resource-missing" });
      expect(
        (await registry.match("omicron")).map((match) => match.id),
        what,
      ).toEqual([id]);
      const after = (await registry.catalog()).find((each) => each.id === id);
      expect(after, what).toMatchObject({ id, name: entry?.name, description: entry?.description });
      expect(await query(), what).toMatch(
        /has changed since it was loaded[\s\S]*Body with omicron\.[\s\S]*say_omicron/,
      );
      expect(await callTool(skillset, id, "say_omicron"), what).toBe("omicron");
      expect(await callTool(skillset, id, "say_alpha"), what).toMatch(/no tool "say_alpha"/);
    }
  });

  it.each([
    [
      "a definition without a factory",
      (): readonly SkillDefinition[] => [skillOf("plain")],
      "plain",
      /without a factory/,
    ],
    ["a text", () => ["---\nname: plain\ndescription: D.\n---\nB."] as never, "plain", /without code/],
    ["a folder", () => onDisk() as never, "disk", /without code/],
  ])("refuses for %s, and names it", async (_, source, id, says) => {
    const handle = await createSkillRegistry(source()).skill(id);
    await expect(handle.reconfigure({})).rejects.toMatchObject({ code: "not-configurable", facts: { skill: id } });
    await expect(handle.reconfigure()).rejects.toThrow(says);
    expect(handle.extras).toEqual({});
  });

  it("does not know what there is not", async () => {
    const registry = createSkillRegistry([skillOf("a")]);
    await expect(registry.skill("b")).rejects.toMatchObject({ code: "skill-unknown" });
    await expect(registry.skill("../a")).rejects.toMatchObject({ code: "path-refused" });
  });

  it("leaves everything as it was when the factory fails", async () => {
    const registry = createSkillRegistry([wordSkill(), skillOf("other")]);
    const skillset = await createSkillset(registry, { mode: "direct" });
    const before = [await registry.catalog(), (await registry.trigger("words")).raw, await registry.files("words")];
    await expect((await registry.skill("words")).reconfigure({ fail: true })).rejects.toThrow("the factory failed");
    expect([await registry.catalog(), (await registry.trigger("words")).raw, await registry.files("words")]).toEqual(
      before,
    );
    expect(await callTool(skillset, "words", "say_alpha")).toBe("alpha");
  });
});

describe("a cached source", () => {
  it("forgets what it read for a skill that is reconfigured, also what is on its way", async () => {
    let reads = 0;
    const skill = configurableSkill(({ word = "alpha" }: { word?: string } = {}) =>
      skillOf("a", {
        resources: {
          "x.md": async () => {
            reads += 1;
            await settle(10);
            return word;
          },
        },
      }),
    );
    const registry = createSkillRegistry(cacheSkillSource([skill]));
    const early = registry.resource("a", "x.md");
    await settle(3);
    await skill.reconfigure({ word: "beta" });
    expect(await registry.resource("a", "x.md")).toBe("beta");
    await early;
    expect(await registry.resource("a", "x.md")).toBe("beta");
    expect(reads).toBe(2);
  });

  it("does not ask again for skills that were not", async () => {
    const list = vi.fn(async () => onDisk().list());
    const registry = createSkillRegistry(cacheSkillSource({ ...onDisk(), list }));
    await registry.catalog();
    await registry.catalog();
    expect(list).toHaveBeenCalledOnce();
  });
});
