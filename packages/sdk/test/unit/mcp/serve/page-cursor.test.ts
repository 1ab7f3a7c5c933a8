import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeCursor, encodeCursor } from "../../../../src/mcp/serve/publish/page-cursor.ts";

describe("cursors", () => {
  it("come back as they were", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string(), (after, listing) => {
        expect(decodeCursor(listing, encodeCursor(listing, after))).toBe(after);
      }),
    );
  });

  it("are refused when anything about them is another", () => {
    const cursor = encodeCursor("skills", "skill://a/SKILL.md");
    fc.assert(
      fc.property(fc.nat(cursor.length - 1), fc.string({ minLength: 1, maxLength: 1 }), (at, character) => {
        const other = cursor.slice(0, at) + character + cursor.slice(at + 1);
        fc.pre(other !== cursor);
        expect(() => decodeCursor("skills", other)).toThrow("cursor");
      }),
    );
    expect(() => decodeCursor("prompts", cursor)).toThrow("cursor");
    expect(() => decodeCursor("skills", "")).toThrow("cursor");
  });

  it("are not needed for the first page", () => {
    expect(decodeCursor("skills", undefined)).toBeUndefined();
  });
});
