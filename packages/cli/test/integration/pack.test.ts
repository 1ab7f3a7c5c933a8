import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { parseCommandArgs } from "../../src/args/parse-command-args.ts";
import { PACK_SPEC } from "../../src/specs/pack-spec.ts";
import { skillEnv } from "../helpers/skill-env.ts";
import { fixableSkill, goodSkill, tempFolder } from "../helpers/temp-folder.ts";

async function pack(cwd: string, args: readonly string[]) {
  const written = { stdout: "", stderr: "" };
  const stream = (name: "stdout" | "stderr") => ({
    write: (content: string | Uint8Array) => void (written[name] += String(content)),
  });
  const run = await PACK_SPEC.load();
  const io = { argv: args, cwd, env: skillEnv(), stdout: stream("stdout"), stderr: stream("stderr") };
  const code = await run(parseCommandArgs(PACK_SPEC, args), io);
  return { code, ...written };
}

const skill = (): string =>
  tempFolder({
    "tool/SKILL.md": goodSkill("tool"),
    "tool/scripts/run.sh": "#!/bin/sh\necho hi\n",
    "tool/scripts/__pycache__/a.pyc": "cache",
  });

describe("pack", () => {
  it("writes <name>.skill into the current folder, and says what was left out", async () => {
    const cwd = skill();
    chmodSync(join(cwd, "tool/scripts/run.sh"), 0o755);
    const { code, stdout, stderr } = await pack(cwd, ["./tool"]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(
      /^Packed tool into tool\.skill: 2 files, [\d.]+ k?B\nLeft out: scripts\/__pycache__\/a\.pyc\n$/,
    );
    const names = Object.keys(unzipSync(readFileSync(join(cwd, "tool.skill"))));
    expect(names).toEqual(["tool/SKILL.md", "tool/scripts/run.sh"]);
    expect(readdirSync(cwd).sort()).toEqual(["tool", "tool.skill"]);
  });

  it("takes a file to write to, everything, and JSON; by a skill's name as well", async () => {
    const cwd = skill();
    const { code, stdout } = await pack(cwd, ["tool", "--in", ".", "-o", "out.zip", "--all", "--json"]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      version: 1,
      ok: true,
      name: "tool",
      output: "out.zip",
      leftOut: [],
      files: ["SKILL.md", "scripts/__pycache__/a.pyc", "scripts/run.sh"],
    });
    expect(existsSync(join(cwd, "out.zip"))).toBe(true);
    expect((await pack(cwd, ["./tool/SKILL.md"])).code).toBe(0);
  });

  it("packs nothing that has errors", async () => {
    const cwd = tempFolder({ "tool/SKILL.md": fixableSkill("tool") });
    const { code, stderr, stdout } = await pack(cwd, ["./tool", "--json"]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^tradecraft: skill-invalid: tool\/SKILL\.md has \d errors?:\n {2}2: .*\(name-/);
    expect(JSON.parse(stdout)).toMatchObject({
      version: 1,
      ok: false,
      error: { code: "skill-invalid" },
      diagnostics: [
        { code: "name-case", line: 2 },
        { code: "name-directory", line: 2 },
      ],
    });
    expect(existsSync(join(cwd, "tool.skill"))).toBe(false);
  });

  it.skipIf(process.platform === "win32")("refuses links, and a place that cannot be written", async () => {
    const cwd = skill();
    const unwritable = await pack(cwd, ["./tool", "-o", "missing/x.skill"]);
    expect([unwritable.code, unwritable.stderr]).toEqual([1, expect.stringContaining("cannot be written")]);
    symlinkSync("/etc/passwd", join(cwd, "tool/secret"));
    const { code, stderr } = await pack(cwd, ["./tool"]);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^tradecraft: path-refused: .*"secret".*symbolic link/)]);
  });

  it("says that the folder to write to is not there", async () => {
    const { code, stderr } = await pack(skill(), ["./tool", "--output", "out/tool.skill"]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/file-unwritable: .*tool\.skill cannot be written: its folder does not exist\.\n$/);
  });

  it("knows which skill was meant, and needs one", async () => {
    const cwd = skill();
    mkdirSync(join(cwd, "empty"));
    const { code, stderr } = await pack(cwd, ["tol", "--in", "."]);
    expect([code, stderr]).toEqual([1, expect.stringContaining('did you mean "tool"?')]);
    const told: unknown = JSON.parse((await pack(cwd, ["tol", "--in", ".", "--json"])).stdout);
    expect(told).toEqual({ version: 1, ok: false, error: { code: "skill-unknown", message: expect.any(String) } });
    expect(() => parseCommandArgs(PACK_SPEC, [])).toThrow(/pack/);
  });
});
