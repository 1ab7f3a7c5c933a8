import { chmodSync, lstatSync, readFileSync, readdirSync, statSync, symlinkSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { main } from "../../src/main.ts";
import { runCli } from "../helpers/run-cli.ts";
import { fixableSkill, goodSkill, tempFolder, warningSkill } from "../helpers/temp-folder.ts";

const windows = process.platform === "win32";

interface JsonReport {
  version: number;
  summary: { skills: number; valid: number; errors: number; warnings: number; fixed: number };
  skills: {
    path: string;
    name: string | null;
    valid: boolean;
    diagnostics: { code: string; severity: string; message: string; line: number | null; fixable: boolean }[];
  }[];
}

async function checkJson(cwd: string, ...args: string[]): Promise<JsonReport & { code: number }> {
  const { code, stdout, stderr } = await runCli(["check", "--json", ...args], { cwd });
  expect(stderr).toBe("");
  return { code, ...(JSON.parse(stdout) as JsonReport) };
}

const noDescription = "---\nname: none\n---\n\nBody.\n";

describe("exit codes", () => {
  it("is 0 for clean skills", async () => {
    const cwd = tempFolder({ "skills/one/SKILL.md": goodSkill("one"), "skills/two/SKILL.md": goodSkill("two") });
    const { code, stdout, stderr } = await runCli(["check"], { cwd });
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^✔ 2 skills, 2 valid, 0 errors, 0 warnings \(\d+ ms\)\n$/);
  });

  it("is 1 for an error, and every other skill is still checked", async () => {
    const cwd = tempFolder({
      "a/SKILL.md": goodSkill("a"),
      "none/SKILL.md": noDescription,
      "z/SKILL.md": goodSkill("z"),
    });
    const report = await checkJson(cwd);
    expect(report.code).toBe(1);
    expect(report.summary).toMatchObject({ skills: 3, valid: 2 });
    expect(report.skills.map(({ path, name, valid }) => [path, name, valid])).toEqual([
      ["a/SKILL.md", "a", true],
      ["none/SKILL.md", "none", false],
      ["z/SKILL.md", "z", true],
    ]);
  });

  it("is 1 for more warnings than allowed, by flag and by configuration; the flag wins", async () => {
    const cwd = tempFolder({ "w/SKILL.md": warningSkill("w"), "tradecraft.json": '{ "check": { "maxWarnings": 0 } }' });
    const strict = await runCli(["check", "w"], { cwd });
    expect(strict.code).toBe(1);
    expect(strict.stderr).toMatch(/^tradecraft: \d+ warnings? (is|are) more than the 0 allowed/);
    expect((await runCli(["check", "w", "--max-warnings", "99"], { cwd })).code).toBe(0);
  });

  it("is 2 when none of the paths exists, and 1 when others were checked", async () => {
    const cwd = tempFolder({ "a/SKILL.md": goodSkill("a") });
    const none = await checkJson(cwd, "nowhere", "nor here");
    expect(none.code).toBe(2);
    expect(none.summary).toEqual({ skills: 0, valid: 0, errors: 2, warnings: 0, fixed: 0 });
    expect(none.skills[1]).toMatchObject({
      path: "nor here",
      name: null,
      valid: false,
      diagnostics: [{ code: "path-missing" }],
    });
    expect((await checkJson(cwd, "nowhere", "a")).code).toBe(1);
  });

  it.each([
    [["chek"], 'command-unknown: Unknown command "chek"; did you mean "check"?'],
    [["--verison"], 'option-unknown: Unknown option "--verison"; did you mean "--version"?'],
    [["check", "--fixx"], 'option-unknown: Unknown option --fixx; did you mean "--fix"?'],
    [["check", "--max-warnings", "many"], "option-value: --max-warnings must be a whole number"],
    [["check", "--json", "--format", "sarif"], "option-value: --json and --format sarif exclude each other"],
    [["check", "--config", "nowhere.json"], "config-missing: nowhere.json: There is no such file."],
    [["rules", "extra"], 'argument-unexpected: Unexpected argument "extra" for rules'],
    [["completion"], "argument-missing: completion needs a shell"],
    [["completion", "csh"], 'option-value: <shell> must be one of bash, zsh, fish, not "csh"'],
    [["help", "chek"], 'command-unknown: Unknown command "chek"; did you mean "check"?'],
    [["check", "--\u001b[31mred"], "option-unknown: Unknown option --␛[31mred"],
  ])("is 2 for %j", async (argv, message) => {
    const { code, stdout, stderr } = await runCli(argv, { cwd: tempFolder() });
    expect(code).toBe(2);
    // Whoever asked for JSON gets the same as JSON.
    if (argv.includes("--json")) expect(JSON.parse(stdout)).toMatchObject({ version: 1, ok: false });
    else expect(stdout).toBe("");
    expect(stderr).toContain(`tradecraft: ${message}`);
    expect(stderr).not.toContain("    at ");
  });
});

