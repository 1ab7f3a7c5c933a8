import { splitFrontmatter } from "@tradecraft/sdk";
import { describe, expect, it } from "vitest";

interface SplitCase {
  readonly title: string;
  readonly raw: string;
  readonly frontmatter: string | null;
  readonly body: string;
  readonly state?: "unclosed" | "absent";
}

const cases: readonly SplitCase[] = [
  { title: "an ordinary file", raw: "---\nname: a\n---\n\nBody\n", frontmatter: "name: a\n", body: "Body" },
  { title: "a byte order mark", raw: "\uFEFF---\nname: a\n---\nBody", frontmatter: "name: a\n", body: "Body" },
  { title: "CRLF line ends", raw: "---\r\nname: a\r\n---\r\nB\r\nC\r\n", frontmatter: "name: a\r\n", body: "B\r\nC" },
  { title: "blanks behind both fences", raw: "--- \t\nname: a\n---\t \nB", frontmatter: "name: a\n", body: "B" },
  { title: "an empty frontmatter", raw: "---\n---\nB\n", frontmatter: "", body: "B" },
  { title: "an empty frontmatter with CRLF", raw: "---\r\n---\r\nB\r\n", frontmatter: "", body: "B" },
  { title: "an empty frontmatter with blanks on its fence", raw: "---  \n---\nB", frontmatter: "", body: "B" },
  { title: "a blank frontmatter", raw: "---\n\n---\nB\n", frontmatter: "\n", body: "B" },
  { title: "a comment as frontmatter", raw: "---\n# c\n---\nB\n", frontmatter: "# c\n", body: "B" },
  { title: "a closing fence at the end of the file", raw: "---\na: b\n---", frontmatter: "a: b\n", body: "" },
  { title: "nothing but the two fences", raw: "---\n---", frontmatter: "", body: "" },
  { title: "--- inside a value", raw: "---\nd: x --- y\n---\nB", frontmatter: "d: x --- y\n", body: "B" },
  { title: "--- at the end of a value", raw: "---\nd: x ---\n---\nB", frontmatter: "d: x ---\n", body: "B" },
  {
    title: "--- that a word follows on its line",
    raw: "---\nd: x\n--- y\n---\nB",
    frontmatter: "d: x\n--- y\n",
    body: "B",
  },
  { title: "an indented fence", raw: "---\nd: |\n ---\n---\nB", frontmatter: "d: |\n ---\n", body: "B" },
  { title: "four hyphens", raw: "---\nd: |\n----\n---\nB", frontmatter: "d: |\n----\n", body: "B" },
  { title: "... as no fence", raw: "---\na: b\n...\n---\nB", frontmatter: "a: b\n...\n", body: "B" },
  {
    title: "--- in column 1 of a block scalar, which closes",
    raw: "---\nd: |\n---\nB",
    frontmatter: "d: |\n",
    body: "B",
  },
  {
    title: "rules in the body",
    raw: "---\na: b\n---\nB\n\n---\n\nC\n---\n",
    frontmatter: "a: b\n",
    body: "B\n\n---\n\nC\n---",
  },
  { title: "a body that starts with a rule", raw: "---\na: b\n---\n---\nB", frontmatter: "a: b\n", body: "---\nB" },
  { title: "blank lines before the fence", raw: "\n \t\n---\na: b\n---\nB", frontmatter: "a: b\n", body: "B" },
  { title: "a missing close", raw: "---\na: b\n\nB\n", frontmatter: null, body: "---\na: b\n\nB", state: "unclosed" },
  { title: "a lone fence", raw: "---", frontmatter: null, body: "---", state: "unclosed" },
  { title: "a lone fence and its line end", raw: "---\n", frontmatter: null, body: "---", state: "unclosed" },
  {
    title: "an indented close only",
    raw: "---\na: b\n ---\n",
    frontmatter: null,
    body: "---\na: b\n ---",
    state: "unclosed",
  },
  {
    title: "an indented opening",
    raw: " ---\na: b\n---\nB",
    frontmatter: null,
    body: "---\na: b\n---\nB",
    state: "absent",
  },
  {
    title: "four hyphens as opening",
    raw: "----\na: b\n---\n",
    frontmatter: null,
    body: "----\na: b\n---",
    state: "absent",
  },
  {
    title: "a comment behind the opening",
    raw: "--- # c\na: b\n---\n",
    frontmatter: null,
    body: "--- # c\na: b\n---",
    state: "absent",
  },
  { title: "no frontmatter", raw: "# Title\n---\n", frontmatter: null, body: "# Title\n---", state: "absent" },
  { title: "an empty file", raw: "", frontmatter: null, body: "", state: "absent" },
  { title: "a byte order mark alone", raw: "\uFEFF", frontmatter: null, body: "", state: "absent" },
];

describe("splitFrontmatter", () => {
  it.each(cases)("reads $title", ({ raw, frontmatter, body, state }) => {
    const split = splitFrontmatter(raw);
    expect({ state: split.state, frontmatter: split.frontmatter, body: split.body }).toEqual({
      state: state ?? "closed",
      frontmatter,
      body,
    });
  });

  it.each(cases.filter(({ state }) => state === undefined))("keeps offsets that slice back: $title", ({ raw }) => {
    const split = splitFrontmatter(raw);
    expect(raw.slice(split.fenceStart)).toMatch(/^---/);
    expect(raw.slice(0, split.fenceStart)).toMatch(/^\uFEFF?\s*$/);
    expect(raw.slice(split.fenceStart, split.frontmatterStart)).toMatch(/^---[ \t]*\r?\n$/);
    expect(raw.slice(split.frontmatterStart, split.frontmatterEnd)).toBe(split.frontmatter);
    expect(raw.slice(split.frontmatterEnd, split.bodyStart)).toMatch(/^---[ \t]*(?:\r?\n|$)$/);
    expect(raw.slice(split.bodyStart).trim()).toBe(split.body);
  });

  it("gives exact offsets", () => {
    expect(splitFrontmatter("\uFEFF\n--- \r\nname: a\r\n---\r\nBody")).toEqual({
      state: "closed",
      frontmatter: "name: a\r\n",
      body: "Body",
      fenceStart: 2,
      frontmatterStart: 8,
      frontmatterEnd: 17,
      bodyStart: 22,
    });
  });

  it("puts everything of an unclosed file behind its opening fence", () => {
    const raw = "\n---\na: b\n";
    const split = splitFrontmatter(raw);
    expect([split.fenceStart, split.frontmatterStart, split.frontmatterEnd, split.bodyStart]).toEqual([1, 5, 10, 10]);
  });

  it("keeps a body of a million lines of hyphens, in time that does not grow faster than the text", () => {
    const body = "--- \n----\n".repeat(500_000);
    const started = performance.now();
    const split = splitFrontmatter(`---\na: b\n---\n${body}`);
    expect(split.body.length).toBe(body.trim().length);
    expect(splitFrontmatter(`---\n${"----\n".repeat(1_000_000)}`).state).toBe("unclosed");
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});
