import { type } from "arktype";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { jsonSchemaOfStep } from "../../../../src/workflow/schema/json-schema-of-step.ts";

const draft = "https://json-schema.org/draft/2020-12/schema";

describe("the JSON Schema of a step", () => {
  it("is draft 2020-12, of the side that goes in, whatever the library", () => {
    const shape = { $schema: draft, type: "object", properties: { n: { type: "number" } }, required: ["n"] };
    expect(jsonSchemaOfStep({ response: type({ n: "number" }) })).toEqual(shape);
    expect(jsonSchemaOfStep({ response: z.object({ n: z.number() }) })).toMatchObject(shape);
    const parsed = jsonSchemaOfStep({ response: z.object({ n: z.string().transform(Number) }) });
    expect(parsed).toMatchObject({ properties: { n: { type: "string" } } });
  });

  it("is null without a schema, and where the library cannot tell", () => {
    expect(jsonSchemaOfStep({})).toBeNull();
    expect(jsonSchemaOfStep({ response: v.object({ n: v.number() }) })).toBeNull();
  });

  it("is made once for each schema", () => {
    const response = type({ n: "number" });
    expect(jsonSchemaOfStep({ response })).toBe(jsonSchemaOfStep({ response }));
  });
});
