import { type } from "arktype";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { schemaFromJson } from "../../../../src/core/code/schema-from-json.ts";
import { maskValues, redact } from "../../../../src/run/secrets/redact.ts";

describe("redact", () => {
  it("takes out what a JSON Schema marks, wherever it is", () => {
    const secret = { type: "string", writeOnly: true };
    const schema = schemaFromJson({
      properties: {
        token: secret,
        login: { anyOf: [{ type: "null" }, { properties: { password: { type: "string", format: "password" } } }] },
        keys: { items: { $ref: "#/$defs/key" } },
        pair: { prefixItems: [{}, secret] },
        more: { additionalProperties: secret },
        box: { writeOnly: true },
      },
      $defs: { key: { allOf: [{ properties: { value: secret } }] } },
    });
    const value = {
      token: "aaa1",
      login: { user: "u", password: "bbb2" },
      keys: [{ name: "n", value: "ccc3" }],
      pair: ["p", "ddd4"],
      more: { any: "eee5" },
      box: { deep: ["fff6", 7777] },
      plain: "aaa",
    };
    const { value: told, secrets } = redact(schema, value);
    expect(told).toEqual({
      token: "•••",
      login: { user: "u", password: "•••" },
      keys: [{ name: "n", value: "•••" }],
      pair: ["p", "•••"],
      more: { any: "•••" },
      box: "•••",
      plain: "aaa",
    });
    expect([...secrets]).toEqual(["aaa1", "bbb2", "ccc3", "ddd4", "eee5", "fff6", 7777]);
    expect(value.token).toBe("aaa1");
  });

  it("does not go round in circles", () => {
    const schema = schemaFromJson({
      $ref: "#/$defs/a",
      $defs: { a: { $ref: "#/$defs/a", properties: { in: { $ref: "#" } } } },
    });
    expect(redact(schema, { in: { in: { in: 1 } } }).value).toEqual({ in: { in: { in: 1 } } });
  });

  it("knows the marks of ArkType, also where it transforms", () => {
    const secret = type("string").configure({ format: "password" });
    const value = { token: "abc1", count: "7", list: [{ key: "def2" }] };
    for (const count of ["string", "string.numeric.parse"] as const) {
      const schema = type({ token: secret, count, list: type({ "key?": secret }).array() });
      expect(redact(schema, value).value).toEqual({ token: "•••", count: "7", list: [{ key: "•••" }] });
    }
  });

  it("knows the marks of Zod, and leaves alone what has none", () => {
    const schema = z.object({ token: z.string().meta({ writeOnly: true }), other: z.string() });
    expect(redact(schema, { token: "abc1", other: "x" }).value).toEqual({ token: "•••", other: "x" });
    expect(redact(undefined, { token: "abc1" }).value).toEqual({ token: "abc1" });
  });
});

describe("maskValues", () => {
  it("masks whole values, and what is long enough within texts", () => {
    const secrets = new Set<unknown>(["abc1", "abc1-more", "xyz", 9876, 'say "hi"']);
    expect(maskValues({ a: ["abc1", "Is abc12, abc1-more."], b: null, abc1: true }, secrets)).toEqual({
      a: ["•••", "Is •••2, •••."],
      b: null,
      abc1: true,
    });
    expect(maskValues(["xyz", "xyzzy", 9876, "9876", "PIN 9876!", 19_876], secrets)).toEqual([
      "•••",
      "xyzzy",
      "•••",
      "•••",
      "PIN •••!",
      19_876,
    ]);
    expect(maskValues(String.raw`(was "say \"hi\"")`, secrets)).toBe('(was "•••")');
  });
});
