import type { StandardSchemaV1 } from "@standard-schema/spec";
import { type } from "arktype";
import fc from "fast-check";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import type { JsonSchema } from "../../../../src/core/code/code-tool.ts";
import { generateValue } from "../../../../src/testing/workflow/generate/generate-value.ts";
import { patternText } from "../../../../src/testing/workflow/generate/pattern-text.ts";
import { createRandom } from "../../../../src/testing/workflow/generate/random.ts";
import { jsonSchemaOfAnswer } from "../../../../src/workflow/schema/json-schema-of-step.ts";

const seeds = fc.integer({ min: 0, max: 2 ** 32 - 1 });

function made(schema: JsonSchema, seed: number): unknown {
  const generated = generateValue(schema, createRandom(seed));
  if ("problem" in generated) throw new Error(`${generated.problem} ${JSON.stringify(schema)}`);
  return generated.value;
}

function expectFits(schema: StandardSchemaV1, value: unknown): void {
  const result = schema["~standard"].validate(value) as StandardSchemaV1.Result<unknown>;
  if (result.issues) expect.fail(`${JSON.stringify(value)}: ${result.issues.map(({ message }) => message).join("; ")}`);
}

interface Tree {
  readonly label: string;
  readonly children: Tree[];
}
const tree: z.ZodType<Tree> = z.object({ label: z.string(), children: z.lazy(() => z.array(tree)) });

const schemas: Readonly<Record<string, StandardSchemaV1>> = {
  "arktype object": type({ a: "string", "b?": "number", c: "'x' | 'y' | 3", d: "boolean | null" }),
  "arktype bounds": type({ n: "0 < number.integer <= 12", f: "-1 <= number < 0.5", s: "2 <= string <= 5" }),
  "arktype lists": type({ l: "1 <= string[] <= 3", t: ["string", "number"], m: "(number | string)[]" }),
  "arktype multiples": type({ a: "number % 5", b: "20 < number % 7 < 40" }),
  "arktype patterns": type({ v: "/^v\\d+\\.\\d+(-rc\\d)?$/", e: "string.email", u: "string.uuid" }),
  "arktype records": type({ "[string]": "number" }),
  "arktype unions": type({ kind: "'a'", a: "string" }).or({ kind: "'b'", b: "number" }),
  "arktype literals": type("'only'"),
  "zod object": z.object({ a: z.string(), b: z.number().optional(), c: z.enum(["x", "y"]), d: z.boolean().nullable() }),
  "zod bounds": z.object({ n: z.int().min(-3).max(3), f: z.number().gt(0).lt(1), s: z.string().min(2).max(4) }),
  "zod lists": z
    .array(z.union([z.string(), z.literal(4)]))
    .min(2)
    .max(5),
  "zod tuple": z.tuple([z.string(), z.number()]),
  "zod strict": z.strictObject({ a: z.string().optional() }),
  "zod intersection": z.intersection(z.object({ a: z.string() }), z.object({ b: z.number().min(3) })),
  "zod discriminated": z.discriminatedUnion("k", [
    z.object({ k: z.literal("a"), a: z.int() }),
    z.object({ k: z.literal("b") }),
  ]),
  "zod record": z.record(z.string(), z.boolean()),
  "zod keys": z.record(z.enum(["x", "y"]), z.number()),
  "zod formats": z.object({
    e: z.email(),
    u: z.url(),
    i: z.uuid(),
    d: z.iso.date(),
    t: z.iso.datetime(),
    v4: z.ipv4(),
  }),
  "zod regex": z.object({ r: z.string().regex(/^[a-f0-9]{6}$/), s: z.string().startsWith("ab") }),
  "zod tree": tree,
  "zod default": z.object({ a: z.string().default("x") }),
};

