import { type } from "arktype";
import { describe, expect, it } from "vitest";
import { createPreparedType, type PreparedTable } from "../../../../src/run/prepared/create-prepared-type.ts";
import { recordKey, rootKey } from "../../../../src/run/prepared/record-key.ts";

type Schema = ((data: unknown) => unknown) & {
  array(): { atLeastLength(length: number): Schema };
  allows(data: unknown): boolean;
  assert(data: unknown): unknown;
  "~standard": {
    validate(data: unknown): { value?: unknown; issues?: readonly { message: string; path: readonly PropertyKey[] }[] };
    jsonSchema: Record<"input" | "output", (options?: object) => object>;
  };
};
type Type = ((...args: unknown[]) => Schema) & {
  readonly errors: new () => object;
  readonly string: Schema;
  enumerated(...values: unknown[]): Schema;
};

const context = { keyOf: () => undefined, counts: new Map<string, number>() };
const keyOf = (...args: unknown[]): string => recordKey(rootKey, { args }, context);

function prepared(table: PreparedTable): { type: Type; loads: () => number } {
  let loads = 0;
  const stand = createPreparedType(table, () => {
    loads++;
    return { type };
  });
  return { type: stand as Type, loads: () => loads };
}

describe("createPreparedType", () => {
  const check = ["all", ["domain", "object"], [], { props: [["n", ["domain", "number"], "a number"]] }] as const;
  const table: PreparedTable = {
    [keyOf({ n: "number" })]: { schema: { check, input: { type: "object" } } },
  };

  it("checks what was prepared without the library", () => {
    const { type: stand, loads } = prepared(table);
    const schema = stand({ n: "number" });
    expect(typeof schema).toBe("function");
    expect("~standard" in schema).toBe(true);
    expect(schema["~standard"].validate({ n: 1 })).toEqual({ value: { n: 1 } });
    const { issues } = schema["~standard"].validate({ n: "1" });
    expect(Array.from(issues ?? [])).toEqual([{ message: "n must be a number (was a string)", path: ["n"] }]);
    expect(schema["~standard"].jsonSchema.input()).toEqual({ type: "object" });
    expect(schema["~standard"].jsonSchema.output()).toEqual({ type: "object" });
    expect(schema.allows({})).toBe(false);
    expect(schema.assert({ n: 2 })).toEqual({ n: 2 });
    expect(() => schema.assert({})).toThrow("n must be a number (was missing)");
    expect(() => schema.assert(1)).toThrow(expect.objectContaining({ name: "TraversalError" }));
    expect(loads()).toBe(0);
  });

  it("gives errors that are errors to `instanceof type.errors`", () => {
    const { type: stand, loads } = prepared(table);
    const refused = stand({ n: "number" })({ n: null });
    expect(refused instanceof stand.errors).toBe(true);
    expect((refused as { summary: string }).summary).toBe("n must be a number (was null)");
    expect({} instanceof stand.errors).toBe(false);
    expect(loads()).toBe(0);
  });

  it("does with the library what was not prepared, once", () => {
    const { type: stand, loads } = prepared(table);
    const other = stand({ n: "number" }).array().atLeastLength(1);
    expect(other["~standard"].validate([{ n: 1 }])).toEqual({ value: [{ n: 1 }] });
    expect(other["~standard"].validate([])).toHaveProperty("issues");
    expect(other([]) instanceof stand.errors).toBe(true);
    expect(stand.string("text")).toBe("text");
    expect(stand({ part: stand({ n: "number" }) })({ part: { n: 3 } })).toEqual({ part: { n: 3 } });
    expect(stand("string").allows(1)).toBe(false);
    expect(stand.enumerated(1, 2)(2)).toBe(2);
    expect(loads()).toBe(1);
  });

  it("is no promise, so that it can be returned from an async function", async () => {
    const { type: stand } = prepared(table);
    const schema = stand({ n: "number" });
    expect(await (async () => schema)()).toBe(schema);
  });

  it("finds functions by their place, whatever their text is", () => {
    const seen = new Map<string, unknown>();
    const key = (make: unknown): string =>
      recordKey(
        rootKey,
        { args: ["a", make] },
        { ...context, counts: new Map(), found: (id, value) => seen.set(id, value) },
      );
    const long = (): string => "made at build time";
    expect(key(long)).toBe(key(() => 1));
    expect([...seen.keys()]).toEqual([`${key(long)}.0`]);
    const counts = new Map<string, number>();
    const twice = [long, long].map((make) => recordKey(rootKey, { args: [make] }, { ...context, counts }));
    expect(new Set(twice).size).toBe(2);
  });

  it("throws for a JSON Schema that there is none of, as ArkType does", () => {
    const { type: stand, loads } = prepared({ [keyOf("x")]: { schema: { check: 0 } } });
    expect(() => stand("x")["~standard"].jsonSchema.input()).toThrow(TypeError);
    expect(loads()).toBe(0);
  });
});
