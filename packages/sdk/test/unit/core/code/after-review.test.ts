import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import {
  applyStatePatch,
  configurableSkill,
  createSkillRegistry,
  createSkillset,
  type SkillDefinition,
  skillsetFromJSON,
  type StatePatch,
  type Toolset,
} from "@tradecraft/sdk";
import { callTool, delegate, runnerOf, skillOf, toolNamed, toolWith } from "./code-fixtures.ts";

const toolsetOf = (tools: readonly object[], call: Toolset["call"] = async () => "called"): Toolset => ({
  label: "theirs",
  list: async () => tools as never,
  call,
});

describe("a toolset of somebody else's", () => {
  it("cannot stop the program with a regular expression", { retry: 2 }, async () => {
    const word = { type: "string", pattern: "^(a+)+$" };
    const inputSchema = { type: "object", properties: { word, pattern: { type: "string" } }, required: ["word"] };
    const skillset = await createSkillset([skillOf("a", { toolsets: [toolsetOf([{ name: "x", inputSchema }])] })]);
    const began = performance.now();
    expect(await callTool(skillset, "a", "x", { word: `${"a".repeat(40)}!` })).toBe("called");
    expect(performance.now() - began).toBeLessThan(1000);
    expect(await callTool(skillset, "a", "x", { word: 5 })).toContain("/word");
    expect(await callTool(skillset, "a", "x", { word: "a", pattern: 5 })).toContain("/pattern");
  });

  it("cannot fill the conversation, nor give a sub-agent names that no provider takes", async () => {
    const inputSchema = { type: "object" };
    const big = { ...inputSchema, description: "d".repeat(100_000) };
    const toolset = toolsetOf([
      { name: 'bad name <"', description: "x".repeat(3_000_000), inputSchema },
      { name: "huge", inputSchema: big },
    ]);
    const skills = [skillOf("a", { toolsets: [toolset] })];
    const loaded = await toolNamed(await createSkillset(skills), "load_skill").execute({ name: "a" });
    expect(loaded.length).toBeLessThan(10_000);
    expect(loaded).toContain("huge");
    const runner = runnerOf(async ({ tools }) => tools[0]?.execute({}) ?? "");
    const skillset = await createSkillset(skills, { mode: "subagent", subagents: runner });
    expect(await delegate(skillset, "a")).toBe("called");
    expect(runner.requests[0]?.tools.map(({ name }) => name)).toEqual([expect.stringMatching(/^[\w-]{1,64}$/)]);
  });
});

describe("state", () => {
  it("of a skill that is not there now is written again as it was", async () => {
    const kept = skillOf("a", { state: { namespace: "a", schema: z.object({ n: z.number().default(0) }) } });
    const gone = skillOf("b", { state: { namespace: "b", schema: z.object({ n: z.number().default(7) }) } });
    const json = JSON.parse(JSON.stringify(await createSkillset([kept, gone]))) as never;
    const without = await skillsetFromJSON(json, createSkillRegistry([kept]));
    expect(without.toJSON().state).toEqual({ a: { n: 0 }, b: { n: 7 } });
    expect(without.diagnostics).toMatchObject([{ message: expect.stringContaining('"b"') as string }]);
    const again = await skillsetFromJSON(
      JSON.parse(JSON.stringify(without)) as never,
      createSkillRegistry([kept, gone]),
    );
    expect(again.state.snapshot()).toEqual({ a: { n: 0 }, b: { n: 7 } });
  });

  it("keeps properties in the order in which a tool wrote them", async () => {
    const skill = skillOf("a", {
      state: { namespace: "a", schema: z.looseObject({}), initial: { x: { second: 1 } } },
      tools: {
        put: toolWith(
          (_: unknown, { state }: { state: Record<string, unknown> }) => void (state["x"] = { first: 1, second: 2 }),
        ),
      },
    });
    const skillset = await createSkillset([skill]);
    await callTool(skillset, "a", "put");
    expect(JSON.stringify(skillset.state.snapshot())).toBe('{"a":{"x":{"first":1,"second":2}}}');
  });

  it("that another schema adds to is told as a patch", async () => {
    const schema = (more: object) => z.object({ n: z.number().default(0), ...more });
    const skill = configurableSkill(({ more = {}, namespace = "a" }: { more?: object; namespace?: string } = {}) =>
      skillOf("a", {
        state: { namespace, schema: schema(more) },
        tools: {
          add: toolWith(
            (_: unknown, { state }: { state: { n: number; list: number[] } }) => void state.list.push(++state.n),
          ),
        },
      }),
    );
    const skillset = await createSkillset([skill]);
    let client = skillset.state.snapshot();
    skillset.on("state-changed", ({ patch }: { patch: StatePatch }) => (client = applyStatePatch(client, patch)));
    await skill.reconfigure({ more: { list: z.array(z.number()).default([7]) } });
    await callTool(skillset, "a", "add");
    expect(client).toEqual({ a: { n: 1, list: [7, 1] } });
    await skill.reconfigure({ more: { list: z.array(z.number()).default([]) }, namespace: "b" });
    await callTool(skillset, "a", "add");
    expect(client).toEqual(skillset.state.snapshot());
    await skill.reconfigure({
      more: { list: z.array(z.number()).default([]), late: z.string().default("x") },
      namespace: "b",
    });
    expect((await skillset.refresh()).state.snapshot()).toEqual(client);
    expect(client).toMatchObject({ b: { late: "x" } });
  });
});

describe("calling off", () => {
  it("does not wait for ever for a teardown", async () => {
    vi.useFakeTimers();
    try {
      const skill = skillOf("a", {
        lifespan: { setup: () => 1, teardown: () => new Promise<void>(() => undefined) },
      });
      const runner = runnerOf(() => new Promise(() => undefined));
      const skillset = await createSkillset([skill], { mode: "subagent", subagents: runner });
      const controller = new AbortController();
      const tool = toolNamed(skillset, "execute_skill");
      const run = tool
        .execute({ skill: "a", request: "x" }, { signal: controller.signal })
        .catch((error: unknown) => error);
      await vi.waitFor(() => expect(runner.requests).toHaveLength(1));
      const reason = new Error("called off");
      controller.abort(reason);
      await vi.advanceTimersByTimeAsync(3000);
      expect(await run).toBe(reason);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("a definition", () => {
  it("whose fields are getters of a class keeps its tools", async () => {
    class Made {
      readonly name = "a";
      readonly description = "Does a.";
      readonly body = "Do a.";
      get tools(): NonNullable<SkillDefinition["tools"]> {
        return { f: { description: "F.", input: z.object({}), execute: () => "made" } };
      }
    }
    const skillset = await createSkillset([new Made()]);
    expect(await callTool(skillset, "a", "f")).toBe("made");
  });
});

describe("a registry", () => {
  it("does not answer with a listing that began before a skill was reconfigured", async () => {
    const skill = configurableSkill(({ hidden = false }: { hidden?: boolean } = {}) =>
      skillOf("a", { extra: { "disable-model-invocation": hidden } }),
    );
    const registry = createSkillRegistry([skill]);
    const before = registry.catalog();
    await skill.reconfigure({ hidden: true });
    expect((await registry.catalog())[0]?.disableModelInvocation).toBe(true);
    await before;
  });
});
