import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  configurableSkill,
  createSkillRegistry,
  createSkillset,
  filterSkillSource,
  mergeSkillSources,
  renameSkillSource,
  type SkillDefinition,
  type SkillSource,
  staticSkillSource,
} from "@tradecraft/sdk";
import { callTool, skillOf, toolNamed, toolWith } from "./code-fixtures.ts";

const acting = (name: string, answer = name): SkillDefinition =>
  skillOf(name, { tools: { act: toolWith(() => answer) } });

describe("the texts of a definition", () => {
  const texts = [
    "plain",
    "with: colon",
    "# hash",
    "- item",
    "'quotes' and \"quotes\"",
    "{ flow: [x] }",
    "true",
    "null",
    "5",
    "ä 😀",
    "a --- b",
    "%directive",
    "&anchor *alias !tag",
    "trailing colon:",
    "back\\slash",
    "tab\tinside",
  ];

  it.each(texts)("come through a registry as they are: %j", async (text) => {
    const definition = skillOf("a", {
      description: text,
      license: text,
      compatibility: text,
      metadata: { note: text },
    });
    const registry = createSkillRegistry([definition]);
    expect(await registry.catalog()).toMatchObject([{ id: "a", name: "a", description: text, compatibility: text }]);
    expect(await registry.trigger("a")).toMatchObject({
      description: text,
      license: text,
      compatibility: text,
      metadata: { note: text },
    });
  });

  it.each([
    "---\nname: evil\n---\nBody",
    "\n\nBody",
    "# Title\n\n---\n\ntext",
    "Body\n",
    "```\n---\n```",
    "\ufeffBody",
  ])("come through as a body: %j", async (body) => {
    const registry = createSkillRegistry([skillOf("a", { body })]);
    const manifest = await registry.trigger("a");
    expect(manifest.name).toBe("a");
    expect(manifest.body.trim()).toBe(body.trim());
  });

  it("keep allowedTools", async () => {
    const allowedTools = ["Read", "Bash(git:*)", "act"];
    const registry = createSkillRegistry([skillOf("a", { allowedTools })]);
    expect((await registry.trigger("a")).allowedTools).toEqual(allowedTools);
  });

  it("never hold what is not for the model", async () => {
    const definition = skillOf("a", {
      extras: { x: "EXTRAS" },
      deps: "DEPS",
      model: "MODEL",
      tools: { act: toolWith(() => 1) },
    });
    const registry = createSkillRegistry([definition]);
    expect((await registry.trigger("a")).raw).not.toMatch(/EXTRAS|DEPS|MODEL/);
    expect((await registry.skill("a")).extras).toEqual({ x: "EXTRAS" });
    expect((await registry.skill("a")).definition).toBe(definition);
  });
});

describe("what a source hides", () => {
  it("has no code either", async () => {
    for (const source of [
      filterSkillSource([acting("a"), acting("b")], ["a"]),
      filterSkillSource([acting("a"), acting("b")], ({ id }) => id === "a"),
    ]) {
      const registry = createSkillRegistry(source);
      expect([...(await registry.definitions()).keys()]).toEqual(["a"]);
      await expect(registry.skill("b")).rejects.toMatchObject({ code: "skill-unknown" });
      const skillset = await createSkillset(registry, { mode: "direct" });
      expect(await callTool(skillset, "b", "act")).toMatch(/There is no skill "b"/);
    }
  });

  it("under another name is not known by the old one", async () => {
    const registry = createSkillRegistry(renameSkillSource([acting("a")], { a: "b" }));
    expect([...(await registry.definitions()).keys()]).toEqual(["b"]);
    await expect(registry.skill("a")).rejects.toMatchObject({ code: "skill-unknown" });
  });

  it("follows a predicate that changes its mind", async () => {
    let open = true;
    const source = filterSkillSource([acting("a")], () => open);
    expect([...((await source.definitions?.()) ?? []).keys()]).toEqual(["a"]);
    open = false;
    expect([...((await source.definitions?.()) ?? []).keys()]).toEqual([]);
  });

  it("to an agent cannot be called: what is not allowed, and what only a person may choose", async () => {
    const forPeople = skillOf("people", {
      extra: { "disable-model-invocation": true },
      tools: { act: toolWith(() => "people") },
    });
    const skillset = await createSkillset([acting("a"), acting("b"), forPeople], {
      mode: "direct",
      allow: ["a", "people"],
    });
    expect(await callTool(skillset, "b", "act")).toMatch(/There is no skill "b"/);
    expect(await callTool(skillset, "people", "act")).toMatch(/There is no skill "people"/);
    await skillset.activate("/people now");
    expect(await callTool(skillset, "people", "act")).toBe("people");
  });

  it("follows the layer that wins", async () => {
    const layers = [[acting("a", "first")], [acting("a", "second")]];
    for (const [override, answer] of [
      [false, "first"],
      [true, "second"],
    ] as const) {
      const skillset = await createSkillset(mergeSkillSources(layers, { override }), { mode: "direct" });
      expect(await callTool(skillset, "a", "act")).toBe(answer);
    }
  });
});

