import { expect, it } from "vitest";
import { locateStep } from "../../src/workflow/locate-step.ts";

it.each([
  ['skill({})\n  .step("ask", {})', "ask", { line: 2, column: 10, length: 3 }],
  ["a.step(\n  'ask.me',\n  {})", "ask.me", { line: 2, column: 4, length: 6 }],
  ["a.parallel(`all`, {})", "all", { line: 1, column: 13, length: 3 }],
  ['a.step("asked", {})', "ask", undefined],
])("finds %j", (text, step, place) => {
  expect(locateStep(text, step)).toEqual(place);
});
