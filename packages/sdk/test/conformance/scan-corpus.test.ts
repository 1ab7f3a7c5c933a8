import { beforeEach, describe, expect, it } from "vitest";
import { readCorpusSkills } from "../../../../tools/corpus.mjs";
import { SCAN_RULES, type ScanSeverity, scanSkill } from "../../src/supply/scan/index.ts";

const skills = readCorpusSkills();

describe("scanning every SKILL.md of the corpus", () => {
  beforeEach((context) => {
    context.skip(skills === undefined, "the corpus is not there");
  });

  it("never fails, points into the file, and seldom cries out", async () => {
    const corpus = skills ?? [];
    const flagged: Record<ScanSeverity, Set<string>> = { high: new Set(), medium: new Set(), low: new Set() };
    const rates = new Map<string, Set<string>>();
    for (const { path, text } of corpus) {
      const { findings } = await scanSkill({ id: path.split("/").at(-2) ?? "", files: [{ path: "SKILL.md", text }] });
      const lines = text.split("\n");
      for (const { code, severity, line = 1, column = 1, length = 1 } of findings) {
        expect(line >= 1 && line <= lines.length, `${path} ${code}`).toBe(true);
        expect(column - 1 + length, `${path} ${code}`).toBeLessThanOrEqual((lines[line - 1]?.length ?? 0) + 1);
        flagged[severity].add(path);
        rates.set(code, (rates.get(code) ?? new Set()).add(path));
      }
    }
    const percent = (count: number): string => `${((count / corpus.length) * 100).toFixed(2)} %`;
    console.log(
      `${corpus.length} skills: high ${percent(flagged.high.size)}, medium ${percent(flagged.medium.size)}, low ${percent(flagged.low.size)}`,
      ...Object.keys(SCAN_RULES).map((code) => `\n  ${code.padEnd(28)} ${percent(rates.get(code)?.size ?? 0)}`),
    );
    expect(flagged.high.size / corpus.length).toBeLessThan(0.01);
    expect(new Set([...flagged.high, ...flagged.medium]).size / corpus.length).toBeLessThan(0.04);
  });

  it("finds the attacks that are in it", async () => {
    // A campaign of early 2026 that is still in the archive of a public collection; read by hand.
    const attacks = (skills ?? []).filter(({ text }) =>
      /91\.92\.242\.30|LzkxLjkyLjI0Mi4zM|glot\.io\/snippets/.test(text),
    );
    expect(attacks.length).toBeGreaterThanOrEqual(14);
    for (const { path, text } of attacks) {
      const { findings } = await scanSkill({ id: "a", files: [{ path: "SKILL.md", text }] });
      expect(
        findings.some(({ severity }) => severity === "high"),
        path,
      ).toBe(true);
    }
  });
});
