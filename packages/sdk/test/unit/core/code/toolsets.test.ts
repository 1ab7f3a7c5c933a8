import { describe, expect, it, vi } from "vitest";
import {
  createSkillset,
  objectToolset,
  type Skillset,
  type SkillDefinition,
  type Toolset,
  type ToolsetTool,
} from "@tradecraft/sdk";
import { callTool, listen, namesOf, outcome, settle, skillOf, toolNamed, toolWith } from "./code-fixtures.ts";

const object = { type: "object", properties: {} };
const named = (...names: string[]): ToolsetTool[] =>
  names.map((name) => ({ name, description: `Does ${name}.`, inputSchema: object }));

/** A toolset that answers with what it was called with. */
function echo(tools: () => readonly ToolsetTool[] | Promise<readonly ToolsetTool[]>, label = "echo"): Toolset {
  return { label, list: async () => tools(), call: async (name, input) => ({ label, name, input }) };
}
const broken: Toolset = {
  label: "the broken one",
  list: () => Promise.reject(new Error("connection refused")),
  call: () => Promise.reject(new Error("down")),
};

const direct = (definition: Partial<SkillDefinition>, ...others: SkillDefinition[]): Promise<Skillset> =>
  createSkillset([skillOf("a", definition), ...others], { mode: "direct" });
const query = (skillset: Skillset, skill = "a"): Promise<string> =>
  toolNamed(skillset, "query_skill").execute({ skill });

