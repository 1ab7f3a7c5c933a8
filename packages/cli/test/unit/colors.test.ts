import { expect, it } from "vitest";
import { createColors } from "../../src/text/colors.ts";

it.each([
  [{}, true, false, true],
  [{}, false, false, false],
  [{ TERM: "dumb" }, true, false, false],
  [{ NO_COLOR: "1" }, true, false, false],
  [{ NO_COLOR: "" }, true, false, true],
  [{ FORCE_COLOR: "1" }, false, false, true],
  [{ FORCE_COLOR: "0" }, true, false, false],
  [{ FORCE_COLOR: "1", NO_COLOR: "1" }, true, false, false],
  [{ FORCE_COLOR: "1" }, true, true, false],
])("env %j, terminal %s, --no-color %s: %s", (env, isTTY, noColor, colored) => {
  expect(createColors({ env }, { write() {}, isTTY }, noColor).red("x") !== "x").toBe(colored);
});
