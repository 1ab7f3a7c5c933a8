import { describe, expect, it } from "vitest";
import { parseCheckConfig } from "../../src/config/parse-check-config.ts";

describe("parseCheckConfig", () => {
  it("reads the check section and leaves other sections to others", () => {
    const check = {
      profile: "lenient",
      rules: { "path-missing": "warning", "file-case": "off" },
      ignore: ["a"],
      maxWarnings: 3,
    };
    expect(parseCheckConfig(JSON.stringify({ $schema: "x", skills: [1], check }), "f")).toEqual(check);
    expect(parseCheckConfig("{}", "f")).toEqual({});
  });

  it.each([
    ['{ "check": {,} }', "f:1:13: not valid JSON: expected a key in double quotes"],
    ["", "f:1:1: not valid JSON: expected a value, found the end of the file"],
    ["{} // no", "(JSON has no comments)"],
    ["[]", "f:1:1: a tradecraft.json must be an object"],
    ['{ "check": 1 }', 'f:1:12: "check" must be an object'],
    ['{\n  "check": { "profil": "spec" }\n}', 'f:2:14: unknown key "profil" in "check"; did you mean "profile"?'],
    [
      '{ "check": { "profile": "specs" } }',
      'f:1:25: "profile" must be one of spec, reference, lenient; did you mean "spec"?',
    ],
    ['{ "check": { "rules": { "path-mising": "off" } } }', 'unknown rule "path-mising"; did you mean "path-missing"?'],
    ['{ "check": { "rules": { "constructor": "off" } } }', 'unknown rule "constructor"'],
    [
      '{ "check": { "rules": { "path-missing": "loud" } } }',
      'f:1:41: rule "path-missing" must be one of off, info, warning, error',
    ],
    ['{ "check": { "profile": {} } }', '"profile" must be one of'],
    ['{ "check": { "rules": [] } }', '"rules" must be an object'],
    ['{ "check": { "ignore": "a" } }', '"ignore" must be a list'],
    ['{ "check": { "ignore": ["a", 1] } }', 'f:1:30: each path in "ignore"'],
    ['{ "check": { "maxWarnings": -1 } }', '"maxWarnings" must be a whole number'],
    ['{ "check": { "maxWarnings": 1.5 } }', '"maxWarnings" must be a whole number'],
  ])("refuses %s with its place", (text, message) => {
    expect(() => parseCheckConfig(text, "f")).toThrow(
      expect.objectContaining({ code: "config-invalid", message: expect.stringContaining(message) as string }) as Error,
    );
  });
});
