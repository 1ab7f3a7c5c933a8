import { describe, expect, it } from "vitest";
import { act } from "../../../../src/workflow/primitives/act.ts";
import { assemblePrompt } from "../../../../src/workflow/prompt/assemble-prompt.ts";
import { fragment } from "../../../../src/workflow/prompt/fragment.ts";
import type { PromptPiece } from "../../../../src/workflow/prompt/prompt-piece.ts";
import { system } from "../../../../src/workflow/prompt/system.ts";
import { view } from "../../../../src/workflow/prompt/view.ts";

describe("assemblePrompt", () => {
  it("puts a text, a fragment, a frame and a view into their tags", () => {
    expect(assemblePrompt("Do it.")).toBe("<prompt>\nDo it.\n</prompt>");
    expect(assemblePrompt(fragment("tone", " Be kind. "))).toBe("<prompt>\nBe kind.\n</prompt>");
    expect(assemblePrompt(system`Be brief.`)).toBe("<system>Be brief.</system>");
    expect(assemblePrompt(view("a\nb"))).toBe("<rendered>\na\nb\n</rendered>");
    expect(assemblePrompt(view("Report", ["a", "b"]))).toBe('<rendered name="Report">\na\n\nb\n</rendered>');
  });

  it("keeps the author's order, with a blank line between", () => {
    expect(assemblePrompt([system("Frame."), act.confirm({ message: "Go?" }), "Then go."])).toBe(
      '<system>Frame.</system>\n\n<confirm default="no">Go?</confirm>\n\n<prompt>\nThen go.\n</prompt>',
    );
  });

  it("drops what is empty", () => {
    expect(assemblePrompt(["", "  \n", system(""), view("x", ""), view([]), "\u200b", "Here."])).toBe(
      "<prompt>\nHere.\n</prompt>",
    );
    expect(assemblePrompt([])).toBe("");
  });

  it("refuses what is no piece of a prompt", () => {
    for (const piece of [undefined, null, false, 1, {}, { kind: "other" }]) {
      expect(() => assemblePrompt([piece as unknown as PromptPiece])).toThrow(TypeError);
    }
    expect(() => assemblePrompt({ kind: "act", primitive: { kind: "vote" } })).toThrow(
      'No primitive has the tag "vote".',
    );
  });
});
