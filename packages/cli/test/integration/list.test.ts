import { existsSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { runCli } from "../helpers/run-cli.ts";
import { brokenExamples, examples, skillEnv, skillWith } from "../helpers/skill-env.ts";
import { goodSkill, tempFolder } from "../helpers/temp-folder.ts";
import { widestLine } from "../helpers/columns.ts";

const windows = process.platform === "win32";

interface Finding {
  code: string;
  severity: string;
  message: string;
  id: string | null;
  path: string | null;
  line: number | null;
}
interface ListJson {
  version: number;
  skills: {
    id: string;
    name: string;
    description: string;
    location: string;
    source: string;
    scope: string;
    tokens: { catalog: number; instructions: number | null; files: number | null; partial: boolean };
    problems: Finding[];
  }[];
  diagnostics: Finding[];
}

async function listJson(argv: string[], options: Parameters<typeof runCli>[1]): Promise<ListJson & { code: number }> {
  const { code, stdout } = await runCli(["list", "--json", ...argv], { env: skillEnv(), ...options });
  return { code, ...(JSON.parse(stdout) as ListJson) };
}

/** A project in a repository, seen from a folder deep inside, and a home with skills. */
function project(): { cwd: string; home: string; root: string } {
  const root = tempFolder({
    ".git/HEAD": "",
    ".agents/skills/shared/SKILL.md": goodSkill("shared"),
    ".claude/skills/review/SKILL.md": goodSkill("review"),
    "packages/app/.agents/skills/near/SKILL.md": goodSkill("near"),
    "packages/app/.agents/skills/shared/SKILL.md": goodSkill("shared"),
  });
  const home = tempFolder({
    ".agents/skills/own/SKILL.md": goodSkill("own"),
    ".claude/skills/review/SKILL.md": goodSkill("review"),
  });
  return { cwd: join(root, "packages/app"), home, root };
}

describe("list of discovered skills", () => {
  it("shows each with its place; what is shadowed is told with both paths", async () => {
    const { cwd, home, root } = project();
    const report = await listJson([], { cwd, env: skillEnv(home) });
    expect(report.code).toBe(0);
    expect(report.skills.map(({ id, source, scope }) => [id, source, scope])).toEqual([
      ["near", "project .agents/skills", "project"],
      ["own", "user ~/.agents/skills", "user"],
      ["review", expect.stringMatching(/^project .*\.claude\/skills$/), "project"],
      ["shared", "project .agents/skills", "project"],
    ]);
    expect(report.diagnostics.map(({ code, path }) => [code, path])).toEqual([
      ["skill-shadowed", join(root, ".agents/skills/shared/SKILL.md")],
      ["skill-shadowed", join(home, ".claude/skills/review/SKILL.md")],
    ]);
  });

  it("marks what an agent loads after trust only, in one footnote", async () => {
    const { cwd, home } = project();
    const { code, stdout, stderr } = await runCli(["list"], { cwd, env: skillEnv(home) });
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^project \.agents\/skills \* {2}2 skills\n {2}name /);
    expect(stdout).toMatch(/^user ~\/\.agents\/skills {2}1 skill$/m);
    expect(stdout.match(/^\* comes with the project: an agent loads these only once .* trusted$/gm)).toHaveLength(1);
    expect(stdout).toContain("~/.claude/skills/review/SKILL.md\n  skill-shadowed: ");
    expect(stdout).toContain("\n    Remove it, or give it another name.\n");
    expect(stdout).toMatch(/\n4 skills {2}tokens, estimated: catalog \d+ · instructions \d+ · files 0\n/);
  });

  it("has no footnote where everything is the user's", async () => {
    const { home } = project();
    const { stdout } = await runCli(["list"], { cwd: tempFolder(), env: skillEnv(home) });
    expect(stdout).toMatch(/^2 skills/m);
    expect(stdout).not.toContain("*");
  });

  it("says where it looked when there is nothing, and is content", async () => {
    const cwd = tempFolder();
    const nothing = await runCli(["list"], { cwd, env: skillEnv() });
    expect(nothing).toMatchObject({ code: 0, stdout: "" });
    expect(nothing.stderr).toMatch(
      /^tradecraft: No skills found\. Looked for \.agents\/skills, .* tradecraft list <path>\n$/,
    );
    expect(await listJson([], { cwd })).toEqual({ code: 0, version: 1, ok: true, skills: [], diagnostics: [] });
    const home = tempFolder();
    mkdirSync(join(home, ".agents/skills"), { recursive: true });
    const empty = await runCli(["list"], { cwd, env: skillEnv(home) });
    expect(empty.stderr).toContain("Looked in: user ~/.agents/skills.");
  });
});