describe("configuration", () => {
  it("is found upward, switches rules, and ignores relative to its own folder", async () => {
    const cwd = tempFolder({
      "tradecraft.json": '{ "check": { "rules": { "skill-missing": "warning" }, "ignore": ["deep/vendor"] } }',
      "deep/vendor/x/SKILL.md": "broken",
      "deep/empty/README.md": "",
      "deep/a/SKILL.md": goodSkill("a"),
    });
    const report = await checkJson(join(cwd, "deep"), ".", "empty");
    expect(report.code).toBe(0);
    expect(report.skills.map(({ path }) => path)).toEqual(["a/SKILL.md"]);
    const empty = await checkJson(join(cwd, "deep"), "empty");
    expect([empty.code, empty.summary.warnings, empty.summary.errors]).toEqual([0, 1, 0]);
  });

  it("says so when it leaves nothing to check", async () => {
    const cwd = tempFolder({
      "tradecraft.json": '{ "check": { "ignore": ["vendor/"] } }',
      "vendor/x/SKILL.md": "broken",
      "empty/README.md": "",
    });
    const said = "tradecraft: 0 skills: everything given is ignored by tradecraft.json\n";
    expect(await runCli(["check", "vendor"], { cwd })).toEqual({ code: 0, stdout: "", stderr: said });
    expect(await runCli(["check", "vendor/x", "-q"], { cwd })).toEqual({ code: 0, stdout: "", stderr: said });
    const json = await runCli(["check", "--json"], { cwd });
    expect([json.code, json.stderr]).toEqual([0, said]);
    expect(JSON.parse(json.stdout)).toMatchObject({ summary: { skills: 0 }, skills: [] });
    const deep = await runCli(["check", "x"], { cwd: join(cwd, "vendor") });
    expect(deep.stderr).toContain(`ignored by ${join("..", "tradecraft.json")}\n`);

    const empty = await checkJson(cwd, "empty");
    expect([empty.code, empty.skills[0]?.diagnostics[0]?.code]).toEqual([1, "skill-missing"]);
    expect((await checkJson(cwd, "vendor/x/SKILL.md")).summary.skills).toBe(1);
  });

  it("reports a mistake with file, line and column", async () => {
    const cwd = tempFolder({
      "tradecraft.json": '{\n  "check": { "rules": { "skill-mising": "off" } }\n}\n',
      "sub/x": "",
    });
    const { code, stderr } = await runCli(["check"], { cwd: join(cwd, "sub") });
    expect(code).toBe(2);
    expect(stderr).toBe(
      `tradecraft: config-invalid: ${join("..", "tradecraft.json")}:2:25: unknown rule "skill-mising"; did you mean "skill-missing"?\n`,
    );
  });

  it.each([
    ["a folder", { "tradecraft.json/x": "" }],
    ["binary", { "tradecraft.json": Uint8Array.from([0, 1, 2]) }],
    ["not UTF-8", { "tradecraft.json": Uint8Array.from([0x7b, 0xff, 0x7d]) }],
  ])("is refused when it is %s", async (_, files: Record<string, string | Uint8Array>) => {
    const { code, stderr } = await runCli(["check"], { cwd: tempFolder(files) });
    expect(code).toBe(2);
    expect(stderr).toMatch(/^tradecraft: config-invalid: tradecraft\.json: This .*\n$/);
  });
});

