import {
  type AgentDefinition,
  configurableSkill,
  type ConfigurableSkill,
  createSkillRegistry,
  createSkillset,
  defineAgent,
  defineSkill,
  mergeSkillSources,
  objectToolset,
  type SkillDefinition,
  type Skillset,
  type SkillState,
  type StaticSkills,
  type SubagentRunner,
  type Toolset,
} from "@tradecraft/sdk";
import { type } from "arktype";
import * as v from "valibot";
import { describe, expectTypeOf, it } from "vitest";
import { z } from "zod";

const text = { name: "a", description: "D.", body: "B." };
const counter = z.object({ count: z.number().default(0), tags: z.array(z.string()).default([]) });

describe("defineSkill", () => {
  it("infers input, state and deps in each tool", () => {
    defineSkill({
      ...text,
      state: { namespace: "n", schema: counter, initial: { count: 1 } },
      deps: { db: "url" },
      tools: {
        add: {
          description: "Adds.",
          input: z.object({ by: z.coerce.number(), note: z.string().default("") }),
          execute: (input, ctx) => {
            expectTypeOf(input).toEqualTypeOf<{ by: number; note: string }>();
            expectTypeOf(ctx.state).toEqualTypeOf<{ count: number; tags: string[] }>();
            expectTypeOf(ctx.deps).toEqualTypeOf<{ db: string }>();
            expectTypeOf(ctx.signal).toEqualTypeOf<AbortSignal>();
            expectTypeOf(ctx.callId).toEqualTypeOf<string>();
            ctx.state.count += input.by;
            ctx.update((state) => void state.tags.push(input.note));
            ctx.emit({ name: "added", value: input });
            // @ts-expect-error no such field
            ctx.state.total = 1;
            // @ts-expect-error a number
            ctx.state.count = "x";
            // @ts-expect-error no such input
            return input.missing as unknown;
          },
        },
        list: {
          description: "Lists.",
          input: z.object({ most: z.number().optional() }),
          concurrent: true,
          async execute({ most }, { state }) {
            expectTypeOf(most).toEqualTypeOf<number | undefined>();
            return state.tags.slice(0, most);
          },
        },
      },
    });
  });

  it("infers from valibot and arktype too", () => {
    defineSkill({
      ...text,
      state: { namespace: "n", schema: v.object({ n: v.optional(v.number(), 0) }), jsonSchema: { type: "object" } },
      tools: {
        valibot: {
          description: "V.",
          input: v.object({ a: v.string() }),
          inputJsonSchema: { type: "object" },
          execute: (input, { state }) => {
            expectTypeOf(input).toEqualTypeOf<{ a: string }>();
            expectTypeOf(state).toEqualTypeOf<{ n: number }>();
          },
        },
        arktype: {
          description: "A.",
          input: type({ a: "string.numeric.parse" }),
          execute: (input) => expectTypeOf(input).toEqualTypeOf<{ a: number }>(),
        },
      },
    });
  });

  it("gives tools what the lifespan sets up in place of deps", () => {
    defineSkill({
      ...text,
      deps: { url: "x" },
      lifespan: {
        setup: async ({ deps }) => {
          expectTypeOf(deps).toEqualTypeOf<{ url: string }>();
          return { connection: 1 };
        },
        teardown: (live) => {
          expectTypeOf(live).toEqualTypeOf<{ connection: number }>();
        },
      },
      tools: {
        act: {
          description: "A.",
          input: z.object({}),
          execute: (_input, ctx) => expectTypeOf(ctx.deps).toEqualTypeOf<{ connection: number }>(),
        },
      },
    });
  });

  it("gives tools what a function under deps returns", () => {
    defineSkill({
      ...text,
      deps: () => ({ db: 1 }),
      tools: {
        act: {
          description: "A.",
          input: z.object({}),
          execute: (_, { deps }) => expectTypeOf(deps).toEqualTypeOf<{ db: number }>(),
        },
      },
    });
  });

  it("gives tools what an async function under deps resolves to", () => {
    defineSkill({
      ...text,
      deps: async () => ({ db: 1 }),
      tools: {
        act: {
          description: "A.",
          input: z.object({}),
          execute: (_, { deps }) => expectTypeOf(deps).toEqualTypeOf<{ db: number }>(),
        },
      },
    });
  });

  it("has undefined for a state and deps that there are not", () => {
    defineSkill({
      ...text,
      tools: {
        act: {
          description: "A.",
          input: z.object({}),
          execute: (_, ctx) => {
            expectTypeOf(ctx.state).toEqualTypeOf<undefined>();
            expectTypeOf(ctx.deps).toEqualTypeOf<undefined>();
          },
        },
      },
    });
  });

  it("refuses what cannot be", () => {
    // @ts-expect-error no body
    defineSkill({ name: "a", description: "D." });
    // @ts-expect-error unknown key
    defineSkill({ ...text, instructions: "x" });
    // @ts-expect-error not a Standard Schema
    defineSkill({ ...text, tools: { act: { description: "A.", input: { type: "object" }, execute: () => 1 } } });
    // @ts-expect-error no description
    defineSkill({ ...text, tools: { act: { input: z.object({}), execute: () => 1 } } });
    // @ts-expect-error an initial that does not fit
    defineSkill({ ...text, state: { namespace: "n", schema: counter, initial: { count: "x" } } });
    // @ts-expect-error no such effort
    defineSkill({ ...text, thinking: "much" });
    // @ts-expect-error a number
    defineSkill({ ...text, requestLimit: "5" });
    // @ts-expect-error texts only
    defineSkill({ ...text, metadata: { a: 1 } });
    // @ts-expect-error content, or a function that brings it
    defineSkill({ ...text, resources: { "a.md": 5 } });
    // @ts-expect-error a lifespan needs setup
    defineSkill({ ...text, lifespan: { teardown: () => undefined } });
  });

  it("returns what it was given: names of tools, types of extras", () => {
    const skill = defineSkill({
      ...text,
      extras: { icon: "x", render: (n: number) => String(n) },
      tools: { act: { description: "A.", input: z.object({ n: z.number() }), execute: ({ n }) => n } },
    });
    expectTypeOf(skill.extras.icon).toEqualTypeOf<string>();
    expectTypeOf(skill.extras.render).returns.toEqualTypeOf<string>();
    expectTypeOf(skill.tools.act.description).toEqualTypeOf<string>();
    expectTypeOf(skill.name).toEqualTypeOf<string>();
    // @ts-expect-error there is no such tool
    void skill.tools.other;
  });
});

