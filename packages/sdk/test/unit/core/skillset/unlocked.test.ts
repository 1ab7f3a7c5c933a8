import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  createSkillset,
  renameSkillSource,
  runToolCall,
  type SkillDefinition,
  skillsetFromJSON,
  createSkillRegistry,
  type Skillset,
  staticSkillSource,
} from "@tradecraft/sdk";
import { listen, namesOf, skillOf, toolNamed, toolWith } from "../code/code-fixtures.ts";

const load = (skillset: Skillset, name: string): Promise<string> => toolNamed(skillset, "load_skill").execute({ name });
const unlockable = ({ unlockable: tools }: Skillset): string[] => tools.map(({ name }) => name);
const unlocked = (skillset: Skillset): string[] => skillset.unlocked().map(({ name }) => name);
const make = (skills: readonly SkillDefinition[], more: object = {}): Promise<Skillset> =>
  createSkillset(skills, { mode: "unlocked", ...more });

const acting = (name: string, ...tools: string[]): SkillDefinition =>
  skillOf(name, { tools: Object.fromEntries(tools.map((tool) => [tool, toolWith(() => `${name}.${tool}`)])) });

describe("unlocked tools", () => {
  it("join the agent's once the skill is loaded, and refuse before", async () => {
    const skillset = await make([acting("a", "one"), acting("b", "two")]);
    expect(unlockable(skillset)).toEqual(["one", "two"]);
    expect(unlocked(skillset)).toEqual([]);
    const heard = listen(skillset);
    expect(await toolNamed(skillset, "one").execute({})).toMatch(
      /"one" belongs to the skill "a"; load that first with load_skill/,
    );
    expect(namesOf(heard)).toEqual([]);
    expect(await load(skillset, "a")).toMatch(/call these tools now: one\./);
    expect(unlocked(skillset)).toEqual(["one"]);
    expect(await toolNamed(skillset, "one").execute({})).toBe("a.one");
    expect(await toolNamed(skillset, "two").execute({})).toMatch(/load that first/);
    expect(skillset.tools.map(({ name }) => name)).not.toContain("execute_skill_tool");
  });

  it("validate and coerce, and have the schema that the model needs", async () => {
    const tools = {
      add: {
        description: "Adds.",
        input: z.object({ n: z.coerce.number() }),
        execute: ({ n }: { n: number }) => n + 1,
      },
    };
    const skillset = await make([skillOf("a", { tools })], { preload: ["a"] });
    const add = toolNamed(skillset, "add");
    expect(add.inputSchema).toMatchObject({ type: "object", properties: { n: { type: "number" } }, required: ["n"] });
    expect(await add.execute({ n: "5" })).toBe("6");
    expect(await add.execute({ n: "x" })).toMatch(/"add" of the skill "a" was not called.*\/n/s);
  });

  it("are there from the start for a preloaded skill, an activated one, and one loaded in an earlier turn", async () => {
    const skills = [acting("a", "one"), acting("b", "two"), acting("c", "three"), acting("d", "four")];
    const skillset = await make(skills, { preload: ["a"], loaded: ["b", "unknown"] });
    expect(unlocked(skillset)).toEqual(["one", "two"]);
    await skillset.activate("/c now");
    expect(unlocked(skillset)).toEqual(["one", "two", "three"]);
    expect(skillset.prompt()).toMatch(/call these tools now: one\./);
  });

  it("stay after a compaction and after refresh()", async () => {
    const skillset = await make([acting("a", "one"), acting("b", "two")]);
    await load(skillset, "a");
    skillset.compacted();
    expect(unlocked(skillset)).toEqual(["one"]);
    const again = await skillset.refresh();
    expect(unlocked(again)).toEqual(["one"]);
    expect(await toolNamed(again, "one").execute({})).toBe("a.one");
  });

  it("of a skill that is not allowed do not exist", async () => {
    const skillset = await make([acting("a", "one"), acting("b", "two")], { allow: ["a"] });
    expect(unlockable(skillset)).toEqual(["one"]);
  });

  it("are answered by runToolCall like every other tool of the skillset", async () => {
    const skillset = await make([acting("a", "one")]);
    await load(skillset, "a");
    expect(await runToolCall({ ...skillset, tools: [...skillset.tools, ...skillset.unlocked()] }, "one", "{}")).toBe(
      "a.one",
    );
    expect(await runToolCall(skillset, "one", "{}")).toBe("a.one");
  });
});

