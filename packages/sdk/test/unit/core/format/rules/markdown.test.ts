import { lintSkill } from "@tradecraft/sdk";
import { describe, expect, it } from "vitest";
import { hostileUnits } from "../../../../../../../test/support/hostile-markdown.mjs";
import { codesOf, goodSkill, textAt } from "../skill-text.ts";

const lint = (body: string) =>
  lintSkill(goodSkill("", body)).diagnostics.filter(({ code }) => !code.startsWith("body"));
const outside = (body: string): string[] => lint(body).map((diagnostic) => textAt(goodSkill("", body), diagnostic));

describe("links", () => {
  it.each([
    ["[a](../b.md)", ["../b.md"]],
    ["[a]( ../b.md )", ["../b.md"]],
    ["[a](<../b c.md>)", ["../b c.md"]],
    ["[a](../b c.md)", ["../b c.md"]],
    ['[a](../b.md "a (title)")', ["../b.md"]],
    ["[a](../f(1).md)", ["../f(1).md"]],
    ["[![a](../a.png)](../b.md)", ["../a.png", "../b.md"]],
    ["[a](x [b](../b.md)", ["../b.md"]],
    [`${"x".repeat(20_000)} [a](../b.md)`, ["../b.md"]],
    ["[a](../b.md", []],
    ["[a](<../b.md> c)", []],
    [`[a](../${"b".repeat(3_000)})`, []],
    ["`[a](../b.md)`", []],
    ["`` ` [a](../b.md) ``", []],
    ["``` `` [a](../b.md) `` x", []],
    ["`` [a](../b.md) `", ["../b.md"]],
    ["\\` [a](../b.md) `", ["../b.md"]],
    ["`a` [a](../b.md) `c`", ["../b.md"]],
  ])("of %j are found", (body, targets) => expect(outside(body)).toEqual(targets));
});

describe("fences", () => {
  const comment = "<!-- x -->";
  it.each([
    ["backticks in the info string", `\`\`\`x\`\`\` y\n${comment}`],
    ["a fence that is indented too far", `    \`\`\`\n${comment}`],
    ["a fence after the list", `- a\n\nb\n\n    \`\`\`\n${comment}`],
    ["a fence that ends with its list item", `- a\n\n  \`\`\`\n  b\n${comment}`],
    ["a fence on the line of its item", `- \`\`\`\n  b\n  \`\`\`\n  ${comment}`],
  ])("do not hide what stands behind %s", (_what, body) => {
    expect(codesOf(lint(body))).toEqual(["html-comment"]);
  });

  it.each([
    ["in a list item", `- a\n\n  \`\`\`html\n  ${comment}\n  \`\`\``],
    ["deep in a list", `1. a\n   - b\n\n     \`\`\`html\n     ${comment}\n     \`\`\`\n\nc`],
    ["deeper than it must be", `- a\n\n      ~~~\n      ${comment}\n      ~~~`],
    ["behind a tab in a list", `- a\n\n\t\`\`\`\n\t${comment}\n\t\`\`\``],
    ["with tildes and backticks in the info string", `~~~ a\`b\`\n${comment}\n~~~`],
    ["with CRLF", `\`\`\`html\r\n${comment}\r\n\`\`\`\r\nx`],
  ])("hide code %s", (_what, body) => {
    expect(lint(body)).toEqual([]);
  });
});

describe("hostile Markdown", () => {
  // A quarter of a megabyte; `npm run bench:hostile` measures a whole one against a harmless text.
  const whole = 2 ** 18;
  const lines = [200, 9_900, whole];
  const cases = hostileUnits.flatMap((unit) => lines.map((length) => ({ unit, length })));
  it.each(cases)("of $unit in lines of $length is read in linear time", ({ unit, length }) => {
    const line = unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
    const raw = goodSkill("", `${line}\n`.repeat(whole / length) + ")");
    const started = performance.now();
    lintSkill(raw, { files: [] });
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});
