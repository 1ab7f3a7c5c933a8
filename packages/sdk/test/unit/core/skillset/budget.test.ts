import { beforeAll, describe, expect, it, vi } from "vitest";
import { estimateTokenCount } from "tokenx";
import {
  createSkillRegistry,
  createSkillset,
  type SkillRegistry,
  type Skillset,
  type TokenCounter,
} from "@tradecraft/sdk";
import { fakeSkills, load, toolNames, toolOf } from "./skillset-fixtures.ts";

const topics = ["invoices", "kubernetes", "poetry", "spreadsheets", "chemistry", "translation", "radio", "gardening"];
const many = Array.from({ length: 10_000 }, (_, at) => ({
  id: `skill-${at.toString(36)}-${topics[at % topics.length]}`,
  description: `Handles ${topics[at % topics.length]} of kind ${at}. Use it when somebody asks for case ${at * 7}.`,
  ...(at % 10 === 0 && { compatibility: `tool${at}` }),
}));

/** A counter that no estimate follows: words and signs, each one. */
const exact: TokenCounter = (text) => (text.match(/\w+|[^\s\w]/g) ?? []).length;

const left = (skillset: Skillset): number => Number(/(\d+) more skills are not listed/.exec(skillset.prompt())?.[1]);

describe("10,000 skills and 4,000 tokens", { timeout: 120_000 }, () => {
  let registry: SkillRegistry;
  beforeAll(async () => {
    registry = createSkillRegistry(fakeSkills(...many));
    await registry.match("warm");
  }, 120_000);

  const counters: [string, TokenCounter | undefined, TokenCounter][] = [
    ["the default", undefined, estimateTokenCount],
    ["an exact one", exact, exact],
    ["characters", (text) => text.length / 4, (text) => text.length / 4],
    ["one that is dear per call", (text) => 50 + text.length / 4, (text) => 50 + text.length / 4],
    [
      "one that is cheap per call",
      (text) => Math.max(0, text.length / 3 - 30),
      (text) => Math.max(0, text.length / 3 - 30),
    ],
  ];
  describe.each(["xml", "markdown", "json"] as const)("as %s", (format) => {
    it.each(counters)("fit by %s counter", async (_, countTokens, count) => {
      const skillset = await createSkillset(registry, {
        budget: 4_000,
        format,
        ...(countTokens !== undefined && { countTokens }),
      });
      const prompt = skillset.prompt();
      expect(count(prompt)).toBeLessThanOrEqual(4_000);
      // Room is used, and every description is whole.
      const shown = many.filter(({ description }) => prompt.includes(description)).length;
      expect(shown).toBeGreaterThan(20);
      expect(left(skillset)).toBe(10_000 - shown);
      expect(skillset.omitted).toBe(10_000 - shown);
      expect(skillset.diagnostics).toMatchObject([{ code: "catalog-truncated", severity: "warning" }]);
      expect(toolNames(skillset)).toEqual(["load_skill", "read_skill_file", "search_skills"]);
      expect(toolOf(skillset, "load_skill").inputSchema.properties["name"]).not.toHaveProperty("enum");
      expect(estimateTokenCount(JSON.stringify(skillset.tools))).toBeLessThan(1_000);
    });
  });

  it("leave every one to be found and loaded", async () => {
    const skillset = await createSkillset(registry, { budget: 4_000 });
    const search = toolOf(skillset, "search_skills");
    for (let at = 0; at < 10_000; at += 200) {
      const { id, description } = many[at] ?? { id: "", description: "" };
      expect(await search.execute({ query: id })).toContain(`<skill name="${id}"`);
      expect(await search.execute({ query: description })).toContain(`<skill name="${id}"`);
      expect(await load(skillset, id)).toContain(`Do ${id}.`);
    }
  });

  it("list what is pinned, then what fits the query", async () => {
    const pin = ["skill-7pr-invoices", "skill-10-spreadsheets"].filter((id) => many.some((skill) => skill.id === id));
    const some = [many[9_001]?.id ?? "", many[5_003]?.id ?? "", ...pin];
    const skillset = await createSkillset(registry, { budget: 4_000, pin: some, query: "gardening" });
    const prompt = skillset.prompt();
    for (const id of some) expect(prompt).toContain(`<skill name="${id}"`);
    const others = [...prompt.matchAll(/<skill name="([^"]+)"/g)]
      .map(([, id]) => id ?? "")
      .filter((id) => !some.includes(id));
    expect(others.length).toBeGreaterThan(20);
    expect(others.every((id) => id.endsWith("-gardening"))).toBe(true);
    const again = await createSkillset(registry, { budget: 4_000, pin: some.toReversed(), query: "gardening" });
    expect(again.prompt()).toBe(prompt);
  });

  it("list the lowest ids without a query, in order", async () => {
    const skillset = await createSkillset(registry, { budget: 1_000 });
    const ids = [...skillset.prompt().matchAll(/<skill name="([^"]+)"/g)].map(([, id]) => id);
    const sorted = many.map(({ id }) => id).sort();
    expect(ids).toEqual(sorted.slice(0, ids.length));
  });
});

