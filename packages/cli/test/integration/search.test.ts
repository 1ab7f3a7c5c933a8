import { describe, expect, it } from "vitest";
import { runCli } from "../helpers/run-cli.ts";
import { examples, skillEnv, skillWith } from "../helpers/skill-env.ts";
import { goodSkill, tempFolder } from "../helpers/temp-folder.ts";
import { widestLine } from "../helpers/columns.ts";

const search = (args: string[], more: Parameters<typeof runCli>[1] = {}) =>
  runCli(["search", ...args, "--in", examples], { env: skillEnv(), ...more });

describe("search", () => {
  it("ranks skills, best first", async () => {
    const { code, stdout, stderr } = await search(["database", "migration"]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^█[█▏▎▍▌▋▊▉ ]{7} {2}[01]\.\d\d {2}sql-migrations\n {16}Reviews schema/);
  });

  it("is JSON of a documented shape", async () => {
    const { code, stdout } = await search(["flaky", "tests", "--top", "2", "--json"]);
    const report = JSON.parse(stdout) as { version: number; query: string; matches: Record<string, unknown>[] };
    expect([code, report.version, report.query]).toEqual([0, 1, "flaky tests"]);
    expect(report.matches.length).toBeLessThanOrEqual(2);
    expect(Object.keys(report.matches[0] ?? {})).toEqual(["id", "name", "score", "location", "description"]);
    expect(report.matches[0]).toMatchObject({ id: "flaky-tests" });
  });

  it("is 1 when nothing is found, like grep", async () => {
    expect(await search(["zzzzqqq\u001b"])).toEqual({
      code: 1,
      stdout: "",
      stderr: 'tradecraft: None of 9 skills matches "zzzzqqq␛".\n',
    });
    const json = await search(["zzzzqqq", "--json"]);
    expect([json.code, JSON.parse(json.stdout)]).toEqual([1, { version: 1, ok: false, query: "zzzzqqq", matches: [] }]);
    const none = await runCli(["search", "x"], { cwd: tempFolder(), env: skillEnv() });
    expect(none).toMatchObject({ code: 1, stdout: "" });
    expect(none.stderr).toContain("No skills found. Looked for");
  });

  it("sets the words that were asked for in bold, where there are colours", async () => {
    const terminal = { isTTY: true, columns: 120 };
    expect((await search(["migrate"], terminal)).stdout).toContain("schema \u001b[1mmigrations\u001b[22m for");
    const plain = await search(["migrate"], { ...terminal, env: skillEnv(undefined, { NO_COLOR: "1" }) });
    expect(plain.stdout).not.toContain("\u001b");
  });

  it("tells places apart when there are several, and bars are ASCII on a dumb terminal", async () => {
    const home = tempFolder({
      ".agents/skills/count/SKILL.md": goodSkill("count"),
      ".claude/skills/words/SKILL.md": goodSkill("words"),
    });
    const env = skillEnv(home, { TERM: "dumb" });
    const { stdout } = await runCli(["search", "count", "words"], { cwd: tempFolder(), env, columns: 80 });
    expect(stdout).toMatch(/^#+ +[01]\.\d\d {2}(count|words) {2}user ~\/\.(agents|claude)\/skills$/m);
  });

  it.each([40, 80])("stays within %d columns, and is safe", async (columns) => {
    const cwd = tempFolder({
      "esc/SKILL.md": skillWith("esc", `counting \u001b[2J\u202e ${"日本語".repeat(100)} ${"x".repeat(300)}`),
      "long-long-long-long-long-long-long-long-long-name/SKILL.md": skillWith(
        "long-long-long-long-long-long-long-long-long-name",
        "counting ".repeat(100),
      ),
    });
    const { stdout } = await runCli(["search", "counting", "--in", "."], { cwd, env: skillEnv(), columns });
    expect(widestLine(stdout)).toBeLessThanOrEqual(columns);
    expect(stdout).toContain("␛[2J<U+202E>");
    expect(stdout).not.toMatch(/\p{Cf}|(?!\n)\p{Cc}/u);
  });
});
