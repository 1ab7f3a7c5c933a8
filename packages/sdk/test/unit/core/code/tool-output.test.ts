import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createSkillset, SkillError, type Skillset, type SkillDefinition } from "@tradecraft/sdk";
import { callTool, handMade, type Heard, listen, namesOf, skillOf, toolWith } from "./code-fixtures.ts";

type Tool = NonNullable<SkillDefinition["tools"]>[string];

async function answerOf(tool: Tool): Promise<{ text: string; heard: Heard[]; skillset: Skillset }> {
  const skillset = await createSkillset([skillOf("a", { tools: { act: tool, fine: toolWith(() => "fine") } })], {
    mode: "direct",
  });
  const heard = listen(skillset);
  const text = await callTool(skillset, "a", "act");
  return { text, heard, skillset };
}

const cycle: { self?: unknown } = {};
cycle.self = cycle;
const bare = Object.assign(Object.create(null) as { self?: unknown }, { a: 1 });
bare.self = bare;

describe("what a tool returns", () => {
  it.each<[string, unknown, string]>([
    ["a text", "hello", "hello"],
    ["an empty text", "", ""],
    ["undefined", undefined, "Done."],
    ["null", null, "null"],
    ["a number", 5, "5"],
    ["false", false, "false"],
    ["an object", { a: [1, "x", null] }, '{"a":[1,"x",null]}'],
    ["a date", new Date(0), '"1970-01-01T00:00:00.000Z"'],
    ["a BigInt", 10n, '"10"'],
    ["an object with a BigInt", { a: 10n }, '{"a":"10"}'],
    ["a promise", Promise.resolve({ a: 1 }), '{"a":1}'],
  ])("as %s is text for the model", async (_, output, text) => {
    expect((await answerOf(toolWith(() => output))).text).toBe(text);
  });

  it.each<[string, unknown]>([
    ["a cycle", cycle],
    ["a cycle without a prototype", bare],
    ["a cycle further down", { list: [cycle] }],
    ["a function", () => "secret source"],
    ["a symbol", Symbol("x")],
    [
      "a toJSON that throws",
      {
        toJSON: () => {
          throw new Error("no");
        },
      },
    ],
    [
      "a toString that throws",
      {
        toJSON: () => {
          throw new Error("no");
        },
        toString: () => {
          throw new Error("no");
        },
      },
    ],
    [
      "a getter that throws",
      {
        get a() {
          throw new Error("no");
        },
      },
    ],
    [
      "a revoked proxy",
      (() => {
        const { proxy, revoke } = Proxy.revocable({}, {});
        revoke();
        return proxy;
      })(),
    ],
    [
      "a class instance",
      new (class Secret {
        #hidden = 1;
        value = this.#hidden;
      })(),
    ],
    ["a very deep list", JSON.parse(`${"[".repeat(5000)}${"]".repeat(5000)}`) as unknown],
  ])("as %s ends the call once, with a text", async (_, output) => {
    // In a list, since a promise looks for `then` on what it is resolved with.
    const { text, heard, skillset } = await answerOf(toolWith(() => [output]));
    expect(typeof text).toBe("string");
    expect(text).not.toContain("secret source");
    expect(namesOf(heard)).toEqual(["tool-start", "tool-end"]);
    expect(await callTool(skillset, "a", "fine")).toBe("fine");
  });

  it("as a function alone shows no source", async () => {
    const { text, heard } = await answerOf(toolWith(() => () => "secret source"));
    expect(text).not.toContain("secret source");
    expect(namesOf(heard)).toEqual(["tool-start", "tool-end"]);
  });

  it("as a cycle alone, without a prototype, ends once", async () => {
    const { text, heard } = await answerOf(toolWith(() => bare));
    expect(text).not.toBe("");
    expect(namesOf(heard)).toEqual(["tool-start", "tool-end"]);
  });

  it("is cut when it is huge, and says how long it was", async () => {
    const { text } = await answerOf(toolWith(() => "x".repeat(5_000_000)));
    expect(text.length).toBeLessThan(300_000);
    expect(text).toContain("5000000");
  });

  it("is never cut in the middle of a character", async () => {
    const { text } = await answerOf(toolWith(() => `x${"😀".repeat(200_000)}`));
    expect(text).not.toMatch(/\p{Cs}/u);
  });

  it("is what the event tells, as it was returned", async () => {
    const output = { a: 10n, self: cycle };
    const { heard } = await answerOf(toolWith(() => output));
    expect(heard.at(-1)).toEqual(["tool-end", expect.objectContaining({ output }) as object]);
  });

  it("may be a part of the state, and stays readable after the call", async () => {
    const state = {
      namespace: "n",
      schema: z.object({ list: z.array(z.object({ a: z.number() })).default([{ a: 1 }]) }),
    };
    const tools = { act: toolWith((_: unknown, { state: mine }: { state: { list: { a: number }[] } }) => mine.list) };
    const skillset = await createSkillset([skillOf("a", { state, tools })], { mode: "direct" });
    const heard = listen(skillset);
    expect(await callTool(skillset, "a", "act")).toBe('[{"a":1}]');
    const [, end] = heard.at(-1) ?? [];
    expect(JSON.stringify((end as { output?: unknown } | undefined)?.output)).toBe('[{"a":1}]');
  });
});