describe("a budget", () => {
  const few = fakeSkills(
    { id: "a", description: "About a." },
    { id: "b", description: "About b." },
    { id: "c", description: "About c.", compatibility: "something that must be there" },
  );

  it.each([0, 1, 50, -1, -Infinity])("of %d lists nothing, and counts and finds everything", async (budget) => {
    const skillset = await createSkillset(few, { budget });
    expect(skillset.prompt()).not.toContain("About");
    expect(left(skillset)).toBe(3);
    expect(toolNames(skillset)).toContain("search_skills");
    expect(await toolOf(skillset, "search_skills").execute({ query: "about" })).toContain("About a.");
  });

  it("that everything fits into changes nothing", async () => {
    const whole = (await createSkillset(few)).prompt();
    for (const budget of [estimateTokenCount(whole), 10_000, Infinity]) {
      const skillset = await createSkillset(few, { budget });
      expect(skillset.prompt()).toBe(whole);
      expect(skillset.diagnostics).toEqual([]);
    }
    const tight = await createSkillset(few, { budget: estimateTokenCount(whole) - 1 });
    expect(tight.omitted).toBeGreaterThan(0);
  });

  it("counts the marks of preloaded skills too", async () => {
    const countTokens = (text: string): number => text.length;
    const whole = (await createSkillset(few)).prompt().length;
    for (let budget = whole - 40; budget <= whole + 60; budget += 1) {
      const skillset = await createSkillset(few, { budget, countTokens, preload: ["a", "b", "c"] });
      const [catalog = ""] = skillset.prompt().split("\n\n### Active skills");
      expect(catalog.length, `budget ${budget}`).toBeLessThanOrEqual(budget);
    }
  });

  it("is not spent by one skill with an endless description", async () => {
    const theirs = fakeSkills({ id: "a", description: "x ".repeat(20_000) }, { id: "b" }, { id: "c" });
    const skillset = await createSkillset(theirs, { budget: 1_000 });
    expect(skillset.prompt()).toContain("About b.");
    expect(skillset.prompt()).toContain("About c.");
    expect(skillset.prompt()).toContain("1 more skill is not listed");
  });

  it("that is exceeded is heard of by whoever listens from the start", async () => {
    const skillset = await createSkillset(few, { budget: 1 });
    const listener = vi.fn();
    skillset.on("catalog-truncated", listener);
    await new Promise((resolve) => void setTimeout(resolve, 0));
    expect(listener).toHaveBeenCalledWith({ listed: 0, omitted: 3, ids: ["a", "b", "c"] });
  });

  it("that is exceeded is heard of at a refresh", async () => {
    const skillset = await createSkillset(few, { budget: 1 });
    const listener = vi.fn();
    skillset.on("catalog-truncated", listener);
    await skillset.refresh();
    expect(listener).toHaveBeenLastCalledWith({ listed: 0, omitted: 3, ids: ["a", "b", "c"] });
  });
});
