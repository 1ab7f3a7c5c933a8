import { describe, expect, it } from "vitest";
import {
  createSkillRegistry,
  createSkillset,
  mergeSkillSources,
  renderSkillCatalog,
  type SkillSource,
  staticSkillSource,
} from "@tradecraft/sdk";
import { fakeSkills, load, randomNumbers, read, shuffled } from "./skillset-fixtures.ts";

const skills = Array.from({ length: 24 }, (_, at) => ({
  name: `${"zaqxswcde"[at % 9]}-skill-${at}`,
  description: `Does ${at} things. Use it for ${"things ".repeat(at % 5)}and <${at}>.`,
  ...(at % 4 === 0 && { compatibility: `tool ${at}` }),
  body: `# Skill ${at}\n`,
  resources: { "references/a.md": `File ${at}.` },
}));
const preload = [skills[3]?.name ?? "", skills[10]?.name ?? ""];

describe("the prompt", () => {
  it(
    "has the same bytes over 1,000 shuffles of skills, sources, layers and the order of options",
    { timeout: 120_000 },
    async () => {
      const random = randomNumbers(4);
      const prompts = new Set<string>();
      const fingerprints = new Set<string>();
      const tools = new Set<string>();
      for (let round = 0; round < 1_000; round++) {
        const mixed = shuffled(skills, random);
        const cut = Math.floor(random() * mixed.length);
        const layers: SkillSource[] = shuffled([mixed.slice(0, cut), mixed.slice(cut)], random).map((part) =>
          staticSkillSource(part),
        );
        const merged = mergeSkillSources(layers, { override: random() < 0.5 });
        const skillset = await createSkillset(round % 2 === 0 ? merged : createSkillRegistry(merged), {
          preload: shuffled(preload, random),
          budget: 600,
          pin: [skills[5]?.name ?? ""],
          query: "things",
        });
        prompts.add(skillset.prompt());
        fingerprints.add(skillset.fingerprint);
        tools.add(JSON.stringify(skillset.tools));
      }
      expect(prompts.size).toBe(1);
      expect(fingerprints.size).toBe(1);
      expect(tools.size).toBe(1);
      expect([...prompts][0]).toContain("not listed here");
    },
  );

  it.each(["xml", "markdown", "json"] as const)(
    "as %s stays as it is after everything that can happen",
    async (format) => {
      const source = fakeSkills(
        { id: "a", files: { "x.md": "X." } },
        { id: "b" },
        { id: "hidden", disableModelInvocation: true },
      );
      const skillset = await createSkillset(source, { format, preload: ["b"] });
      const [before, mark] = [skillset.prompt(), skillset.fingerprint];
      const same = (): void => {
        expect(skillset.prompt()).toBe(before);
        expect(skillset.fingerprint).toBe(mark);
      };
      for (const id of ["a", "a", "b", "hidden", "none"]) {
        await load(skillset, id);
        same();
      }
      await read(skillset, "a", "x.md");
      same();
      await skillset.activate("/hidden now");
      same();
      skillset.compacted();
      same();
      skillset.reinject();
      same();
      source.skills.push({ id: "c" });
      await load(skillset, "a", true);
      same();
    },
  );

  it("has another fingerprint whenever it is another", async () => {
    const marks = await Promise.all(
      [
        createSkillset([{ name: "a", description: "A." }]),
        createSkillset([{ name: "a", description: "B." }]),
        createSkillset([{ name: "a", description: "A.", compatibility: "x" }]),
        createSkillset([{ name: "a", description: "A." }], { preload: ["a"] }),
        createSkillset([{ name: "a", description: "A." }], { format: "markdown" }),
        createSkillset([{ name: "a", description: "A." }], { toolNames: "drover" }),
        createSkillset([]),
      ].map(async (made) => (await made).fingerprint),
    );
    expect(new Set(marks).size).toBe(marks.length);
  });

  it("does not depend on the bodies of skills that are not preloaded", async () => {
    const of = (body: string): Promise<string> =>
      createSkillset([{ name: "a", description: "A.", body }]).then((skillset) => skillset.prompt());
    expect(await of("One.")).toBe(await of("Two."));
  });

  it.each([[[]], [{}], [new Map()], [fakeSkills()]])(
    "is empty, and there are no tools, without skills",
    async (none) => {
      const skillset = await createSkillset(none);
      expect(skillset.prompt()).toBe("");
      expect(skillset.tools).toEqual([]);
      expect(skillset.omitted).toBe(0);
      expect(renderSkillCatalog([])).toBe("");
      expect(renderSkillCatalog([], { format: "json", budget: 1 })).toBe("");
    },
  );

  it("cannot be changed from outside", async () => {
    const skillset = await createSkillset([{ name: "a", description: "A." }]);
    expect(Object.isFrozen(skillset)).toBe(true);
    expect(Object.isFrozen(skillset.tools)).toBe(true);
    expect(skillset.tools.every((tool) => Object.isFrozen(tool))).toBe(true);
  });

  it("nor can the schemas of its tools and its list of skills", async () => {
    const skillset = await createSkillset([{ name: "a", description: "A." }]);
    const [tool] = skillset.tools;
    expect(Object.isFrozen(tool?.inputSchema)).toBe(true);
    expect(Object.isFrozen(tool?.inputSchema.properties["name"])).toBe(true);
    expect(Object.isFrozen(skillset.entries)).toBe(true);
  });
});