describe("profile reference", () => {
  it("speaks of paths as the Python reference does", async () => {
    const cwd = tempFolder({
      "empty/README.md": "",
      "mixed/Skill.md": goodSkill("mixed"),
      "low/skill.md": goodSkill("low"),
    });
    const args = ["--profile", "reference"];
    const messages = async (path: string) => {
      const { skills } = await checkJson(cwd, path, ...args);
      return skills.flatMap(({ diagnostics }) =>
        diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message),
      );
    };
    expect(await messages("nowhere")).toEqual(["Path does not exist: nowhere"]);
    expect(await messages("empty")).toEqual(["Missing required file: SKILL.md"]);
    expect(await messages("empty/README.md")).toEqual(["Not a directory: empty/README.md"]);
    expect(await messages("mixed")).toEqual(["Missing required file: SKILL.md"]);
    expect(await messages("mixed/Skill.md")).toEqual(["Missing required file: SKILL.md"]);
    expect((await checkJson(cwd, "low", ...args)).summary).toMatchObject({ skills: 1, valid: 1, errors: 0 });
  });
});

describe("--fix", () => {
  it("in profile reference mends what the prose finds, then judges as the reference does", async () => {
    const flow = fixableSkill("ref").replace("---\n\n", "allowed-tools: [Read, Write]\nmood: hopeful\n---\n\n");
    const cwd = tempFolder({ "ref/SKILL.md": flow });
    const messages = ({ skills }: JsonReport) => skills.flatMap(({ diagnostics }) => diagnostics.map((d) => d.message));
    expect(messages(await checkJson(cwd, "--profile", "reference"))[0]).toMatch(/^Invalid YAML in frontmatter: /);
    const report = await checkJson(cwd, "--profile", "reference", "--fix");
    const mended = readFileSync(join(cwd, "ref/SKILL.md"), "utf8");
    expect(mended).toContain("name: ref\n");
    expect(mended).toContain("allowed-tools: Read Write\n");
    expect(report.code).toBe(1);
    expect(report.summary.fixed).toBeGreaterThan(0);
    expect(messages(report)).toEqual([expect.stringMatching(/^Unexpected fields in frontmatter: mood\. Only /)]);
    expect((await checkJson(cwd, "--profile", "reference", "--fix")).summary.fixed).toBe(0);
  });

  it("mends, counts, reports what remains, and changes nothing the second time", async () => {
    const cwd = tempFolder({ "fixable/SKILL.md": fixableSkill("fixable"), "none/SKILL.md": noDescription });
    const file = join(cwd, "fixable/SKILL.md");
    const before = await checkJson(cwd);
    const fixable = before.skills.flatMap(({ diagnostics }) => diagnostics.filter((diagnostic) => diagnostic.fixable));
    expect(fixable.length).toBeGreaterThan(0);
    expect(readFileSync(file, "utf8")).toBe(fixableSkill("fixable"));

    const first = await checkJson(cwd, "--fix");
    expect(first.code).toBe(1);
    expect(first.summary.fixed).toBeGreaterThan(0);
    expect(first.skills.flatMap(({ diagnostics }) => diagnostics.filter((diagnostic) => diagnostic.fixable))).toEqual(
      [],
    );
    const mended = readFileSync(file, "utf8");
    expect(mended).not.toBe(fixableSkill("fixable"));
    expect(mended.slice(mended.indexOf("\n---\n") + 5)).toBe(
      fixableSkill("fixable").slice(fixableSkill("fixable").indexOf("\n---\n") + 5),
    );

    utimesSync(file, 1000, 1000);
    const second = await checkJson(cwd, "--fix");
    expect(second.summary.fixed).toBe(0);
    expect(statSync(file).mtimeMs).toBe(1_000_000);
    expect(readdirSync(join(cwd, "fixable"))).toEqual(["SKILL.md"]);
  });

  it.skipIf(windows)("keeps the mode and writes through symbolic links", async () => {
    const cwd = tempFolder({ "shared/real.md": fixableSkill("linked"), "linked/notes.txt": "" });
    symlinkSync("../shared/real.md", join(cwd, "linked/SKILL.md"));
    chmodSync(join(cwd, "shared/real.md"), 0o640);
    expect((await checkJson(cwd, "--fix", "linked")).summary.fixed).toBeGreaterThan(0);
    expect(lstatSync(join(cwd, "linked/SKILL.md")).isSymbolicLink()).toBe(true);
    expect(statSync(join(cwd, "shared/real.md")).mode & 0o777).toBe(0o640);
    expect(readFileSync(join(cwd, "shared/real.md"), "utf8")).not.toBe(fixableSkill("linked"));
    expect(readdirSync(join(cwd, "shared"))).toEqual(["real.md"]);
  });

  it("does not touch a file whose bytes it could not read", async () => {
    const bytes = Buffer.concat([Buffer.from(fixableSkill("latin")), Buffer.from([0xe9, 0x0a])]);
    const cwd = tempFolder({ "latin/SKILL.md": bytes });
    const report = await checkJson(cwd, "--fix");
    expect(report.summary.fixed).toBe(0);
    expect(report.skills[0]?.diagnostics.map(({ code }) => code)).toContain("file-encoding");
    expect(readFileSync(join(cwd, "latin/SKILL.md")).equals(bytes)).toBe(true);
  });
});

