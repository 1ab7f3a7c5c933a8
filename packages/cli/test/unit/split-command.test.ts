import { describe, expect, it } from "vitest";
import { splitCommand } from "../../src/scan/split-command.ts";

describe("splitCommand", () => {
  it.each([
    ["node read.mjs", ["node", "read.mjs"]],
    ['  "/a b/node"  x ', ["/a b/node", "x"]],
    [`a --x="b c" 'd "e"' ""`, ["a", "--x=b c", 'd "e"', ""]],
    ["a; rm -rf $HOME | b \\n", ["a;", "rm", "-rf", "$HOME", "|", "b", "\\n"]],
    ["", []],
  ])("%s", (text, words) => expect(splitCommand(text)).toEqual(words));

  it.each(['a "b', "it's"])("refuses an open quote: %s", (text) => expect(splitCommand(text)).toBeUndefined());
});