describe("list of given paths", () => {
  it("takes folders at any depth, skill folders and SKILL.md files, each skill once", async () => {
    const cwd = tempFolder({
      "a/b/c/d/e/deep/SKILL.md": goodSkill("deep"),
      "a/.hidden/h/SKILL.md": goodSkill("h"),
      "one/SKILL.md": goodSkill("one"),
      "one/nested/SKILL.md": goodSkill("nested"),
    });
    const ids = async (...paths: string[]) => {
      const { code, skills, diagnostics } = await listJson(paths, { cwd });
      expect([code, diagnostics]).toEqual([0, []]);
      return skills.map(({ id }) => id);
    };
    expect(await ids("a")).toEqual(["deep", "h"]);
    expect(await ids("one/SKILL.md")).toEqual(["one"]);
    expect(await ids("a", "a/b", "a/b/c/d/e/deep/SKILL.md")).toEqual(["deep", "h"]);
    const { skills } = await listJson(["one/SKILL.md", "a"], { cwd });
    expect(skills.map(({ id, source }) => [id, source])).toContainEqual(["one", "one/SKILL.md"]);
  });

  it("lets the path that was given first win", async () => {
    const cwd = tempFolder({ "a/x/SKILL.md": goodSkill("x"), "b/x/SKILL.md": goodSkill("x") });
    const winner = async (...paths: string[]) =>
      (await listJson(paths, { cwd })).skills.map(({ location }) => location);
    expect(await winner("a/x/SKILL.md", "b")).toEqual([join(cwd, "a/x/SKILL.md")]);
    expect(await winner("b", "a/x/SKILL.md")).toEqual([join(cwd, "b/x/SKILL.md")]);
  });

  it("is 2 when no path exists, 1 when some do not, 1 for skills that cannot be listed", async () => {
    const cwd = tempFolder({
      "a/SKILL.md": goodSkill("a"),
      "bad/SKILL.md": "---\nname: bad\n---\n\nBody\n",
      "README.md": "",
    });
    const none = await runCli(["list", "nowhere", "nor/here"], { cwd, env: skillEnv() });
    expect(none).toMatchObject({ code: 2, stderr: "" });
    expect(none.stdout).toContain("✖ nowhere\n  path-missing: There is nothing at this path.\n    Check how");
    const some = await listJson(["nowhere", "a"], { cwd });
    expect([some.code, some.skills.length, some.diagnostics[0]?.code]).toEqual([1, 1, "path-missing"]);
    const bad = await listJson(["bad"], { cwd });
    expect([bad.code, bad.skills, bad.diagnostics[0]?.code]).toEqual([1, [], "description-missing"]);
    const file = await listJson(["README.md"], { cwd });
    expect([file.code, file.diagnostics[0]?.code]).toEqual([1, "skill-missing"]);
  });

  it("counts the tokens of each level, and none with --fast", async () => {
    const { code, skills } = await listJson([examples], {});
    expect([code, skills.length]).toEqual([0, 9]);
    for (const { tokens } of skills) {
      expect(tokens).toMatchObject({ partial: false });
      expect(tokens.catalog).toBeGreaterThan(20);
      expect(tokens.instructions).toBeGreaterThan(100);
    }
    expect(skills.find(({ id }) => id === "table-tools")?.tokens.files).toBeGreaterThan(1000);
    const fast = await listJson([examples, "--fast"], {});
    expect(fast.skills[0]?.tokens).toEqual({ ...skills[0]?.tokens, instructions: null, files: null });
    expect((await runCli(["list", "--fast", examples], { env: skillEnv() })).stdout).not.toContain("instr.");
  });

  it("says so when not all files were counted, and counts no binaries", async () => {
    const cwd = tempFolder({
      "big/SKILL.md": goodSkill("big"),
      "big/references/huge.md": "word ".repeat(200_000),
      "big/references/small.md": "word ".repeat(100),
      "bin/SKILL.md": goodSkill("bin"),
      "bin/assets/blob": new Uint8Array([0, 1, 2, 255]),
      "hidden/SKILL.md": goodSkill("hidden").replace("\n---\n\n", "\ndisable-model-invocation: true\n---\n\n"),
    });
    const { skills } = await listJson(["."], { cwd });
    expect(skills.map(({ id, tokens: { files, partial } }) => [id, files, partial])).toEqual([
      ["big", 100, true],
      ["bin", 0, false],
      ["hidden", 0, false],
    ]);
    expect(skills[2]?.tokens.catalog).toBe(0);
    expect((await runCli(["list", "."], { cwd, env: skillEnv() })).stdout).toMatch(/ {2}big .* >100 {2}Counts/);
  });

  it("shows the problems of a skill below it, and those of no skill at the end", async () => {
    const { code, stdout } = await runCli(["list", brokenExamples], { env: skillEnv() });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^ {2}unquoted-colon .*\n {4}! 1 warning: yaml-unquoted-colon$/m);
    expect(stdout).toMatch(/^✖ .*no-description\/SKILL\.md\n {2}description-missing: .*\n {4}See: tradecraft check /m);
  });

  it("tells of instructions that cannot be read though the skill is listed", async () => {
    const cwd = tempFolder({ "zero/SKILL.md": `${goodSkill("zero")}\0` });
    const { code, skills } = await listJson(["."], { cwd });
    expect(code).toBe(1);
    expect(skills).toMatchObject([{ tokens: { instructions: null }, problems: [{ code: "file-not-text" }] }]);
    const { stdout } = await runCli(["list", "."], { cwd, env: skillEnv() });
    expect(stdout).toMatch(/ {2}zero .* - .*\n {4}✖ 1 error: file-not-text\n/);
  });

  it.skipIf(windows)("refuses links that lead out, and says so", async () => {
    const outside = tempFolder({ "x/SKILL.md": goodSkill("x") });
    const cwd = tempFolder({ "skills/a/SKILL.md": goodSkill("a") });
    symlinkSync(join(outside, "x"), join(cwd, "skills/x"));
    const { code, skills, diagnostics } = await listJson(["skills"], { cwd });
    expect([code, skills.map(({ id }) => id)]).toEqual([0, ["a"]]);
    expect(diagnostics).toMatchObject([{ code: "folder-link-outside", severity: "warning" }]);
  });
});

