import { lintSkill, type SkillFile } from "@tradecraft/sdk";
import { describe, expect, it } from "vitest";
import { codesOf, goodSkill, only, textAt } from "../skill-text.ts";

const here: readonly SkillFile[] = [
  { path: "a.md" },
  { path: "references/b.md" },
  { path: "references/deep/c.md" },
  { path: "my file.md" },
  { path: "f(1).md" },
];
const mentions = "\n\n```\na.md b.md c.md my file.md f(1).md\n```\n";
const lint = (body: string, files: readonly SkillFile[] | undefined = here) =>
  lintSkill(goodSkill("", body + mentions), files === undefined ? {} : { files }).diagnostics;

describe("link-missing", () => {
  it.each([
    ["[x](gone.md)", "gone.md", 5],
    ["See ![x](img/gone.png 'title').", "img/gone.png", 10],
    ["[x](<my gone.md>)", "my gone.md", 6],
    ["[x]: gone.md", "gone.md", 6],
    ["[x](gone.md#part)", "gone.md#part", 5],
  ])("is said of %j, at its target", (body, target, column) => {
    const diagnostic = only(lint(body));
    expect(diagnostic).toMatchObject({ code: "link-missing", severity: "warning", line: 5, column });
    expect(textAt(goodSkill("", body), diagnostic)).toBe(target);
  });

  it.each([
    "[x](a.md)",
    "[x](./a.md)",
    "[x](references/b.md#part)",
    "[x](references/../a.md)",
    "[x](references)",
    "[x](references/)",
    "[x](SKILL.md)",
    "[x](my%20file.md)",
    "[x](<my file.md>)",
    "[x](f(1).md)",
    "[x](https://x.test/gone.md)",
    "[x](mailto:a@b.test)",
    "[x](//x.test/a)",
    "[x](#part)",
    "[x]()",
    "`[x](gone.md)`",
    "``a ` [x](gone.md)``",
    "```\n[x](gone.md)\n```",
    "~~~\n[x](gone.md)\n~~~",
    "````\n```\n[x](gone.md)\n```\n````",
    "[x]({file}.md)",
    "[x](path/to/...)",
  ])("is not said of %j", (body) => {
    expect(lint(body)).toEqual([]);
  });

  it("is not said where the caller lists no files", () => {
    expect(lintSkill(goodSkill("", "[x](gone.md)")).diagnostics).toEqual([]);
  });
});

describe("link-deep", () => {
  it("is said of a target more than one folder down", () => {
    expect(only(lint("[x](references/deep/c.md)"))).toMatchObject({
      code: "link-deep",
      severity: "info",
      line: 5,
      column: 5,
    });
  });

  it("is not said of one folder down, however it is written", () => {
    expect(lint("[x](references/deep/../b.md) [y](./references/b.md)")).toEqual([]);
  });
});

describe("link-outside", () => {
  it.each(["[x](../other/SKILL.md)", "[x](references/../../x.md)", "[x](..\\x.md)", "[x](%2e%2e/x.md)", "[x](..)"])(
    "is said of %j",
    (body) => {
      expect(codesOf(lint(body))).toEqual(["link-outside"]);
    },
  );

  it.each(["[x](references/../a.md)", "[x](./references/./b.md)"])("is not said of %j", (body) => {
    expect(lint(body)).toEqual([]);
  });
});

describe("absolute-path", () => {
  it.each([
    ["Read /Users/ada/notes.txt first", "/Users/ada/notes.txt"],
    ["Run `/home/ada/bin/x` first", "/home/ada/bin/x"],
    ["Open C:\\Users\\ada\\x.txt", "C:\\Users\\ada\\x.txt"],
    ["[x](/etc/hosts)", "/etc/hosts"],
    ["[x](C:/tools/x.md)", "C:/tools/x.md"],
  ])("is said of %j", (body, path) => {
    const diagnostic = only(lint(body));
    expect(diagnostic.code).toBe("absolute-path");
    expect(textAt(goodSkill("", body), diagnostic)).toBe(path);
  });

  it.each([
    "Look in /usr/bin or /etc.",
    "See https://x.test/home/ada/x",
    "~/notes and $HOME/notes",
    "The /home/ folder",
    "src/home/ada.ts",
    "[x](//x.test/home/a)",
  ])("is not said of %j", (body) => expect(lint(body)).toEqual([]));
});

describe("many places", () => {
  it("absolute-path shows ten and counts the rest", () => {
    const found = lint("Read /home/ada/x.\n".repeat(25));
    expect(codesOf(found)).toEqual(Array.from({ length: 10 }, () => "absolute-path"));
    expect(found.at(-1)?.message).toContain("(and 15 more places)");
  });

  it("absolute-path is said once of a link to a home folder", () => {
    expect(codesOf(lint("[x](/home/ada/x.md) and `/home/ada/y`"))).toEqual(["absolute-path", "absolute-path"]);
  });

  it("link-missing shows fifty and counts the rest", () => {
    const found = lint("[x](gone.md) ".repeat(60));
    expect(found).toHaveLength(50);
    expect(found.at(-1)?.message).toContain("(and 10 more places)");
  });

  it("links and files are matched in linear time", { retry: 2 }, () => {
    const files = Array.from({ length: 5_000 }, (_, at) => ({ path: `references/${at}/x.md` }));
    const raw = goodSkill("", "[x](gone/) [y](references/4999) \n".repeat(5_000));
    const started = performance.now();
    lintSkill(raw, { files });
    expect(performance.now() - started).toBeLessThan(500);
  });
});
