import { fixSkill, formatSkill, lintSkill, parseSkill } from "@tradecraft/sdk";
import { describe, expect, it } from "vitest";
import { codesOf, skillText } from "./skill-text.ts";

const bomb = ["a: &a [x, x, x, x, x, x, x, x, x]"];
for (let at = 1; at < 12; at++) {
  const [before, name] = [String.fromCharCode(96 + at), String.fromCharCode(97 + at)];
  bomb.push(`${name}: &${name} [${Array.from({ length: 9 }, () => `*${before}`).join(", ")}]`);
}

/** Input, and the codes that must be among those reported by reading it. */
const inputs: readonly (readonly [title: string, raw: string, codes?: readonly string[]])[] = [
  ["an empty file", "", ["frontmatter-missing"]],
  ["a lone fence", "---", ["frontmatter-unclosed"]],
  ["a NUL in a value", skillText("name: a\0b")],
  ["a NUL before the fence", "\0---\nname: a\n---\n", ["frontmatter-missing"]],
  ["only NULs", "\0".repeat(1000), ["frontmatter-missing"]],
  ["a lone high surrogate", skillText("name: a\uD800b\ndescription: \uD83D")],
  ["a lone low surrogate", skillText('name: "\uDC00"\n\uDC00: x')],
  ["a line of 2 MB", skillText(`description: ${"x".repeat(2_000_000)}`), ["frontmatter-too-large"]],
  ["a frontmatter of 1 MiB of plain text", skillText(`description: ${"x ".repeat(500_000)}`)],
  ["a body line of 2 MB", skillText("name: a", "[".repeat(2_000_000))],
  ["a body of backticks", skillText("name: a", "`".repeat(200_000))],
  ["a body of links", skillText("name: a", "[a](".repeat(100_000))],
  ["flow lists 10,000 deep", skillText(`x: ${"[".repeat(10_000)}${"]".repeat(10_000)}`), ["frontmatter-too-deep"]],
  ["flow maps 10,000 deep", skillText(`x: ${"{a: ".repeat(10_000)}${"}".repeat(10_000)}`), ["frontmatter-too-deep"]],
  ["unclosed flow lists 10,000 deep", skillText(`x: ${"[".repeat(10_000)}`)],
  ["block maps 1,000 deep", skillText(Array.from({ length: 1000 }, (_, at) => `${" ".repeat(at)}k:`).join("\n"))],
  ["block lists 10,000 deep on a line", skillText(`x:\n  ${"- ".repeat(10_000)}a`)],
  ["parentheses 100,000 deep", skillText(`allowed-tools: ${"(".repeat(100_000)}`), ["allowed-tools-unbalanced"]],
  ["an alias bomb", skillText(bomb.join("\n")), ["frontmatter-too-complex"]],
  ["an alias to itself", skillText("a: &a [*a]")],
  ["an unknown alias", skillText("a: *nowhere"), ["yaml-syntax"]],
  ["20,000 keys", skillText(Array.from({ length: 20_000 }, (_, at) => `k${at}: v`).join("\n"))],
  ["20,000 equal keys", skillText("k: v\n".repeat(20_000))],
  ["20,000 broken values", skillText(Array.from({ length: 20_000 }, (_, at) => `k${at}: a: b`).join("\n"))],
  ["20,000 blank lines before the fence", `${"\n".repeat(20_000)}---\nname: a\n---\n`, ["leading-blank-lines"]],
  ["100,000 lines without a close", `---\n${"a: b\n\n".repeat(100_000)}`],
  ["a tag of code", skillText("name: !!js/function 'function () { return 1 }'"), ["yaml-unknown-tag"]],
  ["several documents", skillText("a: b\n--- c\nd: e"), ["yaml-syntax"]],
  ["a merge key", skillText("base: &b {x: 1}\n<<: *b")],
  ["directives", skillText("%YAML 1.1\na: yes")],
  ["line separators", skillText("name: a\u2028b\ndescription: c\u0085d")],
  ["lone carriage returns", "---\rname: a\r---\rBody", ["frontmatter-missing"]],
];

const hostile = inputs.map(([title, raw, codes = []]) => ({ title, raw, codes }));

describe("hostile input", () => {
  it.each(hostile)("$title: is read without throwing, in bounded time", { retry: 2 }, ({ raw, codes }) => {
    const started = performance.now();
    const { manifest, diagnostics } = parseSkill(raw);
    const took = performance.now() - started;
    expect(manifest.raw).toBe(raw);
    expect(codesOf(diagnostics)).toEqual(expect.arrayContaining(codes.slice()));
    // The promise is 50 ms of CPU; the rest is for slow machines and a cold start.
    expect(took).toBeLessThan(500);
  });

  it.each(hostile)("$title: is judged, fixed and written without throwing", ({ raw }) => {
    const started = performance.now();
    for (const profile of ["spec", "lenient", "reference"] as const) {
      expect(() => lintSkill(raw, { profile, directory: "demo", files: [] })).not.toThrow();
    }
    expect(() => fixSkill(raw)).not.toThrow();
    expect(() => formatSkill(parseSkill(raw).manifest)).not.toThrow();
    expect(performance.now() - started).toBeLessThan(4_000);
  });

  it("evaluates nothing", () => {
    const { manifest } = parseSkill(skillText("name: !!js/function 'function () { globalThis.evil = 1 }'"));
    expect(typeof manifest.name).toBe("string");
    expect("evil" in globalThis).toBe(false);
  });

  it.each([
    ["the simple reader", "x: "],
    ["the full reader", "y: &anchor 1\nx: "],
  ])("reads 64 levels and refuses 65, in %s", (_reader, lead) => {
    const nested = (depth: number): string => skillText(lead + "[".repeat(depth) + "]".repeat(depth));
    expect(codesOf(parseSkill(nested(64)).diagnostics)).toEqual([]);
    expect(codesOf(parseSkill(nested(65)).diagnostics)).toEqual(["frontmatter-too-deep"]);
  });

  it("counts the frontmatter's limit in the frontmatter alone", () => {
    const lines = (length: number): string => `description: ${"x".repeat(length - 14)}\n`;
    expect(parseSkill(skillText(lines(2 ** 20), "b".repeat(2 ** 21))).diagnostics).toEqual([]);
    expect(codesOf(parseSkill(skillText(lines(2 ** 20 + 1))).diagnostics)).toEqual(["frontmatter-too-large"]);
  });
});
