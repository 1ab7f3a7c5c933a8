import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, readdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isBuilt, spawnCli } from "../helpers/spawn-cli.ts";
import { fixableSkill, goodSkill, tempFolder } from "../helpers/temp-folder.ts";

const windows = process.platform === "win32";
const noStack = /\n\s+at .*:\d+:\d+/;

/** Checks the folder with a good skill beside the bad thing: the code is shown, the neighbour is checked, nothing else breaks. */
async function expectCode(
  cwd: string,
  code: string,
  message: string | RegExp,
  options: { asNobody?: boolean } = {},
): Promise<void> {
  mkdirSync(join(cwd, "good"));
  writeFileSync(join(cwd, "good/SKILL.md"), goodSkill("good"));
  const pretty = await spawnCli(["check"], { cwd, ...options });
  expect(pretty.stdout).toContain(`error ${code}: `);
  expect(pretty.stdout).toMatch(message);
  expect(pretty.stdout + pretty.stderr).not.toMatch(noStack);
  expect(pretty.stderr).toBe("");
  expect(pretty.code).toBe(1);
  const json = await spawnCli(["check", "--json"], { cwd, ...options });
  const { skills } = JSON.parse(json.stdout) as {
    skills: { name: string | null; valid: boolean; diagnostics: { code: string }[] }[];
  };
  expect(skills).toContainEqual(expect.objectContaining({ name: "good", valid: true }));
  expect(skills).toContainEqual(
    expect.objectContaining({ name: null, valid: false, diagnostics: [expect.objectContaining({ code })] }),
  );
}

describe.skipIf(!isBuilt)("bad input to the built command", () => {
  it("a missing path", async () => {
    const cwd = tempFolder({ "a/SKILL.md": goodSkill("a") });
    const alone = await spawnCli(["check", "nowhere"], { cwd });
    expect(alone).toMatchObject({ code: 2, stderr: "" });
    expect(alone.stdout).toContain("✖ nowhere\n  error path-missing: There is nothing at this path.\n");
    expect((await spawnCli(["check", "nowhere", "a"], { cwd })).code).toBe(1);
  });

  it.skipIf(windows)("an unreadable file", async () => {
    const cwd = tempFolder({ "secret/SKILL.md": goodSkill("secret") });
    chmodSync(cwd, 0o755);
    chmodSync(join(cwd, "secret/SKILL.md"), 0);
    await expectCode(cwd, "file-unreadable", "This file cannot be read: permission denied.", { asNobody: true });
  });

  it.skipIf(windows)("an unreadable folder", async () => {
    const cwd = tempFolder({ "secret/SKILL.md": goodSkill("secret") });
    chmodSync(cwd, 0o755);
    chmodSync(join(cwd, "secret"), 0);
    await expectCode(cwd, "file-unreadable", "This folder cannot be read: permission denied.", { asNobody: true });
    chmodSync(join(cwd, "secret"), 0o755);
  });

  it.skipIf(windows)("a directory loop", async () => {
    const cwd = tempFolder({ "a/SKILL.md": goodSkill("a") });
    symlinkSync("../..", join(cwd, "a/loop"));
    await expectCode(cwd, "directory-loop", "leads back");
  });

  it("a file of 1 GB", async () => {
    const cwd = tempFolder({ "big/SKILL.md": "---\n" });
    truncateSync(join(cwd, "big/SKILL.md"), 2 ** 30);
    await expectCode(cwd, "file-too-large", "This file has 1 GiB");
  });

  it("a binary file", async () => {
    const cwd = tempFolder({ "bin/SKILL.md": readFileSync(process.execPath).subarray(0, 100_000) });
    await expectCode(cwd, "file-not-text", "NUL bytes");
  });

  it("a folder called SKILL.md", async () => {
    await expectCode(tempFolder({ "odd/SKILL.md/readme.txt": "" }), "file-unreadable", "This is a folder, not a file.");
  });

  it.skipIf(windows)("a pipe called SKILL.md", async () => {
    const cwd = tempFolder({ "pipe/readme.txt": "" });
    execFileSync("mkfifo", [join(cwd, "pipe/SKILL.md")]);
    await expectCode(cwd, "file-unreadable", "This is a named pipe, not a file.");
  });

  it.skipIf(windows)("a broken link called SKILL.md", async () => {
    const cwd = tempFolder({ "broken/readme.txt": "" });
    symlinkSync("nowhere", join(cwd, "broken/SKILL.md"));
    await expectCode(cwd, "path-missing", "it does not exist");
  });

  it.skipIf(windows)("a file that --fix may not write", async () => {
    const cwd = tempFolder({ "a/SKILL.md": fixableSkill("a"), "b/SKILL.md": fixableSkill("b") });
    chmodSync(cwd, 0o755);
    chmodSync(join(cwd, "a/SKILL.md"), 0o444);
    chmodSync(join(cwd, "b"), 0o777);
    chmodSync(join(cwd, "b/SKILL.md"), 0o666);
    const { code, stdout, stderr } = await spawnCli(["check", "--fix"], { cwd, asNobody: true });
    expect([code, stderr]).toEqual([1, ""]);
    expect(stdout).toContain(
      "a/SKILL.md\n  error file-unwritable: The fixes could not be written: permission denied.\n",
    );
    expect(readFileSync(join(cwd, "a/SKILL.md"), "utf8")).toBe(fixableSkill("a"));
    expect(readFileSync(join(cwd, "b/SKILL.md"), "utf8")).not.toBe(fixableSkill("b"));
    expect([readdirSync(join(cwd, "a")), readdirSync(join(cwd, "b"))]).toEqual([["SKILL.md"], ["SKILL.md"]]);
  });

  it.skipIf(windows)("a reader that stops reading", async () => {
    const names = Array.from({ length: 400 }, (_, at) => `s${at}`);
    const cwd = tempFolder(Object.fromEntries(names.map((name) => [`${name}/SKILL.md`, "broken"])));
    const script = `"$0" "$1" check . 2>err | head -n 1 >/dev/null; cat err`;
    const bin = new URL("../../dist/bin.js", import.meta.url).pathname;
    expect(execFileSync("sh", ["-c", script, process.execPath, bin], { cwd, encoding: "utf8" })).toBe("");
  });

  it.skipIf(process.platform !== "linux")("an output that cannot be written", () => {
    const cwd = tempFolder({ "a/SKILL.md": goodSkill("a") });
    const bin = new URL("../../dist/bin.js", import.meta.url).pathname;
    const script = `"$0" "$1" check . 2>&1 >/dev/full; echo $?`;
    const output = execFileSync("sh", ["-c", script, process.execPath, bin], { cwd, encoding: "utf8" });
    expect(output).toBe("tradecraft: the output could not be written: ENOSPC\n70\n");
  });

  it.skipIf(windows)("a current folder that is gone", () => {
    const cwd = tempFolder({ "gone/x": "" });
    const bin = new URL("../../dist/bin.js", import.meta.url).pathname;
    const script = `cd gone && rm -r ../gone && "$0" "$1" check . 2>&1; echo $?`;
    const output = execFileSync("sh", ["-c", script, process.execPath, bin], { cwd, encoding: "utf8" });
    expect(output).toBe("tradecraft: the current folder does not exist any more\n2\n");
  });
});

