import { messageOfFailure, runCheck } from "@tradecraft/sdk/workflow/prepared";
import { type } from "@tradecraft/sdk/workflow";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ArkNode } from "../../../src/build/schema/ark-node.ts";
import { describeType, NotPreparable } from "../../../src/build/schema/describe-type.ts";

const schemas: Record<string, unknown> = {
  number: type("number"),
  integer: type("1 <= number.integer <= 10"),
  open: type("0 < number < 5"),
  divisor: type("number % 5"),
  safe: type("number.safe"),
  text: type("2 <= string <= 4"),
  "some text": type("string > 0"),
  exact: type("string == 3"),
  email: type("string.email"),
  "pattern and length": type("string.alphanumeric <= 3"),
  flags: type(/^a+$/i),
  url: type("string.url"),
  uuid: type("string.uuid"),
  date: type("string.date.iso"),
  boolean: type("boolean"),
  literal: type("true"),
  null: type("null"),
  undefined: type("undefined"),
  unknown: type("unknown"),
  object: type("object"),
  never: type("never"),
  list: type("string[] >= 2"),
  "some list": type("string[] > 0"),
  matrix: type("number[][]"),
  objects: type({ a: "number" }).array(),
  tuple: type(["string", "number"]),
  "open tuple": type(["string", "...", "number[]"]),
  "tuple with an end": type(["string", "...", "number[]", "boolean"]),
  "optional element": type(["string", "number?"]),
  enum: type("'a' | 'b' | 'c'"),
  mixed: type.enumerated("a", "b", 3, null),
  "mixed inside": type({ a: type.enumerated("a", "b", 3, null), "o?": type.unit("x").or(type.number) }),
  numbers: type("1 | 2 | 3"),
  union: type("string | number"),
  "text or texts": type("string | string[]"),
  nullable: type("string | null"),
  ranges: type("number > 5 | string > 3"),
  kinds: type({ kind: "'a'", x: "number" }).or({ kind: "'b'", y: "string" }),
  "three kinds": type({ kind: "'a'", x: "number" })
    .or({ kind: "'b'", y: "string" })
    .or({ kind: "'c'", "z?": "string[]" }),
  "kinds with more": type({ kind: "'a'", x: "number" }).or({ kind: "'b'", y: "string" }).or("string"),
  shapes: type({ a: "number" }).or({ b: "string" }),
  "shapes in shapes": type({ o: type({ a: "number" }).or({ b: "string" }), "p?": "string | number[]" }),
  props: type({ a: "number", "b?": "string", c: "boolean" }),
  nested: type({ a: type({ a: "string", b: "string[]", "c?": { "a?": "number | null" } }).array() }),
  keys: type({ "a b": "number", "1": "string", ä: "string" }),
  default: type({ a: "number = 3", b: "string" }),
  "made default": type({ a: type("string[]").default(() => ["x"]), b: "string" }),
  "nested default": type({ a: { a: "number = 3" }, "b?": type({ a: "string = 'x'" }).array() }),
  "default in a branch": type({ a: "number = 3", b: "'x'" }).or({ b: "'y'", c: "string" }),
  reject: type({ "+": "reject", a: "string" }),
  "reject nested": type({ a: { "+": "reject", "a?": "string" }, "+": "reject" }),
  delete: type({ "+": "delete", a: "string" }),
  "delete nested": type({ a: type({ "+": "delete", "b?": "number" }).array() }),
  record: type({ "[string]": "number" }),
  "record and keys": type({ "[string]": "number | string", a: "number" }),
  "record of some": type({ "[/^a/]": "number", "+": "reject" }),
  both: type({ a: "string" }).and({ b: "number" }),
  described: type({ a: type("string").describe("a nice name"), b: type("string > 3").describe("long") }),
  "described union": type("string | number").describe("something plain"),
  keyof: type({ a: "1", b: "2" }).keyof(),
  picked: type({ a: "number", b: "string", "c?": "boolean" }).pick("a", "c"),
  partial: type({ a: "number", b: "string" }).partial(),
  merged: type({ a: "number" }).merge({ a: "string", "b?": "number" }),
};

