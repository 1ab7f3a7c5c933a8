import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createSkillset, type Skillset } from "@tradecraft/sdk";
import { callTool, handMade, listen, namesOf, skillOf, toolNamed, toolWith } from "./code-fixtures.ts";

const strict = z.strictObject({ n: z.coerce.number().int(), tags: z.array(z.string()).default([]) });

async function direct(input: z.ZodType = strict): Promise<{ skillset: Skillset; seen: unknown[] }> {
  const seen: unknown[] = [];
  const take = { description: "Takes it.", input, execute: (given: unknown) => void seen.push(given) };
  const skillset = await createSkillset([skillOf("a", { tools: { take } }), skillOf("b")], { mode: "direct" });
  return { skillset, seen };
}

describe("arguments of a call", () => {
  it.each([
    ["an object", { n: 5 }],
    ["JSON text", '{"n": 5}'],
    ["JSON text with blanks", ' \n{"n": "5"} '],
    ["what is to be coerced", { n: "5" }],
  ])("may come as %s", async (_, args) => {
    const { skillset, seen } = await direct();
    expect(await callTool(skillset, "a", "take", args)).toBe("Done.");
    expect(seen).toEqual([{ n: 5, tags: [] }]);
  });

  it.each([
    ["nothing", undefined],
    ["null", null],
    ["an empty text", ""],
    ["an empty object", {}],
  ])("that are %s count as an empty object", async (_, args) => {
    const { skillset, seen } = await direct(z.strictObject({ n: z.number().default(7) }));
    expect(await callTool(skillset, "a", "take", args)).toBe("Done.");
    expect(seen).toEqual([{ n: 7 }]);
  });

  it.each([
    ["a list", [5], /input does not fit/],
    ["a number", 5, /input does not fit/],
    ["true", true, /input does not fit/],
    ["a missing field", {}, /\/n\b/],
    ["a wrong field", { n: "x" }, /\/n\b/],
    ["a wrong field further down", { n: 1, tags: ["a", 5] }, /\/tags\/1\b/],
    ["an unknown field", { n: 1, extra: 1 }, /extra/],
    ["no JSON", "{n: 5", /not valid JSON/],
    ["JSON of a list", "[5]", /input does not fit/],
    ["JSON of a text", '"x"', /input does not fit/],
  ])("that are %s are answered with a text to act on", async (_, args, says) => {
    const { skillset, seen } = await direct();
    const answer = await callTool(skillset, "a", "take", args);
    expect(answer).toMatch(says);
    expect(answer).toContain('"take"');
    expect(answer).toContain('"a"');
    expect(answer).toMatch(/send (it|them) again/i);
    expect(seen).toEqual([]);
  });

  it("with a thousand mistakes are answered with a few of them, and how many more", async () => {
    const { skillset } = await direct(z.object({ list: z.array(z.number()) }));
    const answer = await callTool(skillset, "a", "take", { list: Array.from({ length: 1000 }, () => "x") });
    expect(answer.length).toBeLessThan(2000);
    expect(answer).toContain("/list/0");
    expect(answer).toContain("990 more");
  });

  it("cannot reach a prototype", async () => {
    const { skillset, seen } = await direct(z.looseObject({}) as never);
    for (const key of ["__proto__", "constructor", "prototype"]) {
      await callTool(skillset, "a", "take", `{"${key}": {"polluted": true}}`);
      await callTool(skillset, "a", "take", JSON.parse(`{"${key}": {"polluted": true}}`));
    }
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(seen.every((given) => Object.getPrototypeOf(given) === Object.prototype)).toBe(true);
    expect(seen.every((given) => (given as { polluted?: boolean }).polluted === undefined)).toBe(true);
    for (const odd of ['{"__proto__": {"skill": "a", "tool": "take"}}', '{"skill": {"toString": 1}, "tool": []}']) {
      expect(await toolNamed(skillset, "execute_skill_tool").execute(JSON.parse(odd))).toMatch(/There is no skill/);
    }
  });

  it.each(["toString", "constructor", "__proto__", "hasOwnProperty", "valueOf", "", " ", "take2", "Take"])(
    "for a tool that there is not (%j) call nothing",
    async (name) => {
      const { skillset, seen } = await direct();
      const answer = await callTool(skillset, "a", name, { n: 5 });
      expect(answer).toMatch(/The skill "a" has no tool/);
      expect(seen).toEqual([]);
    },
  );

  it("for a tool with a slip in its name suggest the right one", async () => {
    const { skillset } = await direct();
    expect(await callTool(skillset, "a", "tak")).toContain("take");
  });

  it("for a skill that there is not, or without tools, say so", async () => {
    const { skillset } = await direct();
    expect(await callTool(skillset, "aa", "take")).toMatch(/There is no skill "aa".*\ba\b/s);
    expect(await callTool(skillset, "b", "take")).toMatch(/"b" has no tool/);
  });

  it.each([undefined, null, 5, "x", [], { skill: 5, tool: {} }, { skill: "a" }, { tool: "take" }])(
    "of the outer tool may be anything: %j",
    async (input) => {
      const { skillset, seen } = await direct();
      expect(typeof (await toolNamed(skillset, "execute_skill_tool").execute(input))).toBe("string");
      expect(seen).toEqual([]);
    },
  );

  it("may be very large and very deep", async () => {
    const { skillset, seen } = await direct(z.looseObject({}) as never);
    const wide = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`k${at}`, "x".repeat(50)]));
    expect(await callTool(skillset, "a", "take", wide)).toBe("Done.");
    const depth = 50_000;
    const deep = `{"a":${"[".repeat(depth)}${"]".repeat(depth)}}`;
    expect(typeof (await callTool(skillset, "a", "take", deep))).toBe("string");
    expect(seen.length).toBeGreaterThan(0);
    const recursive: z.ZodType = z.object({ a: z.lazy(() => recursive).optional() });
    const other = await direct(recursive);
    const nested = `${'{"a":'.repeat(depth)}{}${"}".repeat(depth)}`;
    expect(typeof (await callTool(other.skillset, "a", "take", nested))).toBe("string");
  });

  it("that a schema fails over are a refusal, not a crash, and others go on", async () => {
    const inputJsonSchema = { type: "object", properties: {} };
    const failing = handMade(() => {
      throw new Error("the schema is broken");
    });
    const tools = {
      odd: { description: "x", input: failing, inputJsonSchema, execute: () => "never" },
      fine: toolWith(() => "fine"),
    };
    const skillset = await createSkillset([skillOf("a", { tools })], { mode: "direct" });
    expect(await callTool(skillset, "a", "odd")).toMatch(/the schema is broken/);
    expect(await callTool(skillset, "a", "fine")).toBe("fine");
  });

  it("that a schema replaces reach the tool as a new object; what the model sent stays", async () => {
    const { skillset, seen } = await direct();
    const sent = Object.freeze({ n: "5" });
    await callTool(skillset, "a", "take", sent);
    expect(sent).toEqual({ n: "5" });
    expect(seen[0]).not.toBe(sent);
  });

  it("in another preset have the names of that preset", async () => {
    const skillset = await createSkillset([skillOf("a", { tools: { hi: toolWith(() => "hi") } })], {
      mode: "direct",
      toolNames: "haiku",
    });
    const tool = toolNamed(skillset, "execute_skill_tool");
    expect(await tool.execute({ skill_name: "a", tool_name: "hi", arguments: {} })).toBe("hi");
  });
});

