import { isDeepStrictEqual } from "node:util";
import { fixSkill, formatSkill, parseFrontmatter, parseSkill, splitFrontmatter, validateSkill } from "@tradecraft/sdk";
import { basename, dirname } from "node:path/posix";
import { beforeEach, describe, expect, it } from "vitest";
import { parse as parseYaml } from "yaml";
import { readCorpusSkills } from "../../../../tools/corpus.mjs";

const skills = readCorpusSkills();
const REPAIRS = new Set(["frontmatter-unclosed", "leading-blank-lines"]);

/** Another way to split, on purpose: by lines, without offsets. */
function splitByLines(text: string): { frontmatter: string | null; body: string } {
  const lines = text.replace(/^\uFEFF/, "").split("\n");
  const isFence = (line: string | undefined): boolean => line !== undefined && /^---[ \t]*\r?$/.test(line);
  const close = isFence(lines[0]) ? lines.findIndex((line, index) => index > 0 && isFence(line)) : -1;
  if (close < 0) return { frontmatter: null, body: text.trim() };
  return {
    frontmatter: `${lines.slice(1, close).join("\n")}\n`,
    body: lines
      .slice(close + 1)
      .join("\n")
      .trim(),
  };
}

/** What the `yaml` package makes of a frontmatter; undefined if it refuses it. */
function readWithYaml(frontmatter: string): unknown {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-assignment -- any YAML at all
    const value = parseYaml(frontmatter, { logLevel: "error" });
    return value ?? {};
  } catch {
    return undefined;
  }
}

describe("on every SKILL.md of the corpus", () => {
  const corpus = skills ?? [];

  beforeEach((context) => {
    context.skip(skills === undefined, "the corpus is not there");
    expect(corpus.length).toBe(2181);
  });

  it("keeps the body exactly, as an independent split finds it", () => {
    const wrong = corpus.filter(({ text }) => {
      const { manifest, diagnostics } = parseSkill(text);
      if (manifest.raw !== text) return true;
      // A frontmatter that had to be mended first has no body in the other reading.
      if (diagnostics.some(({ code }) => REPAIRS.has(code))) return false;
      return manifest.body !== splitByLines(text).body;
    });
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  it("reads the frontmatter as the yaml package does, wherever that one reads it", () => {
    let compared = 0;
    const wrong = corpus.filter(({ text }) => {
      const { frontmatter } = splitByLines(text);
      const expected = frontmatter === null ? undefined : readWithYaml(frontmatter);
      if (expected === undefined) return false;
      compared++;
      return !isDeepStrictEqual(parseFrontmatter(text, { repair: false }).data, expected);
    });
    expect(wrong.map(({ path }) => path)).toEqual([]);
    expect(compared).toBeGreaterThan(2_050);
  });

  it("refuses the frontmatter that the yaml package refuses, unless it is mended and says so", () => {
    for (const { path, text } of corpus) {
      const { frontmatter } = splitByLines(text);
      if (frontmatter === null || readWithYaml(frontmatter) !== undefined) continue;
      expect(parseFrontmatter(text, { repair: false }).data, path).toBeNull();
      expect(parseSkill(text).diagnostics.length, path).toBeGreaterThan(0);
    }
  });

  it("loads at least 99 % of the files that have a fence and a description under `lenient`", () => {
    const fenced = corpus.filter(
      ({ text }) => /^\uFEFF?\s*---[ \t]*\r?\n/.test(text) && /^description\s*:\s*\S/m.test(text.slice(0, 5_000)),
    );
    const loaded = fenced.filter(({ text }) => {
      const { manifest } = parseSkill(text);
      return (
        manifest.description !== "" &&
        !validateSkill(manifest, { profile: "lenient" }).some(({ severity }) => severity === "error")
      );
    });
    expect(fenced.length).toBeGreaterThan(2_000);
    expect(loaded.length / fenced.length).toBeGreaterThanOrEqual(0.99);
  });

  it("reports one diagnostic for each repair: the lenient reading differs from the strict one only where it says so", () => {
    for (const { path, text } of corpus) {
      const strict = parseFrontmatter(text, { repair: false }).data;
      const lenient = parseFrontmatter(text);
      if (isDeepStrictEqual(strict, lenient.data)) continue;
      const repaired = lenient.diagnostics.filter(({ fix }) => fix !== undefined);
      expect(repaired.length, path).toBeGreaterThan(0);
      expect(new Set(repaired.map(({ code, field, line }) => `${code} ${field} ${line}`)).size, path).toBe(
        repaired.length,
      );
    }
  });

  it("mends without touching a byte of any body, and mends nothing twice", () => {
    let changed = 0;
    for (const { path, text } of corpus) {
      const options = { directory: basename(dirname(path)) };
      const { text: mended, fixed } = fixSkill(text, options);
      if (mended === text) {
        expect(fixed, path).toEqual([]);
        continue;
      }
      changed++;
      expect(fixSkill(mended, options).text, path).toBe(mended);
      const before = splitFrontmatter(text);
      const after = splitFrontmatter(mended);
      if (before.state === "closed") expect(mended.slice(after.bodyStart), path).toBe(text.slice(before.bodyStart));
      else expect(mended.endsWith(text.slice(text.indexOf("\n\n"))) || mended.startsWith(text), path).toBe(true);
    }
    expect(changed).toBeGreaterThan(100);
  });

  it("writes an unchanged manifest back byte by byte", () => {
    for (const { path, text } of corpus) {
      const { manifest, diagnostics } = parseSkill(text);
      const { state } = splitFrontmatter(text);
      if (state !== "closed" || diagnostics.some(({ code, fix }) => code.startsWith("yaml-") || fix !== undefined))
        continue;
      expect(formatSkill(manifest), path).toBe(text);
    }
  });
});
