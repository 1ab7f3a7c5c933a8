import { describe, expect, it } from "vitest";
import { isUsedInFunctions } from "../../../src/build/bundle/calls-in-functions.ts";

describe("isUsedInFunctions", () => {
  it.each([
    ["a call at the top", 'const a = type({ b: "string" });', false],
    [
      "calls in an object beside functions",
      'x.step("a", { prompt: ({ p }) => [p], response: type("string"), next: (r) => r });',
      false,
    ],
    [
      "a chain after a callback",
      'skill().step("a", { save: (r) => ({ a: r }) }).step("b", { response: type("1") });',
      false,
    ],
    ["another thing of that name", "const f = () => node.type + { type: 1 }.x;", true],
    ["a property of that name", "const f = () => node.type;", false],
    ["an arrow", 'const make = (n) => type("string");', true],
    ["an arrow with a body", 'const make = (n) => {\n  const a = 1;\n  return type("string");\n};', true],
    ["a function", 'function make() { return type("string"); }', true],
    ["a method", '({ make() { return [type("string")]; } });', true],
    ["a template in a function", "const f = () => `a ${type.errors} b`;", true],
    ["a template at the top", "const f = `a ${type.errors} b`, g = () => 1;", false],
    ["words in texts", "const f = () => 'type(' + \"type\" + `type` + /type/.source; // type", false],
    ["a pattern with brackets", 'const f = /[({]/, g = type("a");', false],
    ["a division", 'const f = (1 / 2) / 3, g = type("a");', false],
  ])("%s", (_, code, expected) => {
    expect(isUsedInFunctions(code, "type")).toBe(expected);
  });
});