describe("ids", () => {
  it.each(["team:a", "my/a", "a&b", "a'b", "ä"])("with special characters work in calls: %s", async (id) => {
    const skillset = await createSkillset(renameSkillSource([acting("a")], { a: id }), { mode: "direct" });
    expect(await callTool(skillset, id, "act")).toBe("a");
    const text = await toolNamed(skillset, "query_skill").execute({ skill: id });
    const [, shown = ""] = /<skill name="([^"]*)"/.exec(text) ?? [];
    expect(await callTool(skillset, shown, "act")).toBe("a");
  });

  it("of two skills with one name: the first counts, and that is said", async () => {
    const registry = createSkillRegistry([acting("a", "first"), acting("a", "second")]);
    expect(await registry.diagnostics()).toMatchObject([{ code: "skill-shadowed", id: "a" }]);
    expect(await callTool(await createSkillset(registry, { mode: "direct" }), "a", "act")).toBe("first");
  });
});

describe("a session", () => {
  it("gives programs no way around the tools to its state", async () => {
    const skillset = await createSkillset([
      skillOf("a", { state: { namespace: "n", schema: z.object({ list: z.array(z.number()).default([]) }) } }),
    ]);
    expect(Object.keys(skillset.state).sort()).toEqual(["namespace", "restore", "schemas", "snapshot"]);
    expect(() => (skillset.state.namespace("n") as { list: number[] }).list.push(1)).toThrow(TypeError);
    expect(Object.isFrozen(skillset.state.snapshot())).toBe(true);
  });

  it("keeps its prompt and its tools when a skill is reconfigured", async () => {
    const skill = configurableSkill(({ word = "alpha" }: { word?: string } = {}) => skillOf("a", { body: word }));
    const skillset = await createSkillset([skill], { preload: ["a"] });
    const before = [skillset.prompt(), skillset.fingerprint, skillset.tools];
    await skill.reconfigure({ word: "beta" });
    expect([skillset.prompt(), skillset.fingerprint, skillset.tools]).toEqual(before);
    expect((await skillset.refresh()).prompt()).toContain("beta");
  });

  it("does not lose a namespace to a skill that came later", async () => {
    const counting = (name: string, more: object = {}): SkillDefinition =>
      skillOf(name, {
        state: { namespace: "n", schema: z.object({ count: z.number().default(0), ...more }) },
        tools: { add: toolWith((_: unknown, { state }: { state: { count: number } }) => (state.count += 1)) },
      });
    const skills = [counting("old")];
    const source: SkillSource = {
      list: (options) => staticSkillSource(skills).list(options),
      read: (id, options) => staticSkillSource(skills).read(id, options),
      definitions: async () => new Map(skills.map((skill) => [skill.name, skill])),
    };
    const skillset = await createSkillset(source, { mode: "direct" });
    await callTool(skillset, "old", "add");
    skills.unshift(counting("a-newcomer", { other: z.string().default("") }));
    const again = await skillset.refresh();
    expect(again.entries.map(({ id }) => id)).toEqual(["old"]);
    expect(await callTool(again, "old", "add")).toBe("2");
  });

  it("takes a recursive schema, with its definitions", async () => {
    const tree: z.ZodType = z.object({
      name: z.string(),
      get children() {
        return z.array(tree).optional();
      },
    });
    const skillset = await createSkillset(
      [skillOf("a", { tools: { plant: { description: "P.", input: tree, execute: (input: unknown) => input } } })],
      { mode: "unlocked", preload: ["a"] },
    );
    const plant = toolNamed(skillset, "plant");
    expect(JSON.stringify(plant.inputSchema)).toMatch(/\$ref/);
    expect(await plant.execute({ name: "a", children: [{ name: "b" }] })).toBe(
      '{"name":"a","children":[{"name":"b"}]}',
    );
    expect(await plant.execute({ name: "a", children: [{ name: 5 }] })).toContain("/children/0/name");
  });

  it("suggests a toolset's tools, too, for a slip", async () => {
    const toolset = {
      list: async () => [{ name: "search_files", inputSchema: { type: "object" } }],
      call: async () => 1,
    };
    const skillset = await createSkillset([skillOf("a", { toolsets: [toolset] })], { mode: "direct" });
    expect(await callTool(skillset, "a", "search_file")).toContain("search_files");
  });
});