describe("output", () => {
  it("is the same in every run, however many skills there are", async () => {
    const names = Array.from({ length: 120 }, (_, at) => `s${at}`);
    const cwd = tempFolder(Object.fromEntries(names.map((name) => [`${name}/SKILL.md`, goodSkill(name)])));
    const [first, second] = await Promise.all([checkJson(cwd), checkJson(cwd)]);
    expect(first).toEqual(second);
    expect(first.skills.map(({ name }) => name)).toEqual([...names].sort());
  });

  it("is coloured for terminals only, and never against the person's wish", async () => {
    const cwd = tempFolder({ "none/SKILL.md": noDescription });
    const colored = async (argv: string[], options: object) =>
      (await runCli(["check", ...argv], { cwd, ...options })).stdout.includes("\u001b[");
    expect(await colored([], {})).toBe(false);
    expect(await colored([], { isTTY: true })).toBe(true);
    expect(await colored([], { isTTY: true, env: { NO_COLOR: "1" } })).toBe(false);
    expect(await colored(["--no-color"], { isTTY: true })).toBe(false);
    expect(await colored([], { env: { FORCE_COLOR: "1" } })).toBe(true);
    expect(await colored(["--json"], { isTTY: true })).toBe(false);
  });

  it("says nothing when quiet and clean, and only errors otherwise", async () => {
    const cwd = tempFolder({
      "a/SKILL.md": goodSkill("a"),
      "w/SKILL.md": warningSkill("w"),
      "none/SKILL.md": noDescription,
    });
    expect(await runCli(["check", "-q", "a", "w"], { cwd })).toEqual({ code: 0, stdout: "", stderr: "" });
    const { stdout } = await runCli(["check", "-q"], { cwd });
    expect(stdout).toContain("none/SKILL.md");
    expect(stdout).not.toContain("warning");
  });

  it("fits the terminal's width in code frames", async () => {
    const cwd = tempFolder({ "none/SKILL.md": `---\nname: ${"long ".repeat(400)}\n---\n` });
    const { stdout } = await runCli(["check"], { cwd, columns: 60 });
    const frames = stdout.split("\n").filter((line) => /^ {4}[> ] *\d* \|/.test(line));
    expect(frames.length).toBeGreaterThan(0);
    for (const line of frames) expect(line.length).toBeLessThanOrEqual(60);
  });

  it("keeps a hostile skill from writing to the terminal", async () => {
    const evil = "\u001b]0;owned\u0007\u001b[2J\u009b31m\u202e\u2066";
    const cwd = tempFolder({
      [`evil/SKILL.md`]: `---\nname: "Evil${evil}"\ndescription: ${evil}\n${evil}: x\n---\n${evil}\r[x](${evil}.md)\n`,
      [`quoted/SKILL.md`]: '---\nname: "\\e[31mX\\a"\ndescription: "\\u202E\\x9b"\n---\n',
      ...(windows ? {} : { [`e\u001b[31m/SKILL.md`]: noDescription }),
    });
    for (const format of ["pretty", "github", "json", "sarif"]) {
      const { stdout, stderr } = await runCli(["check", "--format", format, ".", `\u001b[5mnowhere`], { cwd });
      expect(stdout.length).toBeGreaterThan(200);
      expect(stdout + stderr).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
    }
  });
});