const leaf = fc.oneof(
  fc.constantFrom<unknown>(null, undefined, true, false, 0, -1, 1, 2, 3, 5, 5.5, 7, 10, 11, Number.NaN, -0.5, 1e21),
  fc.constantFrom("", "a", "b", "c", "x", "y", "aaa", "AAAA", "a\\b", "a@b.de", "https://a.b", "2020-01-01", "!!!!!"),
  fc.string({ maxLength: 5 }),
  fc.constant("123e4567-e89b-42d3-a456-426614174000"),
);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    { weight: 3, arbitrary: leaf },
    { weight: 2, arbitrary: fc.array(tie("value"), { maxLength: 3 }) },
    {
      weight: 4,
      arbitrary: fc.dictionary(fc.constantFrom("a", "b", "c", "o", "p", "x", "kind", "a b", "1", "ä"), tie("value"), {
        maxKeys: 4,
        noNullPrototype: true,
      }),
    },
  ),
}));

interface Ark {
  (data: unknown): unknown;
  readonly internal: ArkNode;
  readonly "~standard": {
    validate(data: unknown): { issues?: readonly { message: string; path: readonly unknown[] }[]; value?: unknown };
  };
}

function expectAgreement(schema: unknown, data: unknown): void {
  const ark = schema as Ark;
  const check = describeType(ark.internal, () => "make");
  const ours = runCheck(JSON.parse(JSON.stringify(check)), structuredClone(data), { make: () => ["x"] });
  const theirs = ark["~standard"].validate(structuredClone(data));
  const told =
    "value" in ours
      ? { value: ours.value }
      : { issues: ours.failures.map((failure) => [failure.path.map(String), messageOfFailure(failure)]) };
  const wanted = theirs.issues
    ? { issues: Array.from(theirs.issues, ({ path, message }) => [Array.from(path, String), message]) }
    : { value: theirs.value };
  expect(told).toEqual(wanted);
}

describe("a schema as data", () => {
  it.each(Object.entries(schemas))("says what ArkType says: %s", (_, schema) => {
    fc.assert(
      fc.property(value, (data) => expectAgreement(schema, data)),
      { numRuns: 300 },
    );
  });

  it("says so of generated schemas too", () => {
    const leaves = ["string", "number", "boolean", "null", "'a'", "'b'", "3", "number > 2", "string <= 2", "string[]"];
    const { def } = fc.letrec<{ def: unknown }>((tie) => ({
      def: fc.oneof(
        { depthSize: "small" },
        { weight: 3, arbitrary: fc.constantFrom<unknown>(...leaves) },
        { weight: 2, arbitrary: tie("def").map((inner) => [inner, "[]"]) },
        { weight: 2, arbitrary: fc.tuple(tie("def"), tie("def")).map(([left, right]) => [left, "|", right]) },
        {
          weight: 3,
          arbitrary: fc.dictionary(fc.constantFrom("a", "b", "c?", "kind", "x?"), tie("def"), {
            maxKeys: 4,
            noNullPrototype: true,
          }),
        },
      ),
    }));
    fc.assert(
      fc.property(def, fc.array(value, { minLength: 5, maxLength: 20 }), (definition, values) => {
        const schema: unknown = type(definition as never);
        for (const data of values) expectAgreement(schema, data);
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    ["a morph", type("string.numeric.parse")],
    ["a predicate", type("string").narrow((text) => text === "a")],
    ["instances of a class", type("Date")],
    ["messages of its own", type("string").configure({ message: () => "No." })],
    ["a bigint", type("bigint")],
    ["a morph", type({ a: [{ b: "string.trim" }, "[]"] })],
  ])("does not claim to know %s", (reason, schema) => {
    const tell = (): unknown => describeType((schema as unknown as Ark).internal, () => undefined);
    expect(tell).toThrow(NotPreparable);
    expect(tell).toThrow(reason);
  });

  it("leaves a value alone that nothing changes", () => {
    const data = { a: 1 };
    expect(
      runCheck(
        describeType((type({ a: "number" }) as unknown as Ark).internal, () => ""),
        data,
      ),
    ).toEqual({
      value: data,
    });
  });
});
