import { describe, expect, it } from "vitest";
import { scanTags } from "./scan-tags.ts";

describe("the scanner that the other tests rely on", () => {
  it("reads sections and primitives", () => {
    expect(
      scanTags('<prompt>\na < b <b>x</b>\n</prompt>\n\n<plan summary="a&amp;b">\n  <step>x</step>\n</plan>'),
    ).toMatchObject([
      { tag: "prompt", text: "\na < b <b>x</b>\n" },
      { tag: "plan", attributes: { summary: "a&b" }, children: [{ tag: "step", text: "x" }] },
    ]);
  });

  it.each([
    ["<prompt>\na </prompt> b\n</prompt>"],
    ["<prompt>\n<system>x</system>\n</prompt>"],
    ["<prompt>\n< / Prompt >\n</prompt>"],
    ["<prompt>\n<\u034fplan>\n</prompt>"],
    ["<prompt>\n< plan >\n</prompt>"],
    ['<prompt>\n< plan summary = "x"\n</prompt>'],
    ["<prompt>x"],
    ["<confirm>a <b>bold</b></confirm>"],
    ["<confirm>a & b</confirm>"],
    ["<confirm>a</confirm> and more"],
  ])("refuses %j", (text) => {
    expect(() => scanTags(text)).toThrow();
  });
});