describe("limits and faults", () => {
  it("says so when a skill has too many files to judge them", async () => {
    const files = Array.from({ length: 2001 }, (_, at) => [`many/assets/${at}.txt`, ""]);
    const cwd = tempFolder({
      ...Object.fromEntries(files),
      "many/SKILL.md": `${goodSkill("many")}\n[x](assets/z.md)\n`,
    });
    const report = await checkJson(cwd);
    expect(report.skills[0]?.diagnostics.map(({ code }) => code)).toEqual(["file-count"]);
    expect(report.code).toBe(0);
  });

  it("tells a fault of its own in one line, and the stack only on request", async () => {
    const broken = (env: Record<string, string>) => {
      let stderr = "";
      const stdout = {
        write() {
          throw new Error("boom \u001b[31m");
        },
      };
      const io = { argv: ["--help"], cwd: ".", env, stdout, stderr: { write: (text: string) => (stderr += text) } };
      return main(io).then((code) => ({ code, stderr }));
    };
    const plain = await broken({});
    expect(plain.code).toBe(70);
    expect(plain.stderr).toBe(
      "tradecraft: internal error: boom ␛[31m\nThis is a mistake in tradecraft; set TRADECRAFT_DEBUG=1 for the stack.\n",
    );
    expect((await broken({ TRADECRAFT_DEBUG: "1" })).stderr).toContain("\n    at ");
  });
});

describe("other commands", () => {
  it("prints help and version on stdout", async () => {
    const help = await runCli(["--help"]);
    expect([help.code, help.stderr]).toEqual([0, ""]);
    for (const command of ["check", "list", "show", "search", "cost", "rules", "completion"]) {
      expect(help.stdout).toContain(`  ${command}`);
      expect((await runCli([command, "--help"])).stdout).toContain(`Usage: tradecraft ${command}`);
    }
    const check = (await runCli(["check", "--help"])).stdout;
    for (const code of ["0 ", "1 ", "2 ", "70"]) expect(check).toMatch(new RegExp(`^  ${code}  `, "m"));
    expect((await runCli(["help", "check"])).stdout).toBe(check);
    expect((await runCli(["--version"])).stdout).toMatch(/^\d+\.\d+\.\d+\S*\n$/);
    expect(await runCli([])).toMatchObject({ code: 2, stdout: "", stderr: help.stdout });
  });

  it("lists every rule", async () => {
    const { stdout } = await runCli(["rules", "--json"]);
    const { version, rules } = JSON.parse(stdout) as {
      version: number;
      rules: { code: string; severity: object; summary: string }[];
    };
    expect(version).toBe(1);
    expect(rules.length).toBeGreaterThan(10);
    const pretty = (await runCli(["rules"])).stdout;
    for (const { code, summary } of rules) {
      expect(pretty).toContain(`  ${code} `);
      expect(pretty).toContain(summary);
    }
  });

  it("knows every code it can emit", async () => {
    const { rules } = JSON.parse((await runCli(["rules", "--json"])).stdout) as { rules: { code: string }[] };
    const own = [
      "path-missing",
      "file-unreadable",
      "file-too-large",
      "file-not-text",
      "file-encoding",
      "file-case",
      "file-count",
      "file-unwritable",
      "directory-loop",
      "skill-missing",
    ];
    expect(own.filter((code) => !rules.some((rule) => rule.code === code))).toEqual([]);
  });
});