describe("allowedTools", () => {
  it("restricts by pattern, after the schema had its say", async () => {
    const ran: unknown[] = [];
    const input = z.object({ command: z.string().trim() });
    const run = { description: "x", input, execute: ({ command }: { command: string }) => void ran.push(command) };
    const skillset = await createSkillset([skillOf("a", { tools: { run }, allowedTools: ["run(git:*)"] })], {
      mode: "direct",
    });
    expect(await callTool(skillset, "a", "run", { command: "git status" })).toBe("Done.");
    for (const command of ["rm -rf .", "git status; rm -rf .", "git status && rm x", "gitx", "git $(rm x)"]) {
      const heard = listen(skillset);
      expect(await callTool(skillset, "a", "run", { command })).toMatch(/allowed-tools do not cover/);
      expect(namesOf(heard)).toEqual(["tool-start", "tool-end"]);
    }
    expect(ran).toEqual(["git status"]);
  });

  it("names tools of a toolset, and hides the others from list and call", async () => {
    const called: string[] = [];
    const toolset = {
      list: async () => ["read", "write"].map((name) => ({ name, inputSchema: { type: "object" } })),
      call: async (name: string) => void called.push(name),
    };
    const definition = skillOf("a", { toolsets: [toolset], allowedTools: ["read"] });
    const skillset = await createSkillset([definition], { mode: "direct" });
    const text = await toolNamed(skillset, "query_skill").execute({ skill: "a" });
    expect(text).toContain('name="read"');
    expect(text).not.toContain("write");
    expect(await callTool(skillset, "a", "read")).toBe("Done.");
    expect(await callTool(skillset, "a", "write")).toMatch(/has no tool "write"/);
    expect(called).toEqual(["read"]);
  });

  it("an empty list leaves none", async () => {
    const toolset = {
      list: async () => [{ name: "read", inputSchema: { type: "object" } }],
      call: async () => "never",
    };
    const skillset = await createSkillset([skillOf("a", { toolsets: [toolset], allowedTools: [] })], {
      mode: "unlocked",
    });
    expect(skillset.unlockable).toEqual([]);
    const directly = await createSkillset([skillOf("a", { toolsets: [toolset], allowedTools: [] })], {
      mode: "direct",
    });
    expect(await callTool(directly, "a", "read")).toMatch(/has no tool/);
  });
});
