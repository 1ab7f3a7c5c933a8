import { type } from "arktype";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { schemaFromJson } from "../../../../src/core/code/schema-from-json.ts";
import {
  isStandardSchema,
  jsonSchemaOf,
  validateStandard,
  validateStandardSync,
} from "../../../../src/core/code/standard-schema.ts";

const libraries = [
  ["zod", z.object({ a: z.array(z.object({ "b/c": z.string() })) })],
  ["valibot", v.object({ a: v.array(v.object({ "b/c": v.string() })) })],
  ["arktype", type({ a: type({ "b/c": "string" }).array() })],
  [
    "JSON Schema",
    schemaFromJson({
      type: "object",
      properties: { a: { type: "array", items: { type: "object", properties: { "b/c": { type: "string" } } } } },
    }),
  ],
] as const;

describe.each(libraries)("a schema of %s", (_, schema) => {
  it("gives a value, or issues with a path", async () => {
    expect(isStandardSchema(schema)).toBe(true);
    const good = { a: [{ "b/c": "x" }] };
    expect(await validateStandard(schema, good)).toEqual({ value: good });
    const bad = { a: [{ "b/c": "x" }, { "b/c": 5 }] };
    const { issues } = await validateStandard(schema, bad);
    expect(issues).toEqual([{ path: "/a/1/b~1c", message: expect.stringMatching(/string/) }]);
    expect(validateStandardSync(schema, bad)?.issues).toEqual(issues);
  });
});

describe("validateStandard", () => {
  const answering = (validate: () => unknown) => ({ "~standard": { version: 1, vendor: "t", validate } }) as never;
  it("takes a schema that throws, waits, or answers nonsense", async () => {
    const failing = answering(() => {
      throw new Error("boom");
    });
    expect(await validateStandard(failing, 1)).toEqual({ issues: [{ path: "", message: "The schema failed: boom" }] });
    expect(validateStandardSync(failing, 1)?.issues).toHaveLength(1);
    const slow = answering(() => Promise.reject(new Error("later")));
    expect(validateStandardSync(slow, 1)).toBeUndefined();
    expect((await validateStandard(slow, 1)).issues).toHaveLength(1);
    expect(
      (
        await validateStandard(
          answering(() => undefined),
          1,
        )
      ).issues,
    ).toHaveLength(1);
    expect(
      (
        await validateStandard(
          answering(() => ({ issues: [] })),
          1,
        )
      ).issues,
    ).toHaveLength(1);
    expect([isStandardSchema(null), isStandardSchema({}), isStandardSchema({ "~standard": {} })]).toEqual([
      false,
      false,
      false,
    ]);
  });
});

describe("jsonSchemaOf", () => {
  it("gives what the library gives, for each side", () => {
    const schema = z.object({ n: z.number().default(1) });
    expect(jsonSchemaOf(schema, "input")).toEqual({
      type: "object",
      properties: { n: { type: "number", default: 1 } },
    });
    expect(jsonSchemaOf(schema, "output")).toMatchObject({ required: ["n"] });
    expect(jsonSchemaOf(type({ n: "number" }), "input")).toMatchObject({ type: "object", required: ["n"] });
    expect(jsonSchemaOf(v.object({}), "input")).toBeUndefined();
    expect(
      jsonSchemaOf(
        z.string().transform(() => new Date()),
        "output",
      ),
    ).toBeUndefined();
  });
});

describe("schemaFromJson", () => {
  it("names what is missing, unknown and wrong, and no more than anybody reads", async () => {
    const schema = schemaFromJson(
      Object.freeze({
        type: "object",
        required: ["q"],
        properties: { n: { type: "integer" } },
        additionalProperties: false,
      }),
    );
    const { issues } = await validateStandard(schema, { n: 1.5, other: 1 });
    expect(issues?.map(({ path }) => path).sort()).toEqual(["", "", "/n"]);
    expect(issues?.map(({ message }) => message).join("\n")).toMatch(/"q"[\s\S]*other|other[\s\S]*"q"/);
    const many = schemaFromJson({ items: { type: "string" } });
    expect(
      (
        await validateStandard(
          many,
          Array.from({ length: 500 }, (_, n) => n),
        )
      ).issues,
    ).toHaveLength(10);
  });

  const cyclic: Record<string, unknown> = {};
  cyclic["self"] = cyclic;
  it.each([
    [{ $ref: "#/nowhere" }],
    [{ $ref: "#" }],
    [{ pattern: "(" }],
    [{ type: 5 }],
    [{ properties: null }],
    [{ required: "x" }],
    [{ items: 5, anyOf: "no" }],
    [cyclic],
    [null as never],
    [{ $id: "::::", $schema: 7 }],
  ])("never throws for schema %#", async (schema) => {
    const standard = schemaFromJson(schema);
    for (const value of ["x", 1, {}, [], null, undefined])
      await expect(validateStandard(standard, value)).resolves.toBeDefined();
  });
});