describe("an output schema", () => {
  it("changes what is returned", async () => {
    const output = z.object({ n: z.coerce.number(), unit: z.string().default("km") });
    const { text } = await answerOf(toolWith(() => ({ n: "5", more: 1 }), { output }));
    expect(JSON.parse(text)).toEqual({ n: 5, unit: "km" });
  });

  it("may take its time", async () => {
    const output = handMade(async (value) => ({ value: { wrapped: value } }));
    expect((await answerOf(toolWith(() => 1, { output }))).text).toBe('{"wrapped":1}');
  });

  it.each<[string, unknown]>([
    ["undefined", undefined],
    ["another type", "x"],
    ["a wrong field", { n: "x" }],
  ])("that is not kept (%s) is the tool's failure, with tool, skill and field", async (_, output) => {
    const schema = z.object({ n: z.number() });
    const { text, heard } = await answerOf(toolWith(() => output, { output: schema }));
    expect(text).toMatch(/The tool "act" of the skill "a" failed/);
    if (typeof output === "object") expect(text).toContain("/n");
    expect(namesOf(heard)).toEqual(["tool-start", "tool-end"]);
    expect(heard.at(-1)?.[1]).toHaveProperty("error", text);
    expect(heard.at(-1)?.[1]).not.toHaveProperty("output");
  });

  it("that is not kept leaves the change of state in place, and told before the end", async () => {
    const state = { namespace: "n", schema: z.object({ n: z.number().default(0) }) };
    const act = toolWith((_: unknown, ctx: { state: { n: number } }) => void (ctx.state.n = 5), { output: z.string() });
    const skillset = await createSkillset([skillOf("a", { state, tools: { act } })], { mode: "direct" });
    const heard = listen(skillset);
    await callTool(skillset, "a", "act");
    expect(namesOf(heard)).toEqual(["tool-start", "state-changed", "tool-end"]);
    expect(skillset.state.namespace("n")).toEqual({ n: 5 });
  });
});

describe("what a tool throws", () => {
  const odd = new Error("x");
  Object.defineProperty(odd, "message", { value: { code: 5 } });
  const nasty = new Error("x");
  Object.defineProperty(nasty, "message", {
    get: () => {
      throw new Error("inner");
    },
  });

  it.each<[string, unknown, RegExp]>([
    ["an error", new Error("the disk is full"), /the disk is full/],
    ["a SkillError", new SkillError("file-missing", "no such file"), /no such file/],
    ["a text", "the disk is full", /the disk is full/],
    ["a number", 5, /failed: 5/],
    ["undefined", undefined, /failed/],
    ["null", null, /failed/],
    ["false", false, /failed/],
    ["a symbol", Symbol("x"), /failed/],
    ["an object with a message", { message: "the disk is full" }, /the disk is full/],
    ["an object without a prototype", Object.create(null), /failed/],
    [
      "an object whose toString throws",
      {
        toString: () => {
          throw new Error("no");
        },
      },
      /failed/,
    ],
    ["an error whose message is no text", odd, /failed/],
    ["an error whose message throws", nasty, /failed/],
    ["several errors", new AggregateError([new Error("one"), new Error("two")], "both failed"), /both failed/],
  ])("as %s is a text for the model and an event, and the next call works", async (_, thrown, says) => {
    const { text, heard, skillset } = await answerOf(
      toolWith(() => {
        throw thrown;
      }),
    );
    expect(text).toMatch(/The tool "act" of the skill "a" failed/);
    expect(text).toMatch(says);
    expect(namesOf(heard)).toEqual(["tool-start", "tool-end"]);
    expect(heard.at(-1)?.[1]).toHaveProperty("error", text);
    expect(await callTool(skillset, "a", "fine")).toBe("fine");
  });

  it("is the same when it is rejected later", async () => {
    const { text } = await answerOf(
      toolWith(async () => {
        await Promise.resolve();
        throw new Error("later");
      }),
    );
    expect(text).toMatch(/failed: later/);
  });

  it("is cut when it is long, and carries no stack", async () => {
    const { text } = await answerOf(
      toolWith(() => {
        throw new Error("x".repeat(100_000));
      }),
    );
    expect(text.length).toBeLessThan(2000);
    expect(text).not.toContain("at ");
  });
});
