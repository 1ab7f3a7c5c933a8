// Sources and matchers are other people's code: what they give is looked at before it is used.

import { createSkillRegistry, SkillError, type SkillMatcher, type SkillSource } from "@tradecraft/sdk";
import { describe, expect, it } from "vitest";

const raw = "---\nname: a\ndescription: Does a.\n---\nBody.\n";

function source(over: Partial<Record<keyof SkillSource, unknown>> = {}): SkillSource {
  const list = async (): Promise<unknown> => [{ id: "a", name: "a", description: "Does a." }];
  return { label: "theirs", list, read: async () => raw, ...over } as SkillSource;
}

describe("entries", () => {
  it("are the registry's own, with nothing in them that is not known", async () => {
    const row = { id: "a", name: "a", description: "Does a.", raw, created_at: new Date(), tags: ["x"] };
    const registry = createSkillRegistry(source({ list: async () => [row] }));
    const [entry] = await registry.catalog();
    expect(entry).toEqual({ id: "a", name: "a", description: "Does a." });
    expect(Object.isFrozen(entry)).toBe(true);
  });

  it("do not change because a source makes new objects for them", async () => {
    const list = async (): Promise<unknown> => [{ id: "a", name: "a", description: "Does a.", tags: [new Date()] }];
    const registry = createSkillRegistry(source({ list }));
    const before = await registry.catalog();
    expect(await registry.refresh()).toBe(false);
    expect(await registry.catalog()).toBe(before);
  });

  it("do change when a source changes the object it gave", async () => {
    const row = { id: "a", name: "a", description: "Does a." };
    const registry = createSkillRegistry(source({ list: async () => [row] }));
    const [before] = await registry.catalog();
    row.description = "Does b.";
    expect(before?.description).toBe("Does a.");
    expect(await registry.refresh()).toBe(true);
    expect((await registry.catalog())[0]?.description).toBe("Does b.");
  });
});

describe("a source that keeps no promise", () => {
  it.each([null, undefined, "a", 1, {}])("lists %o: an error that names it", async (listed) => {
    const error: unknown = await createSkillRegistry(source({ list: async () => listed }))
      .catalog()
      .catch((reason: unknown) => reason);
    expect(SkillError.is(error, "source-unavailable")).toBe(true);
    expect(String(error)).toContain("theirs");
  });

  it.each([null, undefined, 1, new Uint8Array(3)])("reads %o: an error with a code", async (text) => {
    const registry = createSkillRegistry(source({ read: async () => text }));
    await expect(registry.trigger("a")).rejects.toMatchObject({ code: "file-not-text", facts: { id: "a" } });
  });

  it("throws what is nobody's business: it stays out of the diagnostics", async () => {
    const read = (): Promise<never> => Promise.reject(new Error("connect postgres://u:SECRET@h"));
    const registry = createSkillRegistry(source({ read }));
    expect(await registry.list()).toEqual([]);
    const found = await registry.diagnostics();
    expect(found.map(({ code, id }) => [code, id])).toEqual([["file-unreadable", "a"]]);
    expect(JSON.stringify(found)).not.toContain("SECRET");
  });
});

describe("a matcher that keeps no promise", () => {
  it("gets no more through than was asked for, each id once, each with a score", async () => {
    const given = [
      null,
      { id: "a", score: 0.9 },
      { id: "a", score: 0.8 },
      { id: "b", score: Number.NaN },
      { id: "../x", score: 1 },
    ];
    const matcher = { match: async () => given } as unknown as SkillMatcher;
    const skills = { a: raw, b: raw.replace("name: a", "name: b") };
    const registry = createSkillRegistry({ source: skills, matcher });
    expect(await registry.match("x")).toEqual([{ id: "a", score: 0.9 }]);
    expect(await registry.match("x", { topK: 0 })).toEqual([]);
  });
});

describe("what can be no registry", () => {
  it.each([undefined, null, "./skills", { source: "./skills" }, { source: undefined }])("%o", (input) => {
    const create = createSkillRegistry as (input: unknown) => unknown;
    expect(() => create(input)).toThrow(expect.objectContaining({ code: "options-invalid" }));
  });

  it("a query that is no text", async () => {
    const registry = createSkillRegistry([raw]);
    await expect(registry.match(undefined as unknown as string)).rejects.toThrow(TypeError);
  });
});
