import { describe, expect, it } from "vitest";
import { runCli } from "../helpers/run-cli.ts";
import { examples, skillEnv } from "../helpers/skill-env.ts";
import { goodSkill, tempFolder } from "../helpers/temp-folder.ts";
import { widestLine } from "../helpers/columns.ts";

interface CostJson {
  version: number;
  window: number;
  share: number;
  count: number;
  total: Record<"catalog" | "instructions" | "files", number>;
  skills: { id: string; tokens: Record<"catalog" | "instructions" | "files", number> }[];
  diagnostics: unknown[];
}

const cost = (args: string[], more: Parameters<typeof runCli>[1] = {}) =>
  runCli(["cost", examples, ...args], { env: skillEnv(), ...more });
const costJson = async (...args: string[]): Promise<CostJson> =>
  JSON.parse((await cost([...args, "--json"])).stdout) as CostJson;

describe("cost", () => {
  it("charts the catalog, sums up, and compares with the window", async () => {
    const { code, stdout, stderr } = await cost([], { columns: 80 });
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^ {2}name +catalog +instr\. +files\n {2}敬語-確認 +97 +\d+ +0 {2}█+\n/);
    expect(stdout).toMatch(/^9 skills {2}tokens, estimated\n {2}catalog +\d+ {2}in every conversation$/m);
    expect(stdout).toMatch(/^The catalog alone takes 0\.3% of a window of 200k tokens\n {2}▏░+\n$/m);
    expect(widestLine(stdout)).toBeLessThanOrEqual(80);
  });

  it.each(["catalog", "instructions", "files"] as const)("sorts by %s", async (level) => {
    const { skills, total, count } = await costJson("--sort", level);
    const counts = skills.map(({ tokens }) => tokens[level]);
    expect(counts).toEqual(counts.toSorted((a, b) => b - a));
    expect(total[level]).toBe(counts.reduce((sum, own) => sum + own));
    expect(count).toBe(9);
  });

  it("sorts by name, and shows no more than asked for; totals count all", async () => {
    const { skills, total, window, share } = await costJson("--sort", "name", "--top", "2", "--window", "1000");
    expect(skills.map(({ id }) => id)).toEqual(["commit-messages", "flaky-tests"]);
    expect(window).toBe(1000);
    expect(share).toBeCloseTo(total.catalog / 1000);
    const { stdout } = await cost(["--top", "2"]);
    expect(stdout).toContain("\n  … and 7 more\n\n9 skills");
  });

  it.each([40, 60, 120])("stays within %d columns", async (columns) => {
    const { stdout } = await cost(["--sort", "files"], { columns, isTTY: true });
    expect(widestLine(stdout.slice(0, stdout.indexOf("9 skills")))).toBeLessThanOrEqual(columns);
  });

  it("keeps to ASCII bars, and to no colours, on a dumb terminal", async () => {
    const { stdout } = await cost([], { columns: 80, isTTY: true, env: skillEnv(undefined, { TERM: "dumb" }) });
    expect(stdout).toMatch(/ {2}#+\n/);
    expect(stdout).toMatch(/^ {2}#\.+$/m);
    expect(stdout).not.toMatch(/[█▏░]/);
    expect(stdout).not.toContain("\u001b");
  });

  it("has the exit codes of list, and only mentions what list explains", async () => {
    const cwd = tempFolder({ "a/SKILL.md": goodSkill("a"), "bad/SKILL.md": "no frontmatter\n" });
    const run = (...paths: string[]) => runCli(["cost", ...paths], { cwd, env: skillEnv() });
    const bad = await run(".");
    expect(bad.code).toBe(1);
    expect(bad.stdout).toMatch(
      /\n! \d findings? (is|are) about skills that are not counted; tradecraft list shows them\n$/,
    );
    expect(await run("nowhere")).toMatchObject({ code: 2, stderr: "" });
    const empty = await runCli(["cost"], { cwd: tempFolder(), env: skillEnv() });
    expect(empty).toMatchObject({ code: 0, stdout: "" });
    expect(empty.stderr).toContain("tradecraft cost <path>");
  });
});
