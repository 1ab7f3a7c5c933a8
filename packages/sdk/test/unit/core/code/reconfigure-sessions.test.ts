import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  configurableSkill,
  type ConfigurableSkill,
  createSkillRegistry,
  createSkillset,
  type Skillset,
} from "@tradecraft/sdk";
import { callTool, delegate, runnerOf, settle, skillOf, toolNamed, toolWith } from "./code-fixtures.ts";
import { wordSkill } from "./word-skill.ts";

describe("a session over a skill that is reconfigured", () => {
  const counter = (more: object = {}) => z.object({ n: z.number().default(0), ...more });
  function counting(name = "count", namespace = "shared"): ConfigurableSkill<{ more?: object; namespace?: string }> {
    return configurableSkill(
      ({ more = {}, namespace: space = namespace }: { more?: object; namespace?: string } = {}) =>
        skillOf(name, {
          state: { namespace: space, schema: counter(more) },
          tools: { add: toolWith((_: unknown, { state }: { state: { n: number } }) => (state.n += 1)) },
        }),
    );
  }

  it("keeps its state, which gains the defaults of the new schema", async () => {
    const skill = counting();
    const skillset = await createSkillset([skill], { mode: "direct" });
    await callTool(skillset, "count", "add");
    await skill.reconfigure({ more: { label: z.string().default("new") } });
    expect(await callTool(skillset, "count", "add")).toBe("2");
    expect(skillset.state.namespace("shared")).toEqual({ n: 2, label: "new" });
    expect(skillset.state.schemas["shared"]).toMatchObject({ properties: { label: { type: "string" } } });
  });

  it("shows the new schema at once, and restores by it", async () => {
    const skill = counting();
    const skillset = await createSkillset([skill], { mode: "direct" });
    await skill.reconfigure({ more: { label: z.string().default("new") } });
    expect(skillset.state.schemas["shared"]).toMatchObject({ properties: { label: { type: "string" } } });
    await skillset.state.restore({ shared: { n: 1, label: "mine" } });
    expect(skillset.state.namespace("shared")).toEqual({ n: 1, label: "mine" });
  });

  it("refuses its calls when the state no longer fits, with skill and field; other skills go on", async () => {
    const skill = counting();
    const skillset = await createSkillset([skill, counting("other", "own")], { mode: "direct" });
    await callTool(skillset, "count", "add");
    await skill.reconfigure({ more: { needed: z.string() } }).catch(() => undefined);
    const strict = configurableSkill(({ most = 100 }: { most?: number } = {}) =>
      skillOf("strict", {
        state: { namespace: "strict", schema: z.object({ n: z.number().max(most).default(0) }) },
        tools: { add: toolWith((_: unknown, { state }: { state: { n: number } }) => (state.n += 10)) },
      }),
    );
    const second = await createSkillset([strict, counting("other", "own")], { mode: "direct" });
    await callTool(second, "strict", "add");
    await strict.reconfigure({ most: 5 });
    expect(await callTool(second, "strict", "add")).toMatch(/"strict".*\/n/s);
    expect(second.state.namespace("strict")).toEqual({ n: 10 });
    expect(await callTool(second, "other", "add")).toBe("1");
    // It can be mended.
    await second.state.restore({ strict: { n: 1 } });
    expect(await callTool(second, "strict", "add")).toBe("11");
  });

  it("is refreshed although one state no longer fits: that skill is named, the others go on", async () => {
    const strict = configurableSkill(({ most = 100 }: { most?: number } = {}) =>
      skillOf("strict", {
        state: { namespace: "strict", schema: z.object({ n: z.number().max(most).default(0) }) },
        tools: { add: toolWith((_: unknown, { state }: { state: { n: number } }) => (state.n += 10)) },
      }),
    );
    const registry = createSkillRegistry([strict, counting("other", "own")]);
    const skillset = await createSkillset(registry, { mode: "direct" });
    await callTool(skillset, "strict", "add");
    await strict.reconfigure({ most: 5 });
    const again = await skillset.refresh();
    expect(again.diagnostics).toMatchObject([{ code: expect.stringMatching(/^state-/) as string, id: "strict" }]);
    expect(await callTool(again, "other", "add")).toBe("1");
  });

  it("does not let one skill change the schema of a namespace that another shares", async () => {
    const one = counting("one");
    const skillset = await createSkillset([one, counting("two")], { mode: "direct" });
    await callTool(skillset, "two", "add");
    await one.reconfigure({ more: { label: z.string().default("mine") } });
    expect(await callTool(skillset, "one", "add")).toMatch(/"one".*"two"|"two".*"one"/s);
    expect(await callTool(skillset, "two", "add")).toBe("2");
    expect(skillset.state.namespace("shared")).toEqual({ n: 2 });
    expect(skillset.state.schemas["shared"]).not.toHaveProperty("properties.label");
  });

  it("does not let a skill move into a namespace that another has with another schema", async () => {
    const one = counting("one", "first");
    const two = skillOf("two", {
      state: { namespace: "second", schema: z.object({ n: z.number().default(0), label: z.string().default("two") }) },
      tools: { look: toolWith((_: unknown, { state }: { state: unknown }) => JSON.stringify(state)) },
    });
    const skillset = await createSkillset([one, two], { mode: "direct" });
    await one.reconfigure({ namespace: "second" });
    expect(await callTool(skillset, "one", "add")).toMatch(/"second"/);
    expect(await callTool(skillset, "two", "look")).toBe('{"n":0,"label":"two"}');
  });

  it("moves into a namespace of its own", async () => {
    const one = counting("one", "first");
    const skillset = await createSkillset([one], { mode: "direct" });
    await callTool(skillset, "one", "add");
    await one.reconfigure({ namespace: "second" });
    expect(await callTool(skillset, "one", "add")).toBe("1");
    expect(skillset.state.namespace("second")).toEqual({ n: 1 });
    const again = await skillset.refresh();
    expect(again.state.namespace("second")).toEqual({ n: 1 });
  });

  it("has other unlocked tools once it is refreshed", async () => {
    const registry = createSkillRegistry([wordSkill()]);
    const skillset = await createSkillset(registry, { mode: "unlocked", loaded: ["words"] });
    expect(skillset.unlocked().map(({ name }) => name)).toEqual(["say_alpha"]);
    await (await registry.skill("words")).reconfigure({ word: "beta" });
    expect(await toolNamed(skillset, "say_alpha").execute({})).toMatch(/no tool "say_alpha"/);
    const again = await skillset.refresh();
    expect(again.unlockable.map(({ name }) => name)).toEqual(["say_beta"]);
    expect(await toolNamed(again, "say_beta").execute({})).toBe("beta");
  });

  it("gives sub-agents the new settings from the next run on", async () => {
    const runner = runnerOf(() => "ok");
    const registry = createSkillRegistry([wordSkill()]);
    const skillset: Skillset = await createSkillset(registry, { mode: "subagent", subagents: runner });
    await delegate(skillset, "words");
    await (await registry.skill("words")).reconfigure({ word: "beta" });
    await delegate(skillset, "words");
    const settings = runner.requests.map(({ model, thinking, requestLimit, forceFinalAnswer, tools, instructions }) => [
      model,
      thinking,
      requestLimit,
      forceFinalAnswer,
      tools[0]?.name,
      /Body with (\w+)/.exec(instructions)?.[1],
    ]);
    expect(settings).toEqual([
      ["model-alpha", true, 5, true, "say_alpha", "alpha"],
      ["model-beta", false, 4, false, "say_beta", "beta"],
    ]);
  });

  it("never mixes old and new in one call", async () => {
    const seen: string[] = [];
    const skill = configurableSkill(({ word = "alpha" }: { word?: string } = {}) =>
      skillOf("a", {
        deps: word,
        tools: {
          look: toolWith(async (_: unknown, { deps }: { deps: unknown }) => {
            await settle();
            seen.push(`${word}/${String(deps)}`);
          }),
        },
      }),
    );
    const skillset = await createSkillset([skill], { mode: "direct" });
    await Promise.all([
      callTool(skillset, "a", "look"),
      skill.reconfigure({ word: "beta" }),
      callTool(skillset, "a", "look"),
    ]);
    await callTool(skillset, "a", "look");
    expect(seen.every((each) => ["alpha/alpha", "beta/beta"].includes(each))).toBe(true);
    expect(seen.at(-1)).toBe("beta/beta");
  });

  it("shares the skill with other sessions, and no state", async () => {
    const skill = counting();
    const registry = createSkillRegistry([skill]);
    const [one, two] = await Promise.all([
      createSkillset(registry, { mode: "direct" }),
      createSkillset(registry, { mode: "direct" }),
    ]);
    await callTool(one as Skillset, "count", "add");
    await skill.reconfigure({ more: { label: z.string().default("x") } });
    await callTool(one as Skillset, "count", "add");
    expect(await callTool(two as Skillset, "count", "add")).toBe("1");
    expect(one?.state.namespace("shared")).toMatchObject({ n: 2 });
  });
});
