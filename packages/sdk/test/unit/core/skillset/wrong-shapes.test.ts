import { describe, expect, it } from "vitest";
import { createSkillset } from "../../../../src/core/skillset/create-skillset.ts";
import { skillsetFromJSON } from "../../../../src/core/skillset/skillset-from-json.ts";
import { createSkillRegistry } from "../../../../src/core/registry/create-skill-registry.ts";
import { SKILL_TOOL_PRESETS } from "../../../../src/core/skillset/tool-names.ts";

// What programs without types get wrong: each is told in words, with a code.

const skills = [{ name: "tea", description: "Makes tea. Use when somebody is thirsty.", body: "Boil water." }];
const create = createSkillset as (skills: unknown, options?: unknown) => Promise<unknown>;

describe("options of a skillset", () => {
  it.each<[unknown, string]>([
    [null, "its options must be an object, not null"],
    [["tea"], "its options must be an object"],
    [
      { toolNames: { load: "get_it" } },
      '`toolNames.load` must name the tool and each of its parameters, as {"name":"load_',
    ],
    [{ toolNames: { load: { name: "get_it" } } }, '"parameters":{"name":"name","reload":"reload"}}'],
    [{ toolNames: { load: { name: "get_it", parameters: { name: "id" } } } }, "`toolNames.load`"],
    [{ toolNames: { load_skill: "get_it" } }, 'has no tool "load_skill"; there are: load, read'],
    [{ toolNames: ["get_it"] }, "`toolNames` must be one of standard, drover"],
    [{ toolNames: "other" }, 'no tool names called "other"'],
    [{ allow: "tea" }, "`allow` must be an array of ids"],
    [{ allow: { tea: true } }, "`allow` must be an array of ids"],
    [{ allow: [5] }, "`allow` must be an array of ids"],
    [{ preload: "tea" }, "`preload` must be an array of texts, not a text"],
    [{ pin: 5 }, "`pin` must be an array of texts, not 5"],
    [{ loaded: "tea" }, "`loaded` must be an array of texts"],
    [{ budget: "400" }, "`budget` must be a number of tokens or { catalog, preload }, not a text"],
    [{ budget: { catalog: "400" } }, "`budget.catalog` must be a number of tokens"],
    [{ budget: { total: 400 } }, 'no part "total"; there are: catalog, preload'],
    [{ format: "yaml" }, '`format` must be "xml" or "markdown" or "json", not "yaml"'],
    [{ query: 5 }, "`query` must be a text"],
    [{ countTokens: 4 }, "`countTokens` must be a function"],
    [{ scripts: true, approve: () => true }, "`scripts` must be an object with run()"],
    [{ approve: true }, "`approve` must be a function that decides on a script, not true"],
    [{ approvals: {} }, "`approvals` must be an object with has() and add()"],
    [{ subagents: {} }, "`subagents` must be an object with run()"],
    [{ signatures: "require" }, "`signatures` must be an object"],
    [{ signatures: { mode: "require" } }, "signatures.verifier must be an object with verify()"],
    [{ otherTools: "search" }, "`otherTools` must be a list of names"],
    [{ otherTools: [{ name: "search" }] }, "`otherTools` must be a list of names"],
    [{ signal: 5 }, "`signal` must be"],
    [{ now: 5 }, "`now` must be a function"],
  ])("%j", async (options, words) => {
    const error: unknown = await create(skills, options).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "skillset-invalid", message: expect.stringContaining(words) as string });
  });

  it("names that are whole are used", async () => {
    const load = { name: "get_it", parameters: { name: "id", reload: "again" } };
    const { tools } = await createSkillset(skills, { toolNames: { load } });
    expect(tools[0]?.name).toBe("get_it");
    for (const toolNames of Object.values(SKILL_TOOL_PRESETS)) await createSkillset(skills, { toolNames });
  });

  it("with a skillset from JSON, too", async () => {
    const registry = createSkillRegistry(skills);
    const json = (await createSkillset(registry)).toJSON();
    const restored = skillsetFromJSON(json, registry, { approve: true } as never);
    await expect(restored).rejects.toMatchObject({ code: "skillset-invalid" });
    await expect(skillsetFromJSON(null as never, registry)).rejects.toMatchObject({ code: "skillset-invalid" });
  });
});

describe("what should be skills", () => {
  const source = { list: async () => [], read: async () => "" };
  it.each<[string, unknown, string]>([
    ["nothing", undefined, "skills must be a source, an array of skills, or skills by id, not undefined"],
    ["null", null, "not null"],
    ["a number", 5, "not 5"],
    ["a path", "./skills", "for a folder, give folderSkillSource(path)"],
    ["a path as a source", { source: "./skills" }, "for a folder, give folderSkillSource(path)"],
    ["a function", () => [], "not a function"],
    ["a promise's absence in a list", [null], "skill 1 must be a skill or the text of a SKILL.md, not null"],
    ["a list in a list", [skills], "skill 1 must be a skill"],
    ["numbers by id", { tea: 5 }, '"tea" must be a skill'],
    ["several sources", [source], "skill 1 is a source; for several, give mergeSkillSources"],
    ["another word for source", { sources: [source] }, '"sources" must be a skill'],
    ["no source", { source: undefined }, '"source" must be a skill'],
    ["null in a map", new Map([["tea", null]]), '"tea" must be a skill'],
  ])("%s", async (_, given, words) => {
    const message = expect.stringContaining(words) as string;
    const error: unknown = await create(given).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "skillset-invalid", message });
    expect(thrownBy(() => createSkillRegistry(given as never))).toMatchObject({ code: "options-invalid", message });
  });
});

describe("options of a registry", () => {
  it.each<[object, string]>([
    [{ matcher: {} }, "`matcher` must be an object with match()"],
    [{ matcher: () => [] }, "`matcher` must be an object with match()"],
    [{ matcher: "lexical" }, "`matcher` must be an object with match()"],
    [{ parseYaml: "yaml" }, "`parseYaml` must be a function"],
    [{ parseYaml: {} }, "`parseYaml` must be a function"],
    [{ index: "folder" }, "`index` must be true or false"],
    [{ index: { folder: "x" } }, "`index` must be true or false"],
    [{ signatures: "require" }, "`signatures` must be an object"],
    [{ signatures: null }, "`signatures` must be an object"],
    [{ signatures: [] }, "`signatures` must be an object"],
  ])("%j", (options, words) => {
    const error = thrownBy(() => createSkillRegistry({ source: skills, ...options } as never));
    expect(error).toMatchObject({ code: "options-invalid", message: expect.stringContaining(words) as string });
  });
});

function thrownBy(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}