describe.skipIf(!isBuilt)("the built command", () => {
  it("runs as a program", async () => {
    const cwd = tempFolder({ "a/SKILL.md": goodSkill("a") });
    expect(await spawnCli(["--version"], { cwd })).toMatchObject({ code: 0, stderr: "" });
    expect(await spawnCli(["check"], { cwd })).toMatchObject({ code: 0, stderr: "" });
  });

  it("loads next to nothing before it knows what is asked", async () => {
    const cwd = tempFolder();
    const { code } = await spawnCli(["--version"], { cwd, env: { NODE_V8_COVERAGE: join(cwd, "loaded") } });
    expect(code).toBe(0);
    const loaded = readdirSync(join(cwd, "loaded")).flatMap((name) => {
      const { result } = JSON.parse(readFileSync(join(cwd, "loaded", name), "utf8")) as { result: { url: string }[] };
      return result.flatMap(({ url }) => (url.startsWith("file:") ? [url.slice(url.lastIndexOf("/") + 1)] : []));
    });
    expect(loaded.sort()).toEqual(["bin.js", "main.js", "usage-error.js", "version.js"]);
  });

  it.skipIf(windows)("prints a completion script that bash takes and that completes", async () => {
    const { stdout } = await spawnCli(["completion", "bash"], { cwd: tempFolder() });
    const complete = (...words: string[]): string[] => {
      const script = `${stdout}\nCOMP_WORDS=(tradecraft "$@"); COMP_CWORD=$#; _tradecraft; printf '%s\\n' "\${COMPREPLY[@]}"`;
      return execFileSync("bash", ["-c", script, "bash", ...words], { encoding: "utf8" })
        .trim()
        .split("\n");
    };
    expect(complete("c")).toEqual(["check", "cost", "chat", "completion"]);
    expect(complete("check", "--pro")).toEqual(["--profile"]);
    expect(complete("check", "--profile", "")).toEqual(["spec", "reference", "lenient"]);
    expect(complete("completion", "z")).toEqual(["zsh"]);
    expect(complete("completion", "")).toEqual(["bash", "zsh", "fish"]);
    expect(complete("check", "-")).toContain("-q");
    expect(complete("cost", "--sort", "f")).toEqual(["files"]);
    expect(complete("show", "--")).toEqual(["--in", "--json", "--no-color", "--help"]);
    // Nothing of its own to offer: the shell completes file names.
    for (const words of [
      ["check", ""],
      ["check", "skills/"],
      ["check", "--config", ""],
      ["list", ""],
      ["search", "--in", ""],
    ]) {
      expect(complete(...words)).toEqual([""]);
    }
  });
});