describe("a toolset", () => {
  it("is not asked before a skill is", async () => {
    const list = vi.fn(async () => named("x"));
    const skillset = await direct({ toolsets: [{ list, call: async () => 1 }] });
    expect(list).not.toHaveBeenCalled();
    expect(await query(skillset)).toContain('<skill_tool name="x">Does x.');
    expect(list).toHaveBeenCalledOnce();
    await callTool(skillset, "a", "x");
    expect(list).toHaveBeenCalledOnce();
  });

  it("gets inputs that passed its JSON Schema, and answers with its result", async () => {
    const inputSchema = {
      type: "object",
      properties: { n: { type: "integer", minimum: 1 } },
      required: ["n"],
      additionalProperties: false,
    };
    const skillset = await direct({ toolsets: [echo(() => [{ name: "x", inputSchema }])] });
    expect(JSON.parse(await callTool(skillset, "a", "x", { n: 2 }))).toEqual({
      label: "echo",
      name: "x",
      input: { n: 2 },
    });
    for (const [args, says] of [
      [{ n: 0 }, /\/n/],
      [{}, /"n"/],
      [{ n: 1, m: 1 }, /"m"/],
      ["x", /JSON/],
    ] as const) {
      expect(await callTool(skillset, "a", "x", args)).toMatch(says);
    }
  });

  it("may be a plain table, and objectToolset of one", async () => {
    const table = { hello: { description: "Greets.", execute: ({ name }: { name: string }) => `hello ${name}` } };
    for (const toolset of [table, objectToolset(table)]) {
      const skillset = await direct({ toolsets: [toolset] });
      expect(await query(skillset)).toContain("Greets.");
      expect(await callTool(skillset, "a", "hello", { name: "you" })).toBe("hello you");
      expect(await callTool(skillset, "a", "toString")).toMatch(/no tool/);
    }
  });

  it("may be a table with tools called list and call", async () => {
    const skillset = await direct({
      toolsets: [{ list: { execute: () => "listed" }, call: { execute: () => "called" } }],
    });
    expect(await callTool(skillset, "a", "list")).toBe("listed");
    expect(await callTool(skillset, "a", "call")).toBe("called");
  });

  it("yields to the skill's own tools, and to toolsets before it", async () => {
    const skillset = await direct({
      tools: { x: toolWith(() => "own") },
      toolsets: [echo(() => named("x", "y"), "first"), echo(() => named("x", "y", "z"), "second")],
    });
    const text = await query(skillset);
    expect(text.match(/<skill_tool name="/g)).toHaveLength(3);
    expect(await callTool(skillset, "a", "x")).toBe("own");
    expect(await callTool(skillset, "a", "y")).toContain('"first"');
    expect(await callTool(skillset, "a", "z")).toContain('"second"');
  });

  it("may have other tools later: new ones can be called, and show when the skill is asked for again", async () => {
    let tools = named("x");
    const skillset = await direct({ toolsets: [echo(() => tools)] });
    await query(skillset);
    tools = named("x", "y");
    expect(await callTool(skillset, "a", "y")).toContain('"name":"y"');
    expect(await query(skillset)).toMatch(/has changed since it was loaded[\s\S]*name="y"/);
    tools = named("y");
    const text = await query(skillset);
    expect(text).not.toContain('name="x"');
    expect(await callTool(skillset, "a", "x")).toMatch(/no tool "x"/);
  });

  it("may change a tool's schema: the last one listed counts", async () => {
    let inputSchema: object = { type: "object", properties: { n: { type: "number" } }, required: ["n"] };
    const skillset = await direct({ toolsets: [echo(() => [{ name: "x", inputSchema: inputSchema as never }])] });
    await query(skillset);
    inputSchema = { type: "object", properties: { text: { type: "string" } }, required: ["text"] };
    await query(skillset);
    expect(await callTool(skillset, "a", "x", { n: 1 })).toMatch(/"text"/);
    expect(await callTool(skillset, "a", "x", { text: "t" })).toContain('"input":{"text":"t"}');
  });

  it("whose tool fails is a text and an event, and the next call works", async () => {
    let times = 0;
    const toolset: Toolset = {
      list: async () => named("x"),
      call: async () => {
        times += 1;
        if (times === 1) throw new Error("quota");
        return "ok";
      },
    };
    const skillset = await direct({ toolsets: [toolset] });
    const heard = listen(skillset);
    expect(await callTool(skillset, "a", "x")).toMatch(/"x" of the skill "a" failed: quota/);
    expect(namesOf(heard)).toEqual(["tool-start", "tool-end"]);
    expect(await callTool(skillset, "a", "x")).toBe("ok");
  });

  it("whose call throws at once is the same", async () => {
    const toolset: Toolset = {
      list: async () => named("x"),
      call: () => {
        throw new Error("sync");
      },
    };
    expect(await callTool(await direct({ toolsets: [toolset] }), "a", "x")).toMatch(/failed: sync/);
  });

  it("is left as it was: nothing of what it lists is frozen or changed", async () => {
    const inputSchema = { type: "object", properties: { n: { type: "number" } } };
    const tools = [{ name: "x", inputSchema }];
    const before = structuredClone(tools);
    const skills = [skillOf("a", { toolsets: [echo(() => tools)] })];
    for (const mode of ["direct", "unlocked"] as const) {
      const skillset = await createSkillset(skills, { mode });
      await skillset.tools[0]?.execute({ name: "a", skill: "a" });
    }
    expect(tools).toEqual(before);
    expect(Object.isFrozen(inputSchema.properties.n)).toBe(false);
    expect(() => {
      inputSchema.properties.n.type = "string";
    }).not.toThrow();
  });

  it("of one skill is not reached through another", async () => {
    const skillset = await direct(
      { toolsets: [echo(() => named("x"))] },
      skillOf("b", { tools: { y: toolWith(() => "y") } }),
    );
    expect(await callTool(skillset, "b", "x")).toMatch(/"b" has no tool "x"/);
  });

  it("that lists a tool which takes no object leaves it out, for calls too", async () => {
    const call = vi.fn(async () => 1);
    const skillset = await direct({
      toolsets: [{ list: async () => [{ name: "x", inputSchema: { type: "string" } }], call }],
    });
    expect(await query(skillset)).not.toContain('"x"');
    expect(await callTool(skillset, "a", "x", '"text"')).toMatch(/no tool "x"/);
    expect(call).not.toHaveBeenCalled();
  });
});

describe("a toolset that cannot be listed", () => {
  const own = { tools: { own: toolWith(() => "own") } };

  it("costs nobody the skill's own tools", async () => {
    const skillset = await direct({ ...own, toolsets: [broken] });
    expect(await callTool(skillset, "a", "own")).toBe("own");
  });

  it("costs nobody the tools of the toolset beside it", async () => {
    for (const toolsets of [
      [broken, echo(() => named("x"))],
      [echo(() => named("x")), broken],
    ]) {
      const skillset = await direct({ ...own, toolsets });
      expect(await callTool(skillset, "a", "x")).toContain('"name":"x"');
    }
  });

  it("costs nobody the instructions: they load, and say what is missing", async () => {
    const skillset = await direct({ ...own, toolsets: [broken, echo(() => named("x"))] });
    const text = await query(skillset);
    expect(text).toContain("Do a.");
    expect(text).toContain('name="own"');
    expect(text).toContain('name="x"');
  });

  it("is named when its tool is called", async () => {
    const skillset = await direct({ toolsets: [broken] });
    expect(await callTool(skillset, "a", "x")).toMatch(/"a".*the broken one/);
  });

  it("is asked again: it may be back", async () => {
    let down = true;
    const toolset: Toolset = {
      list: async () => {
        if (down) throw new Error("down");
        return named("x");
      },
      call: async () => "back",
    };
    const skillset = await direct({ toolsets: [toolset] });
    await query(skillset);
    down = false;
    expect(await query(skillset)).toContain('name="x"');
    expect(await callTool(skillset, "a", "x")).toBe("back");
  });

  it("leaves other skills alone when it is preloaded, in every mode", async () => {
    const skills = [skillOf("a", { ...own, toolsets: [broken] }), skillOf("b", own)];
    for (const mode of [undefined, "direct", "unlocked"] as const) {
      const made = await outcome(createSkillset(skills, { preload: ["a", "b"], ...(mode !== undefined && { mode }) }));
      expect(made).toHaveProperty("value");
      const { value } = made as { value: Skillset };
      expect(value.prompt()).toContain("Do b.");
    }
  });

  it("in mode unlocked costs its own tools, with a diagnostic, and the skill can be loaded", async () => {
    const skills = [
      skillOf("a", { ...own, toolsets: [broken, echo(() => named("x"))] }),
      skillOf("b", { tools: { other: toolWith(() => "other") } }),
    ];
    const skillset = await createSkillset(skills, { mode: "unlocked" });
    expect(skillset.unlockable.map(({ name }) => name)).toEqual(["own", "x", "other"]);
    expect(skillset.diagnostics).toMatchObject([
      { code: "toolset-unavailable", id: "a", message: expect.stringContaining("the broken one") as string },
    ]);
    expect(await toolNamed(skillset, "load_skill").execute({ name: "a" })).toContain("Do a.");
    expect(skillset.unlocked().map(({ name }) => name)).toEqual(["own", "x"]);
    expect(await toolNamed(skillset, "own").execute({})).toBe("own");
  });
});

const garbage: readonly [string, unknown][] = [
  ["nothing", undefined],
  ["null", null],
  ["a text", "x"],
  ["an object", {}],
  ["null as a tool", [null]],
  ["a tool without a name", [{ inputSchema: object }]],
  ["a tool without a schema", [{ name: "x" }]],
  ["a tool with null as schema", [{ name: "x", inputSchema: null }]],
  ["a tool with null as description", [{ name: "x", description: null, inputSchema: object }]],
  ["a tool with a number as name", [{ name: 5, inputSchema: object }]],
  ["a tool with an empty name", [{ name: "", inputSchema: object }]],
  [
    "a tool with a schema that contains itself",
    (() => {
      const schema: Record<string, unknown> = { type: "object", properties: {} };
      (schema["properties"] as Record<string, unknown>)["self"] = schema;
      return [{ name: "x", inputSchema: schema }];
    })(),
  ],
  [
    "a tool with a schema that is no JSON",
    [{ name: "x", inputSchema: { type: "object", properties: { n: { default: 5n } } } }],
  ],
  [
    "a schema with a bad pattern",
    [{ name: "x", inputSchema: { type: "object", properties: { n: { type: "string", pattern: "(" } } } }],
  ],
];

describe.each(garbage)("a toolset that lists %s", (_, listed) => {
  const toolset = { label: "odd", list: async () => listed as never, call: async () => "called" };
  const skills = [
    skillOf("a", { tools: { own: toolWith(() => "own") }, toolsets: [toolset] }),
    skillOf("b", { tools: { other: toolWith(() => "other") } }),
  ];

  it("does not keep anybody from making a skillset, nor from other skills", async () => {
    for (const mode of ["direct", "unlocked"] as const) {
      const made = await outcome(createSkillset(skills, { mode }));
      expect(made).toHaveProperty("value");
      const { value } = made as { value: Skillset };
      const load = value.tools[0];
      expect(await outcome(load?.execute({ name: "b", skill: "b" }) ?? settle())).toMatchObject({
        value: expect.stringContaining("Do b.") as string,
      });
      for (const { name } of value.unlockable) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
    }
  });

  it("is answered with texts, not with exceptions", async () => {
    const skillset = await createSkillset(skills, { mode: "direct" });
    expect(await outcome(query(skillset))).toMatchObject({ value: expect.any(String) as string });
    expect(await outcome(callTool(skillset, "a", "x"))).toMatchObject({ value: expect.any(String) as string });
    expect(await outcome(callTool(skillset, "a", "own"))).toEqual({ value: "own" });
  });
});

describe("a toolset that hangs", () => {
  const hanging: Toolset = { list: () => new Promise(() => undefined), call: () => new Promise(() => undefined) };
  const reason = new Error("called off");

  it.each(["direct", "unlocked"] as const)(
    "lets go of whoever gives up: loading and making in mode %s",
    async (mode) => {
      const controller = new AbortController();
      const { signal } = controller;
      setTimeout(() => controller.abort(reason), 5);
      const work =
        mode === "unlocked"
          ? createSkillset([skillOf("a", { toolsets: [hanging] })], { mode, signal })
          : toolNamed(await direct({ toolsets: [hanging] }), "query_skill").execute({ skill: "a" }, { signal });
      expect(await outcome(work)).toEqual({ error: reason });
    },
  );
});
