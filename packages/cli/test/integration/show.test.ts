import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runCli } from "../helpers/run-cli.ts";
import { brokenExamples, examples, skillEnv, skillWith } from "../helpers/skill-env.ts";
import { goodSkill, tempFolder } from "../helpers/temp-folder.ts";

const binary = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0xff]);
const text = "one\r\n\ttwo \u001b[31mred\u001b[0m \u202eback\nthree";

function skills(): string {
  return tempFolder({
    "tool/SKILL.md": skillWith(
      "tool",
      "Does a thing. \u001b[2JUse when asked.",
      "# Tool\n\n\u001b[31mRead\u202e this.\n\n\tindented",
    ),
    "tool/scripts/run.sh": "#!/bin/sh\necho hi\n",
    "tool/references/notes.txt": text,
    "tool/assets/logo.png": binary,
    "tool/LICENSE": "MIT\n",
    "other/SKILL.md": goodSkill("other"),
    "secret.txt": "secret",
  });
}

const show = (cwd: string, args: string[], more: Parameters<typeof runCli>[1] = {}) =>
  runCli(["show", ...args], { cwd, env: skillEnv(), ...more });

describe("show a skill", () => {
  it("has a head, files by kind, and the instructions", async () => {
    const { code, stdout, stderr } = await show(examples, ["table-tools", "--in", "."], { columns: 80 });
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^table-tools\nInspects, converts/);
    expect(stdout).toMatch(/^location {7}table-tools\/SKILL\.md$/m);
    expect(stdout).toMatch(/^license {8}MIT$/m);
    expect(stdout).toMatch(/^tokens {9}catalog \d+ · instructions \d+ · files [\d.]+k$/m);
    expect(stdout).toMatch(/^scripts\n {2}scripts\/check\.sh +1\.8 kB/m);
    expect(stdout).toMatch(/^references\n {2}references\/dialects\.md/m);
    expect(stdout).toMatch(/^─+\n# Table tools\n\nFour programs/m);
  });

  it("is found among discovered skills, by its folder's path, and by a name that one skill has", async () => {
    const home = tempFolder({ ".agents/skills/mine/SKILL.md": goodSkill("mine") });
    const found = await runCli(["show", "mine"], { cwd: tempFolder(), env: skillEnv(home) });
    expect(found.stdout).toMatch(/^source {9}user ~\/\.agents\/skills$/m);
    const cwd = skills();
    for (const path of ["./tool", "tool/", "./tool/SKILL.md", join(cwd, "tool")]) {
      expect((await show(cwd, [path])).stdout, path).toMatch(/^tool\n/);
    }
    expect((await show(join(cwd, "tool"), ["."])).stdout).toMatch(/^tool\n/);
    const named = await show(brokenExamples, ["empty-name", "--in", "."]);
    expect([named.code, named.stderr]).toEqual([0, ""]);
  });

  it("makes everything the skill says safe, on a terminal or not", async () => {
    for (const isTTY of [true, false]) {
      const { stdout } = await show(skills(), ["./tool", "--no-color"], { isTTY, columns: 80 });
      expect(stdout).toContain("\n␛[31mRead<U+202E> this.\n\n\tindented\n");
      expect(stdout).not.toMatch(/[\p{Cf}]|(?![\n\t])\p{Cc}/u);
    }
  });

  it("gives all of it as JSON", async () => {
    const { stdout } = await show(skills(), ["tool", "--in", ".", "--json"]);
    const { version, skill } = JSON.parse(stdout) as { version: number; skill: Record<string, unknown> };
    expect(version).toBe(1);
    expect(skill).toMatchObject({
      id: "tool",
      name: "tool",
      description: "Does a thing. \u001b[2JUse when asked.",
      location: expect.stringMatching(/SKILL\.md$/) as string,
      license: null,
      compatibility: null,
      allowedTools: null,
      metadata: {},
      tokens: { partial: false },
      instructions: "# Tool\n\n\u001b[31mRead\u202e this.\n\n\tindented",
    });
    expect(
      (skill["files"] as { path: string; kind: string; size: number }[]).map(({ path, kind }) => [path, kind]),
    ).toEqual([
      ["LICENSE", "other"],
      ["assets/logo.png", "assets"],
      ["references/notes.txt", "references"],
      ["scripts/run.sh", "scripts"],
    ]);
  });

  it.each([
    [["tol", "--in", "."], 'skill-unknown: There is no skill "tol" among 2; did you mean "tool"?'],
    [
      ["quite-another", "--in", "."],
      'skill-unknown: There is no skill "quite-another" among 2; see: tradecraft list .\n',
    ],
    [["../secret.txt", "--in", "."], 'skill-unknown: There is no skill "../secret.txt"'],
    [["\u001b[31m", "--in", "."], 'skill-unknown: There is no skill "␛[31m"'],
    [["./nowhere"], "skill-unknown: "],
    [["x".repeat(100_000), "--in", "."], "skill-unknown: "],
  ])("is 1 for an unknown skill: %j", async (args, message) => {
    const { code, stdout, stderr } = await show(skills(), args);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain(`tradecraft: ${message}`);
    expect(stderr.length).toBeLessThan(300);
  });

  it("is 2 for a folder that is none", async () => {
    const { code, stderr } = await show(skills(), ["tool", "--in", "nowhere"]);
    expect([code, stderr]).toEqual([2, "tradecraft: option-value: --in nowhere: There is nothing at this path.\n"]);
  });
});

