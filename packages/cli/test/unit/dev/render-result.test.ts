import { describe, expect, it } from "vitest";
import { renderResult, shortValue } from "../../../src/dev/render-result.ts";
import { createColors } from "../../../src/text/colors.ts";

const colors = createColors({ env: {} }, { write: () => undefined }, true);
const evil = "a\u001b[2J\u202eb";
const shown = "a␛[2J<U+202E>b";

describe("renderResult", () => {
  it("shows texts of a skill, and steers no terminal with them", () => {
    const completed = { step: evil, response: {}, actionResult: { [evil]: evil }, result: null };
    const failed = { step: evil, response: {}, result: null, error: evil };
    const finished = { completed, autoAdvanced: [failed] };
    const lines = [
      renderResult({ kind: "prompt", step: evil, prompt: evil, schema: { title: evil }, ...finished }, colors),
      renderResult({ kind: "done", done: true, finalOutput: { text: evil }, ...finished }, colors),
      renderResult({ kind: "redirect", redirect: `topic:${evil}`, completed, store: {} }, colors),
      renderResult(
        { kind: "error", error: "action", code: "action-failed", step: "", message: evil, hint: evil, retry: true },
        colors,
      ),
    ].flat();
    // eslint-disable-next-line no-control-regex
    expect(lines.join("\n")).not.toMatch(/[\u001b\u202e]/);
    expect(lines.slice(0, 4)).toEqual([
      `✓ ${shown} → {"a\\u001b[2J<U+202E>b":"a\\u001b[2J<U+202E>b"}`,
      `✖ ${shown} ${shown}`,
      `● ${shown}`,
      shown,
    ]);
    expect(lines.slice(-3)).toEqual([`leads to topic:${shown}`, `✖ action-failed: ${shown}`, `  ${shown}`]);
  });

  it("tells how far a parallel step has come", () => {
    const parallel = { step: "look", done: 1, total: 3, open: [] };
    const [head] = renderResult({ kind: "prompt", step: "look#1", prompt: "Look.", schema: null, parallel }, colors);
    expect(head).toBe("● look#1 1 of 3 parts answered");
  });

  it("cuts what is long where one line has to do", () => {
    expect(shortValue("x".repeat(500))).toHaveLength(161);
    expect(shortValue(undefined)).toBe("nothing");
  });
});