describe("list on a terminal", () => {
  const hostile = tempHostile();

  it.each([40, 60, 80, 120, 200])("keeps tables within %d columns", async (columns) => {
    const cwd = tempFolder(hostile);
    const { stdout } = await runCli(["list", ".", examples], { cwd, env: skillEnv(), columns, isTTY: true });
    const tables = stdout.slice(0, stdout.search(/\n\d+ skills /));
    expect(widestLine(tables)).toBeLessThanOrEqual(columns);
  });

  it("never lets a skill speak to the terminal", async () => {
    const cwd = tempFolder(hostile);
    const coloured = await runCli(["list", "."], { cwd, env: skillEnv(), columns: 120, isTTY: true });
    // oxlint-disable-next-line no-control-regex -- the colours are ours
    const rest = coloured.stdout.replace(/\u001b\[\d{1,2}m/g, "");
    expect(rest).not.toMatch(/[\p{Cf}\u2028]|(?!\n)\p{Cc}/u);
    expect(rest).toContain("␛]0;title␇");
    expect(rest).toContain("<U+202E>");
    const json = await runCli(["list", "--json", "."], { cwd, env: skillEnv() });
    expect(json.stdout).not.toMatch(/[\p{Cf}\u2028]|(?!\n)\p{Cc}/u);
  });

  it("has colours only where they are wanted", async () => {
    const run = (env: Record<string, string>, ...flags: string[]) =>
      runCli(["list", examples, ...flags], { env: skillEnv(undefined, env), columns: 80, isTTY: true });
    expect((await run({})).stdout).toContain("\u001b[1m");
    expect((await run({ NO_COLOR: "1" })).stdout).not.toContain("\u001b");
    expect((await run({}, "--no-color")).stdout).not.toContain("\u001b");
    expect((await run({ TERM: "dumb" })).stdout).not.toContain("\u001b");
  });
});

it.skipIf(windows)("keeps its index where XDG_CACHE_HOME says", async () => {
  const cache = tempFolder();
  const index = join(cache, "tradecraft/index/v1");
  await runCli(["list", examples], { env: skillEnv(undefined, { XDG_CACHE_HOME: cache }) });
  await vi.waitFor(() =>
    expect(existsSync(index) && readdirSync(index).some((name) => name.endsWith(".folders"))).toBe(true),
  );
});

function tempHostile(): Record<string, string> {
  return {
    "escape/SKILL.md": skillWith("escape", "\u001b]0;title\u0007 \u001b[2J\u001b[31mred \u009b1m and \r over"),
    "bidi/SKILL.md": skillWith("bidi", "safe \u202etxt.exe\u202c \u2066x\u2069 \u2028 line \u200b zero"),
    "long/SKILL.md": skillWith("long", "very long ".repeat(5000)),
    "wide/SKILL.md": skillWith("wide", "日本語のビジネスメールや画面の文言について、敬語の誤りを直す".repeat(5)),
    "zalgo/SKILL.md": skillWith("zalgo", `a${"\u0301".repeat(3000)} b`),
    "name/SKILL.md": skillWith("name", "A name with escapes").replace("name: name", 'name: "na\\e[31mme\\u202e"'),
    "ein-sehr-langer-name-der-nirgends-hineinpasst-und-weiter-geht/SKILL.md": goodSkill(
      "ein-sehr-langer-name-der-nirgends-hineinpasst-und-weiter-geht",
    ),
  };
}