describe("generateValue", { timeout: 60_000 }, () => {
  for (const [name, schema] of Object.entries(schemas)) {
    it(`makes what ${name} takes`, () => {
      const json = jsonSchemaOfAnswer(schema);
      expect(json).not.toBeNull();
      fc.assert(
        fc.property(seeds, (seed) => expectFits(schema, made(json!, seed))),
        { numRuns: 150 },
      );
    });
  }

  it("makes what a valibot schema takes, from the JSON Schema that says the same", () => {
    const schema = v.object({
      name: v.pipe(v.string(), v.minLength(1), v.maxLength(9)),
      age: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(130))),
      tags: v.pipe(v.array(v.picklist(["a", "b"])), v.maxLength(2)),
      mail: v.pipe(v.string(), v.email()),
    });
    const json = {
      type: "object",
      properties: {
        name: { type: "string", minLength: 1, maxLength: 9 },
        age: { type: "integer", minimum: 0, maximum: 130 },
        tags: { type: "array", items: { enum: ["a", "b"] }, maxItems: 2 },
        mail: { type: "string", format: "email" },
      },
      required: ["name", "tags", "mail"],
    };
    fc.assert(fc.property(seeds, (seed) => expectFits(schema, made(json, seed))));
  });

  it("makes what random zod schemas take", () => {
    const { schema } = fc.letrec<{ schema: z.ZodType }>((tie) => ({
      schema: fc.oneof(
        { depthSize: "small" },
        fc.constantFrom(z.string(), z.boolean(), z.null(), z.int(), z.literal("k"), z.enum(["p", "q"])),
        fc.tuple(fc.integer({ min: -50, max: 50 }), fc.nat(60)).map(([least, more]) =>
          z
            .number()
            .min(least)
            .max(least + more),
        ),
        fc.tuple(fc.nat(4), fc.nat(4)).map(([least, more]) =>
          z
            .string()
            .min(least)
            .max(least + more),
        ),
        fc.tuple(tie("schema"), fc.nat(2), fc.nat(2)).map(([item, least, more]) =>
          z
            .array(item)
            .min(least)
            .max(least + more),
        ),
        fc
          .dictionary(fc.constantFrom("a", "b", "c", "$ref", "type"), fc.tuple(tie("schema"), fc.boolean()), {
            maxKeys: 3,
          })
          .map((shape) =>
            z.object(
              Object.fromEntries(
                Object.entries(shape).map(([key, [inner, optional]]) => [key, optional ? inner.optional() : inner]),
              ),
            ),
          ),
        fc.tuple(tie("schema"), tie("schema")).map((pair) => z.union(pair)),
      ),
    }));
    fc.assert(
      fc.property(schema, seeds, (one, seed) => expectFits(one, made(jsonSchemaOfAnswer(one)!, seed))),
      { numRuns: 400 },
    );
  });

  it("follows references, merges what must hold together, and keeps to `not` and `oneOf`", () => {
    const schema: JsonSchema = {
      $defs: { small: { type: "integer", maximum: 9 }, "a/b": { type: "string", minLength: 3 } },
      type: "object",
      properties: {
        a: { $ref: "#/$defs/small", minimum: 7 },
        b: { $ref: "#/$defs/a~1b" },
        c: {
          allOf: [
            { type: "number", minimum: 2 },
            { type: "integer", maximum: 3 },
          ],
        },
        d: { type: "integer", minimum: 1, maximum: 3, not: { const: 2 } },
        e: { type: "array", items: { type: "boolean" }, uniqueItems: true, minItems: 2 },
        f: {
          oneOf: [
            { type: "integer", minimum: 3, maximum: 5 },
            { type: "integer", minimum: 5, maximum: 7 },
          ],
        },
        g: true,
        h: { type: ["string", "null"], maxLength: 2 },
      },
      required: ["a", "b", "c", "d", "e", "f", "g", "extra"],
      additionalProperties: { const: 1 },
    };
    fc.assert(
      fc.property(seeds, (seed) => {
        const value = made(schema, seed) as Record<string, never>;
        expect([7, 8, 9]).toContain(value["a"]);
        expect([2, 3]).toContain(value["c"]);
        expect([1, 3]).toContain(value["d"]);
        expect(new Set(value["e"] as unknown as boolean[])).toEqual(new Set([false, true]));
        expect([3, 4, 6, 7]).toContain(value["f"]);
        expect(value["extra"]).toBe(1);
      }),
    );
  });

  it("makes at once what several schemas ask for together", () => {
    const both = {
      allOf: [
        { type: "string", minLength: 30, maxLength: 40 },
        { minLength: 2, maxLength: 35 },
      ],
    };
    const schema = { type: "array", items: both, minItems: 12, maxItems: 12 };
    fc.assert(
      fc.property(seeds, (seed) => {
        for (const text of made(schema, seed) as string[]) expect([...text].length).toBeGreaterThanOrEqual(30);
      }),
    );
  });

  it("comes to an end soon with a schema that contains itself many times", () => {
    const list = (minItems: number): JsonSchema => ({ type: "array", items: { $ref: "#" }, minItems });
    const schema = { anyOf: [list(3), list(2), { type: "null" }] };
    fc.assert(fc.property(seeds, (seed) => JSON.stringify(made(schema, seed)).length < 5000));
  });

  it("makes the same of the same seed, and different things of others", () => {
    const schema = jsonSchemaOfAnswer(schemas["arktype object"]!)!;
    expect(made(schema, 7)).toEqual(made(schema, 7));
    expect(new Set(Array.from({ length: 30 }, (_, seed) => JSON.stringify(made(schema, seed)))).size).toBeGreaterThan(
      10,
    );
  });

  it("says why nothing can be made", () => {
    const problem = (schema: JsonSchema): unknown => generateValue(schema, createRandom(1));
    expect(problem({ type: "integer", minimum: 3, maximum: 2 })).toEqual({
      problem: "No number could be made for the root.",
    });
    expect(problem({ type: "object", properties: { a: false }, required: ["a"] })).toHaveProperty("problem");
    expect(problem({ $ref: "https://example.com/schema" })).toEqual({
      problem: expect.stringContaining("leads out of the schema"),
    });
    expect(problem({ $ref: "#/$defs/gone" })).toEqual({ problem: expect.stringContaining("leads nowhere") });
    expect(problem({ $ref: "#" })).toHaveProperty("problem");
    expect(problem({ type: "array", items: { $ref: "#" }, minItems: 1 })).toEqual({
      problem: expect.stringContaining("without end"),
    });
    expect(problem({ type: "string", pattern: "(?<=never)^x" })).toEqual({
      problem: expect.stringContaining("the pattern"),
    });
    expect(problem({ enum: [] })).toHaveProperty("problem");
    expect(problem({ not: {} })).toHaveProperty("problem");
  });
});

describe("patternText", () => {
  const patterns = [
    "^v\\d+\\.\\d+$",
    "^(feat|fix)(\\([a-z]+\\))?: .{3,9}$",
    "^[^aeiou\\s]{4}$",
    "[A-Z][a-z-]*",
    "^(?:a|b){2,3}?c+$",
    "^\\u0041\\x42[\\]\\\\]$",
    "^(?<year>\\d{4})-\\d{2}$",
    "^\\w+@[\\w.]+$",
  ];
  for (const pattern of patterns) {
    it(`makes texts for ${pattern}`, () => {
      fc.assert(
        fc.property(seeds, (seed) => {
          expect(patternText(pattern, createRandom(seed))).toMatch(new RegExp(pattern));
        }),
      );
    });
  }

  it("does not read what it cannot", () => {
    for (const pattern of ["(a)\\1", "\\p{L}", "(", "[", "a)", "\\"]) {
      expect(patternText(pattern, createRandom(1))).toBeUndefined();
    }
  });
});
