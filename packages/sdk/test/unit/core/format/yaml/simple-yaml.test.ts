import { describe, expect, it } from "vitest";
import { toObject } from "../../../../../src/core/format/yaml/entry.ts";
import { readFullYaml } from "../../../../../src/core/format/yaml/full-yaml.ts";
import { readSimpleYaml, UNSURE } from "../../../../../src/core/format/yaml/simple-yaml.ts";

const read = (text: string): ReturnType<typeof readSimpleYaml> => readSimpleYaml(text, 0, text.length);

// Texts that fuzzing found the two readers to disagree on, or that are easy to get wrong.

describe("the simple reader declines what it is not sure of", () => {
  it.each([
    ["an inner flow collection that ends at the block's indentation", 'm: {"a":["x"\n]}\n'],
    ["a flow collection that is a key", "m: [a, b]: [c]\n"],
    ["a key whose colon stands on the next line", "a: b\nc\n  : d\n"],
    ["the end of a document", "a: b\n...\n"],
    ["an anchor", "a: &x b\n"],
    ["an alias", "a: *x\n"],
    ["a tag", "a: !!str b\n"],
    ["a repeated key", "a: b\na: c\n"],
    ["a prototype key", "__proto__: a\n"],
    ["a key that is a number", "1: a\n"],
    ["a tab", "a:\tb\n"],
    ["an indentation indicator", "a: |2\n   b\n"],
    ["a kept line break", "a: >+\n  b\n\n"],
    ["a block scalar that starts blank", "a: |\n\n  b\n"],
    ["a quoted scalar on two lines", 'a: "b\n  c"\n'],
    ["an escape that JSON does not have", 'a: "\\x41"\n'],
    ["a complex key", "? a\n: b\n"],
    ["nothing at all", ""],
  ])("%s", (_what, text) => {
    expect(read(text)).toBe(UNSURE);
  });
});

describe("the simple reader is sure that something is broken, and the full reader agrees", () => {
  it.each([
    ["a second colon", "a: b: c\n", "value"],
    ["text after a list", "a: [b] c\n", "value"],
    ["text after a quoted text", 'a: "b" c\n', "value"],
    ["a comma first", "a: , b\n", "value"],
    ["a reserved sign first", "a: @b\n", "value"],
    ["a bracket inside a plain scalar of a flow collection", "a: {b: c[d]}\n", "value"],
    ["a line that is no entry", "a: b\nprose without a colon\nc: d\n", "line"],
  ])("%s", (_what, text, reason) => {
    expect(read(text)).toMatchObject({ reason });
    expect(readFullYaml(text).problems.map(({ kind }) => kind)).toContain("syntax");
  });
});

describe("the simple reader reads as the full reader does", () => {
  it.each([
    ["a flow collection that ends at the block's indentation", "m: {\n  a: 1\n}\nn: x\n"],
    ["folding with deeper lines", "a: >\n  b\n  c\n\n    d\n\n  e\n\n\n  f\nz: 1\n"],
    ["a literal with blank lines", "a: |-\n  b\n\n  c\n\nz: 1\n"],
    ["a plain scalar on several lines", "a: b\n  c\n\n  d\nz: 1\n"],
    ["values below their key", "a:\n  text here\nb:\n  [c, d]\nc:\n- e\n- f: g\n  h: i\n"],
    [
      "every kind of plain scalar",
      "a: [~, null, true, FALSE, 1, -2, +3, 1.5, .5, 1e3, 0x1f, 0o17, .inf, .NaN, 1_0, yes]\n",
    ],
    ["quotes in quotes", "a: 'it''s'\nb: \"say \\\"hi\\\" \\u00e9 \\n\"\n"],
    ["comments", "# top\na: b # behind\n# between\nc: # above\n  d: e\n"],
    ["CRLF", "a: b\r\nc:\r\n  - d\r\ne: |\r\n  f\r\n  g\r\n"],
    ["no line break at the end", "a: b\nc: d"],
    ["non-breaking spaces", "a: b\u00a0\n  c\u00a0\nz: 1\n"],
  ])("%s", (_what, text) => {
    const simple = read(text);
    const full = readFullYaml(text);
    expect(full.problems).toEqual([]);
    expect(Array.isArray(simple) && toObject(simple)).toStrictEqual(toObject(full.entries ?? []));
  });
});