describe("show a file", () => {
  it("passes a pipe the bytes as they are", async () => {
    const cwd = skills();
    const bytes = async (path: string): Promise<Buffer> => {
      const parts: Buffer[] = [];
      const onStdout = (content: string | Uint8Array) => void parts.push(Buffer.from(content));
      const { code, stderr } = await show(cwd, ["tool", path, "--in", "."], { onStdout });
      expect([code, stderr]).toEqual([0, ""]);
      return Buffer.concat(parts);
    };
    expect(await bytes("references/notes.txt")).toEqual(Buffer.from(text));
    expect(await bytes("assets/logo.png")).toEqual(Buffer.from(binary));
    expect((await bytes("SKILL.md")).toString()).toMatch(/^---\nname: tool\n/);
  });

  it("shows a terminal what is text, made safe line by line, and refuses the rest", async () => {
    const cwd = skills();
    const shown = await show(cwd, ["tool", "references/notes.txt", "--in", "."], { isTTY: true });
    expect(shown).toEqual({ code: 0, stdout: "one\n\ttwo ␛[31mred␛[0m <U+202E>back\nthree\n", stderr: "" });
    const refused = await show(cwd, ["tool", "assets/logo.png", "--in", "."], { isTTY: true });
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toMatch(
      /^tradecraft: file-not-text: assets\/logo\.png is not text \(10 B\).* > logo\.png\n$/,
    );
  });

  it("is JSON with its encoding", async () => {
    const cwd = skills();
    const json = async (path: string) =>
      JSON.parse((await show(cwd, ["tool", path, "--in", ".", "--json"])).stdout) as object;
    expect(await json("references/notes.txt")).toEqual({
      version: 1,
      ok: true,
      id: "tool",
      file: { path: "references/notes.txt", size: Buffer.byteLength(text), encoding: "utf8", content: text },
    });
    expect(await json("assets/logo.png")).toMatchObject({
      file: { size: 10, encoding: "base64", content: Buffer.from(binary).toString("base64") },
    });
  });

  it.each([
    ["../secret.txt", "path-refused: This path is refused: it leaves the skill."],
    ["scripts/../../secret.txt", "path-refused: "],
    ["/etc/passwd", "path-refused: This path is refused: it is absolute."],
    ["..\\secret.txt", "path-refused: "],
    ["C:\\secret.txt", "path-refused: "],
    ["scripts/nope.sh", "resource-missing: "],
    ["scripts", "resource-missing: "],
  ])("is 1 for %s", async (path, message) => {
    const { code, stdout, stderr } = await show(skills(), ["tool", path, "--in", "."]);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain(`tradecraft: ${message}`);
    expect(stderr).not.toContain("    at ");
  });
});
