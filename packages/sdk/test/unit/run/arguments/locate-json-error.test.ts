import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { locateJsonError } from "../../../../src/run/arguments/locate-json-error.ts";

describe("locateJsonError", () => {
  it.each([
    ["", 1, 1, "it ends too early"],
    ["bad", 1, 1, "a value should be here"],
    ['{"a":}', 1, 6, "a value should be here"],
    ['{"a" 1}', 1, 6, "a colon should be here"],
    ["{a:1}", 1, 2, "a name in double quotes should be here"],
    ['{"a":1,}', 1, 8, "a name in double quotes should be here"],
    ["[1,]", 1, 4, "a value should be here"],
    ["[1 2]", 1, 4, 'a comma or "]" should be here'],
    ['{"a":1', 1, 7, "it ends too early"],
    ['{\n  "a": "x\ny"}', 2, 10, "a control character must be escaped"],
    ['"\\x"', 1, 2, "this escape is none"],
    ['"open', 1, 6, "a text in double quotes does not end"],
    ["{} x", 1, 4, "nothing may follow here"],
    ["01", 1, 1, "a value should be here"],
    ["[1}", 1, 3, 'a comma or "]" should be here'],
  ])("%j", (text, line, column, reason) => {
    expect(locateJsonError(text)).toMatchObject({ line, column, reason });
  });

  it("finds a place in whatever JSON.parse refuses, and the end of whatever it takes", () => {
    const texts = fc.oneof(
      fc.json(),
      fc.string(),
      fc.json().chain((json) => fc.nat(json.length).map((at) => json.slice(0, at))),
    );
    fc.assert(
      fc.property(texts, (text) => {
        let valid = true;
        try {
          JSON.parse(text);
        } catch {
          valid = false;
        }
        expect(isWhole(text)).toBe(valid);
      }),
    );
  });

  it("takes a long text and deep nesting", () => {
    expect(locateJsonError(`"${"x".repeat(10_000_000)}`).reason).toBe("a text in double quotes does not end");
    expect(locateJsonError("[".repeat(1_000_000)).reason).toBe("it ends too early");
  });
});

/** Whether the scan came to the end of the text, and missed nothing. */
function isWhole(text: string): boolean {
  const { line, column, reason } = locateJsonError(text);
  const lines = text.split("\n");
  const atEnd = line === lines.length && column === (lines.at(-1)?.length ?? 0) + 1;
  return atEnd && reason === "nothing may follow here";
}