describe("definitions", () => {
  const typed = defineSkill({
    ...text,
    state: { namespace: "n", schema: counter },
    deps: { db: 1 },
    lifespan: { setup: () => ({ live: 1 }) },
    tools: {
      act: { description: "A.", input: z.object({ n: z.number() }), execute: ({ n }, { state }) => state.count + n },
    },
  });
  const plain = defineSkill(text);
  const configurable = configurableSkill((options: { word?: string } = {}) =>
    defineSkill({ ...text, body: options.word ?? "x" }),
  );

  it("of every kind fit into one list, and a list stands wherever a source does", () => {
    const list: SkillDefinition[] = [typed, plain, configurable];
    expectTypeOf(typed).toExtend<SkillDefinition>();
    expectTypeOf(configurable).toExtend<SkillDefinition>();
    expectTypeOf(list).toExtend<StaticSkills>();
    createSkillRegistry(list);
    createSkillRegistry([typed, plain, configurable]);
    createSkillRegistry({ source: [typed] });
    void createSkillset([typed, plain]);
    mergeSkillSources([[typed], { source: [plain], prefix: "p" }]);
    defineAgent({ name: "x", skills: [typed, plain, configurable], preloadSkills: ["a"] });
  });

  it("with a factory take its options, and no others", () => {
    expectTypeOf(configurable).toEqualTypeOf<ConfigurableSkill<{ word?: string }>>();
    void configurable.reconfigure({ word: "x" });
    void configurable.reconfigure();
    // @ts-expect-error no such option
    void configurable.reconfigure({ wrod: "x" });
    // @ts-expect-error read-only
    configurable.body = "x";
  });
});

describe("the rest", () => {
  it("an agent keeps the types of its tools", () => {
    const agent = defineAgent({ name: "x", tools: { act: { run: (): number => 5 } } });
    expectTypeOf(agent.tools.act.run).returns.toEqualTypeOf<number>();
    expectTypeOf(agent).toExtend<AgentDefinition>();
    // @ts-expect-error no such mode
    defineAgent({ name: "x", mode: "sub" });
  });

  it("an agent with a key that there is not is refused", () => {
    // @ts-expect-error no such key
    defineAgent({ name: "x", skill: [] });
  });

  it("ports are small", () => {
    expectTypeOf(objectToolset({ a: { execute: ({ n }: { n: number }) => n } })).toEqualTypeOf<Toolset>();
    expectTypeOf<Skillset["state"]>().toEqualTypeOf<SkillState>();
    const runner: SubagentRunner = {
      run: async ({ instructions, request, tools, requestLimit, forceFinalAnswer, signal, model }) => {
        expectTypeOf(instructions).toEqualTypeOf<string>();
        expectTypeOf(requestLimit).toEqualTypeOf<number>();
        expectTypeOf(forceFinalAnswer).toEqualTypeOf<boolean>();
        expectTypeOf(model).toEqualTypeOf<string | object | undefined>();
        return { text: request, requests: tools.length, forced: signal.aborted };
      },
    };
    void createSkillset([text], { mode: "subagent", subagents: runner });
  });
});
