import { applyEdits, SkillError } from "@tradecraft/sdk";
import { describe, expect, it } from "vitest";

const text = "0123456789";

describe("applyEdits", () => {
  it.each([
    ["nothing", [], text],
    ["a replacement", [{ start: 2, end: 4, text: "ab" }], "01ab456789"],
    ["an insertion at the start", [{ start: 0, end: 0, text: "a" }], "a0123456789"],
    ["an insertion at the end", [{ start: 10, end: 10, text: "a" }], "0123456789a"],
    ["a removal of everything", [{ start: 0, end: 10, text: "" }], ""],
    [
      "edits in any order",
      [
        { start: 8, end: 9, text: "b" },
        { start: 1, end: 2, text: "a" },
      ],
      "0a234567b9",
    ],
    [
      "edits that touch",
      [
        { start: 1, end: 3, text: "a" },
        { start: 3, end: 5, text: "b" },
      ],
      "0ab56789",
    ],
    [
      "identical edits once",
      [
        { start: 1, end: 2, text: "a" },
        { start: 1, end: 2, text: "a" },
      ],
      "0a23456789",
    ],
    [
      "identical insertions once",
      [
        { start: 1, end: 1, text: "a" },
        { start: 1, end: 1, text: "a" },
      ],
      "0a123456789",
    ],
  ])("applies %s", (_title, edits, expected) => {
    expect(applyEdits(text, edits)).toBe(expected);
  });

  it.each([
    [
      "overlap",
      [
        { start: 1, end: 4, text: "a" },
        { start: 3, end: 5, text: "b" },
      ],
      { start: 3, end: 5 },
    ],
    [
      "lie in each other",
      [
        { start: 1, end: 8, text: "a" },
        { start: 3, end: 3, text: "b" },
      ],
      { start: 3, end: 3 },
    ],
    [
      "replace the same text differently",
      [
        { start: 1, end: 2, text: "a" },
        { start: 1, end: 2, text: "b" },
      ],
      { start: 1, end: 2 },
    ],
    ["reach past the end", [{ start: 9, end: 11, text: "a" }], { start: 9, end: 11 }],
    ["start before the text", [{ start: -1, end: 1, text: "a" }], { start: -1, end: 1 }],
    ["end before they start", [{ start: 4, end: 3, text: "a" }], { start: 4, end: 3 }],
  ])("throws edit-overlap for edits that %s, and says which", (_title, edits, facts) => {
    let thrown: unknown;
    try {
      applyEdits(text, edits);
    } catch (error) {
      thrown = error;
    }
    expect(SkillError.is(thrown, "edit-overlap")).toBe(true);
    expect((thrown as SkillError).facts).toEqual(facts);
  });

  it("applies repeated insertions that do not stand next to each other in the list once", () => {
    const edits = [
      { start: 1, end: 2, text: "a" },
      { start: 5, end: 6, text: "b" },
      { start: 1, end: 2, text: "a" },
    ];
    expect(applyEdits(text, edits)).toBe("0a234b6789");
    expect(edits[1]?.start).toBe(5);
  });
});
