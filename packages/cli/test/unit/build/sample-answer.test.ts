import { type } from "@tradecraft/sdk/workflow";
import { describe, expect, it } from "vitest";
import { sampleAnswer } from "../../../src/build/output/sample-answer.ts";

describe("sampleAnswer", () => {
  it.each([
    type({ a: "string >= 3", b: "1 <= number.integer <= 5", "c?": "boolean", d: "'x' | 'y'" }),
    type("string[] >= 2"),
    type(["string", "number"]),
    type({ a: { b: "string.email", c: "null | number" } }),
    type("number > 4"),
    type("number % 5"),
    type({ kind: "'a'", x: "number" }).or({ kind: "'b'" }),
  ])("makes up an answer that fits: %#", (schema) => {
    const json = schema["~standard"].jsonSchema.input({ target: "draft-2020-12" });
    expect(schema.allows(sampleAnswer(json))).toBe(true);
  });

  it("makes something of nothing", () => {
    expect(sampleAnswer(undefined)).toEqual({});
  });
});
