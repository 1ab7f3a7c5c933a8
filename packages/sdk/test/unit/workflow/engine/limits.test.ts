import { type } from "arktype";
import { describe, expect, it } from "vitest";
import { schemaFromJson } from "../../../../src/core/code/schema-from-json.ts";
import { describeIssues } from "../../../../src/workflow/engine/values/check-value.ts";
import { mayHoldObject } from "../../../../src/workflow/engine/values/may-hold-object.ts";
import { bench, definition, failed, shown, terminal, text } from "./definitions.ts";

const answered = { text: "x" };

describe("a loop over a sub-skill", () => {
  const inner = definition({ ask: { prompt: "Ask.", response: text, next: terminal } });

  it("ends after ten visits", async () => {
    const { start, answer } = bench(
      definition({ begin: { next: "subskill:x" } }, { subskills: { x: { definition: inner, next: "subskill:x" } } }),
    );
    await start();
    for (let visit = 1; visit < 10; visit++) expect(shown(await answer("x/ask", answered)).step).toBe("x/ask");
    expect(failed(await answer("x/ask", answered))).toMatchObject({ code: "max-visits", step: "x" });
  });

  it("may be as long as the steps of it may", async () => {
    const { start, answer } = bench(
      definition(
        { begin: { maxVisits: 12, next: "subskill:x" } },
        { subskills: { x: { definition: inner, next: "begin" } } },
      ),
    );
    await start();
    for (let visit = 1; visit < 12; visit++) expect(shown(await answer("x/ask", answered)).step).toBe("x/ask");
    expect(failed(await answer("x/ask", answered))).toMatchObject({ code: "max-visits", step: "begin" });
  });
});

describe("steps that pass by themselves", () => {
  it("count when they are lists without elements", async () => {
    const each = { prompt: "Each.", response: text };
    const parallel = { over: () => [], each };
    const { start } = bench(
      definition({
        a: { parallel, maxVisits: 1_000, next: "b" },
        b: { parallel, maxVisits: 1_000, next: "a" },
      }),
    );
    expect(failed((await start()).result).code).toBe("auto-advance-limit");
  });
});

describe("issues", () => {
  it("are told in part when there are many, or long ones", () => {
    const issues = Array.from({ length: 25 }, (_, at) => ({ path: [String(at)], message: "m".repeat(1_000) }));
    const told = describeIssues(issues);
    expect(told.length).toBeLessThan(20 * 303 + 20);
    expect(told).toMatch(/; and 5 more$/);
    expect(describeIssues(issues.slice(0, 1))).toHaveLength(300);
  });
});

describe("a write of an object", () => {
  async function codeOf(stores: Parameters<typeof definition>[1], write: object): Promise<string> {
    const { start, answer } = bench(
      definition(
        {
          one: { prompt: "One.", response: text, save: () => write, next: "two" },
          two: { prompt: "2", next: terminal },
        },
        stores,
      ),
    );
    await start();
    const result = await answer("one", answered);
    return result.kind === "error" ? result.code : result.kind;
  }

  it("is refused where the schema wants none", async () => {
    const plain = { type: "object", required: ["count"], properties: { count: { type: "number" } } };
    for (const schema of [type({ count: "number" }), schemaFromJson(plain)])
      expect(await codeOf({ stores: { c: schema } }, { c: { count: { evil: 1 } } })).toBe("store-invalid");
    expect(await codeOf({ stores: { c: type("number") } }, { c: { evil: 1 } })).toBe("store-invalid");
  });

  it("may be partial where the schema wants one, or something else", async () => {
    const stores = { c: type({ a: type({ x: "number", y: "number" }).or("string") }) };
    expect(await codeOf({ stores }, { c: { a: { x: 1 } } })).toBe("prompt");
  });

  it("is followed through references, choices and lists", () => {
    const schema = {
      $ref: "#/$defs/node",
      $defs: {
        node: {
          type: "object",
          properties: {
            next: { $ref: "#/$defs/node" },
            count: { type: ["number", "null"] },
            kind: { enum: ["a"] },
            list: { type: "array", items: { anyOf: [{ type: "string" }, { type: "object" }] } },
          },
          additionalProperties: false,
        },
      },
    };
    for (const [path, may] of [
      ["", true],
      ["next.next", true],
      ["next.count", false],
      ["kind", false],
      ["list", false],
      ["list.0", true],
      ["other", false],
    ] as const)
      expect([path, mayHoldObject(schema, path.split(".").filter(Boolean))]).toEqual([path, may]);
    expect(mayHoldObject({ $ref: "#" }, [])).toBe(true);
    expect(mayHoldObject(null, ["a"])).toBe(true);
  });
});

describe("params that are nested too deeply", () => {
  it("are refused as params", async () => {
    let deep: object = {};
    for (let level = 0; level < 1_001; level++) deep = { deep };
    for (const params of [undefined, type("object")]) {
      const { start } = bench(definition({ one: { prompt: "One.", next: terminal } }, params ? { params } : {}));
      expect(failed((await start(deep)).result).code).toBe("params-invalid");
    }
  });
});

describe("a prompt that cannot be made", () => {
  it("says that one can go back, and is none in pieces", async () => {
    const { start, answer, engine } = bench(
      definition({
        one: { prompt: "One.", response: text, next: "two" },
        two: {
          prompt: () => {
            throw new Error("secret");
          },
          next: terminal,
        },
      }),
    );
    await start();
    expect(failed(await answer("one", answered)).hint).toContain("back");
    expect(await engine.prompt({ session: "s" })).toBeUndefined();
    expect(shown((await engine.back({ session: "s" })).result).step).toBe("one");
  });
});

describe("a final output that does not fit", () => {
  const finalOutput = type({ text: "'good'" });
  const ask = { prompt: "Ask.", response: text };

  it("is no matter of another answer where none is taken", async () => {
    const gate = definition({ ask: { ...ask, next: "gate" }, gate: { next: terminal } }, { finalOutput });
    const join = definition({ ask: { parallel: { branches: { a: ask } }, next: terminal } }, { finalOutput });
    const sub = definition(
      { begin: { next: "subskill:x" } },
      {
        finalOutput,
        subskills: { x: { definition: definition({ ask: { ...ask, next: terminal } }), next: terminal } },
      },
    );
    for (const [workflow, step, at] of [
      [gate, "ask", "gate"],
      [join, "ask#a", "ask"],
      [sub, "x/ask", "x"],
    ] as const) {
      const { start, answer, engine } = bench(workflow);
      await start();
      const refused = failed(await answer(step, answered));
      expect(refused).toMatchObject({ code: "final-output-invalid", step: at, retry: false });
      expect(refused.hint).toContain("back");
      expect(shown((await engine.back({ session: "s" })).result).step).toBe(step);
    }
  });

  it("is one where it is", async () => {
    const { start, answer } = bench(definition({ ask: { ...ask, next: () => terminal } }, { finalOutput }));
    await start();
    expect(failed(await answer("ask", answered))).toMatchObject({ code: "final-output-invalid", retry: true });
  });
});