describe("names of unlocked tools", () => {
  const valid = /^[a-zA-Z0-9_-]{1,64}$/;

  it("are the tool's own, and the skill's before it where two skills have one", async () => {
    const skillset = await make([acting("a", "run", "only"), acting("b", "run")]);
    expect(unlockable(skillset)).toEqual(["a__run", "only", "b__run"]);
    expect(await load(skillset, "a")).toMatch(/a__run, only/);
    await load(skillset, "b");
    expect(await toolNamed(skillset, "a__run").execute({})).toBe("a.run");
    expect(await toolNamed(skillset, "b__run").execute({})).toBe("b.run");
  });

  it("keep clear of the program's tools and of ours", async () => {
    const skillset = await make(
      [acting("a", "mine", "load_skill", "read_skill_file", "search_skills", "run_skill_script")],
      { otherTools: ["mine"] },
    );
    expect(unlockable(skillset)).toEqual([
      "a__mine",
      "a__load_skill",
      "a__read_skill_file",
      "a__search_skills",
      "a__run_skill_script",
    ]);
  });

  it("keep clear of one another when they look as if they were prefixed already", async () => {
    const skillset = await make([acting("a", "run", "b__run"), acting("b", "run"), acting("c", "a__run")], {
      otherTools: ["c__a__run"],
    });
    const names = unlockable(skillset);
    expect(new Set(names).size).toBe(4);
    expect(names).not.toContain("c__a__run");
    for (const id of ["a", "b", "c"]) await load(skillset, id);
    const answers = await Promise.all(skillset.unlocked().map((tool) => tool.execute({})));
    expect(answers.toSorted()).toEqual(["a.b__run", "a.run", "b.run", "c.a__run"]);
  });

  it("fit what providers take, for ids with ':' and '/', long ids and long names", async () => {
    const long = "x".repeat(64);
    const name = `skill-${"y".repeat(58)}`;
    const skills = [acting("a", "run", long), acting("b", "run", long), acting(name, "run", long)];
    const source = renameSkillSource(skills, { a: "team:sub/a", b: "team:sub:a", [name]: `team:${"z".repeat(200)}` });
    const skillset = await createSkillset(source, { mode: "unlocked" });
    const names = unlockable(skillset);
    expect(new Set(names).size).toBe(6);
    for (const each of names) expect(each).toMatch(valid);
    for (const { id } of skillset.entries) await load(skillset, id);
    const answers = await Promise.all(skillset.unlocked().map((tool) => tool.execute({})));
    expect(new Set(answers).size).toBe(6);
  });

  it("fit what providers take also where a toolset's do not", async () => {
    const names = ["files.read", "with blank", "mcp:list", "ü", "x".repeat(100), "a/b", "a b", "9lives", "", "<skill>"];
    const toolset = {
      list: async () => names.map((name) => ({ name, inputSchema: { type: "object" } })),
      call: async (name: string) => `called ${name}`,
    };
    const skillset = await make([skillOf("a", { toolsets: [toolset] })], { preload: ["a"] });
    for (const each of unlockable(skillset)) expect(each).toMatch(valid);
    expect(new Set(unlockable(skillset)).size).toBe(skillset.unlockable.length);
    const answers = await Promise.all(skillset.unlockable.map((tool) => tool.execute({})));
    expect(answers).toContain("called files.read");
  });

  it("do not depend on what is loaded first, and come back from JSON", async () => {
    const skills = [acting("a", "run"), acting("b", "run"), acting("c", "solo")];
    const one = await make(skills);
    await load(one, "b");
    const json = JSON.parse(JSON.stringify(one)) as never;
    const back = await skillsetFromJSON(json, createSkillRegistry(staticSkillSource(skills)));
    expect(back.mode).toBe("unlocked");
    expect(unlockable(back)).toEqual(unlockable(one));
    expect(unlocked(back)).toEqual(["b__run"]);
    expect(await toolNamed(back, "b__run").execute({})).toBe("b.run");
  });
});
