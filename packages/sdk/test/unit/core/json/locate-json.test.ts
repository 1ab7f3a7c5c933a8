import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { locateJson } from "../../../../src/core/json/locate-json.ts";

function attempt(parse: () => unknown): unknown {
  try {
    return { value: JSON.parse(JSON.stringify(parse())) as unknown };
  } catch {
    return "refused";
  }
}

describe("locateJson", () => {
  it("reads what JSON.parse reads", () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ noUnicodeString: false, maxDepth: 5 }),
        fc.constantFrom(undefined, 2, "\t"),
        (value, space) => {
          const text = JSON.stringify(value, null, space);
          expect(JSON.parse(JSON.stringify(locateJson(text).value))).toEqual(JSON.parse(text));
        },
      ),
    );
  });

  it("refuses what JSON.parse refuses", () => {
    const soup = fc.array(
      fc.constantFrom(
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        '"a"',
        '"b"',
        "1",
        "-",
        ".5",
        "1.5e3",
        "01",
        "true",
        "nul",
        " ",
        "\n",
        '"\\x"',
        '"',
      ),
      {
        maxLength: 12,
      },
    );
    fc.assert(
      fc.property(soup, (parts) => {
        const text = parts.join("");
        const ours = attempt(() => locateJson(text).value);
        const theirs = attempt(() => JSON.parse(text) as unknown);
        // Duplicate keys are the one thing that is refused on top.
        if (ours !== "refused") expect(ours).toEqual(theirs);
        else if (theirs !== "refused") expect(() => locateJson(text)).toThrow(/twice/);
      }),
      { numRuns: 5000 },
    );
  });

  it("knows where keys and values stand", () => {
    const text = '{ "check": { "rules": { "x": "off" } } }';
    const json = locateJson(text);
    expect(json.offsetOf(["check", "rules", "x"])).toBe(text.indexOf('"off"'));
    expect(json.offsetOf(["check", "rules", "x"], true)).toBe(text.indexOf('"x"'));
    expect(json.offsetOf(["check", "nothing"])).toBe(text.indexOf('{ "rules"'));
  });

  it("survives deep nesting and __proto__", () => {
    expect(() => locateJson("[".repeat(100_000))).toThrow(/nested deeper/);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
    locateJson('{ "__proto__": { "polluted": 1 } }');
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });
});
