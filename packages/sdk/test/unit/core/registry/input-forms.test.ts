import { describe, expect, it } from "vitest";
import { createSkillRegistry, type SkillRegistry, staticSkillSource } from "@tradecraft/sdk";

const text = (name: string): string => `---\nname: ${name}\ndescription: About ${name}.\n---\nBody.\n`;
const ids = async (registry: SkillRegistry): Promise<string[]> => (await registry.catalog()).map(({ id }) => id);

describe("createSkillRegistry takes", () => {
  it.each([
    ["an array of texts", [text("a"), text("b")]],
    [
      "an array of skills",
      [
        { name: "a", description: "A." },
        { name: "b", description: "B." },
      ],
    ],
    ["both in one array", [text("a"), { name: "b", description: "B." }]],
    ["a record", { a: text("x"), b: { name: "y", description: "Y." } }],
    [
      "a Map",
      new Map([
        ["a", text("x")],
        ["b", text("y")],
      ]),
    ],
    ["a source", staticSkillSource([text("a"), text("b")])],
    ["options with a source", { source: staticSkillSource([text("a"), text("b")]) }],
    ["options with an array", { source: [text("a"), text("b")] }],
    ["options with a record", { source: { a: text("x"), b: text("y") } }],
    [
      "options with a Map",
      {
        source: new Map([
          ["a", text("x")],
          ["b", text("y")],
        ]),
      },
    ],
  ])("%s", async (_, input) => {
    expect(await ids(createSkillRegistry(input))).toEqual(["a", "b"]);
  });

  it.each([
    ["an empty array", []],
    ["an empty record", {}],
    ["an empty Map", new Map<string, string>()],
    ["options with an empty array", { source: [] }],
    ["options with an empty record", { source: {} }],
  ])("%s", async (_, input) => {
    const registry = createSkillRegistry(input);
    expect(await ids(registry)).toEqual([]);
    expect(await registry.match("anything")).toEqual([]);
  });

  it("a record with a skill called source, as a text or in code", async () => {
    expect(await ids(createSkillRegistry({ source: text("x"), other: text("y") }))).toEqual(["other", "source"]);
    expect(await ids(createSkillRegistry({ source: { name: "x", description: "X." }, other: text("y") }))).toEqual([
      "other",
      "source",
    ]);
    expect(await ids(createSkillRegistry({ source: text("x") }))).toEqual(["source"]);
  });

  it("a record with skills called list and read", async () => {
    expect(await ids(createSkillRegistry({ list: text("x"), read: text("y") }))).toEqual(["list", "read"]);
  });

  it("options with a record that has a skill called description", async () => {
    expect(await ids(createSkillRegistry({ source: { description: text("x"), other: text("y") } }))).toEqual([
      "description",
      "other",
    ]);
  });

  it("a source that is an object of a class", async () => {
    class Mine {
      readonly #skills = new Map([["a", text("a")]]);
      async list(): Promise<{ id: string; name: string; description: string }[]> {
        return [...this.#skills.keys()].map((id) => ({ id, name: id, description: "D." }));
      }
      async read(id: string): Promise<string> {
        return this.#skills.get(id) ?? "";
      }
    }
    const registry = createSkillRegistry(new Mine());
    expect(await ids(registry)).toEqual(["a"]);
    expect((await registry.trigger("a")).name).toBe("a");
  });

  it("ids that no skill can have, and leaves them out", async () => {
    const registry = createSkillRegistry({ "../x": text("x"), constructor: text("y"), good: text("z") });
    expect(await ids(registry)).toEqual(["good"]);
    expect((await registry.diagnostics()).map(({ code }) => code)).toEqual(["entry-invalid", "entry-invalid"]);
  });
});
