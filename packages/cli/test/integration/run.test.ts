import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { ask } from "../../src/run/ask.ts";
import { runCli } from "../helpers/run-cli.ts";
import { skillEnv } from "../helpers/skill-env.ts";
import { isBuilt } from "../helpers/spawn-cli.ts";
import { goodSkill, tempFolder } from "../helpers/temp-folder.ts";

const bin = fileURLToPath(new URL("../../dist/bin.js", import.meta.url));

function skills(): string {
  return tempFolder({
    "tool/SKILL.md": goodSkill("tool"),
    "tool/scripts/hello.sh": 'echo "hello $*"; echo "a word aside" >&2\n',
    "tool/scripts/fails.sh": "echo half; exit 7\n",
    "tool/scripts/colors.sh": "printf '\\033[31mred\\n'\n",
    "tool/scripts/sleeps.sh": '(sleep 2; touch "$1") & sleep 30\n',
    "plain/SKILL.md": goodSkill("plain"),
  });
}

const run = (cwd: string, args: string[], more: Parameters<typeof runCli>[1] = {}) =>
  runCli(["run", "--in", ".", ...args], { cwd, env: skillEnv(), ...more });

const open = ["--sandbox", "off"];
const agreed = ["--yes", ...open];

describe.skipIf(process.platform === "win32")("run", () => {
  it("runs a script that was agreed to, and gives its arguments as they are", async () => {
    const cwd = skills();
    for (const script of ["scripts/hello.sh", "hello.sh"]) {
      const { code, stdout, stderr } = await run(cwd, ["tool", script, ...agreed, "--", "$HOME", "--yes", "-x"]);
      expect([code, stdout, stderr]).toEqual([0, "hello $HOME --yes -x\n", "a word aside\n"]);
    }
  });

  it("refuses where nobody can be asked, and shows what would have run", async () => {
    for (const more of [[], ["--no-input"], ["--json"]]) {
      const { code, stdout, stderr } = await run(skills(), ["tool", "hello.sh", ...open, ...more, "--", "a  b"]);
      expect(code).toBe(2);
      if (more[0] !== "--json") expect(stdout).toBe("");
      else expect(JSON.parse(stdout)).toMatchObject({ ok: false, error: { code: "approval-denied" } });
      expect(
        stderr
          .replace(/sha256:[0-9a-f]{64}/, "<digest>")
          .split("\n")
          .slice(0, 6),
      ).toEqual([
        "skill    tool",
        "at       tool/SKILL.md",
        "script   scripts/hello.sh",
        'args     "a  b"',
        "content  <digest>",
        "sandbox  NONE: it is switched off",
      ]);
      expect(stderr).toContain("approval-denied: Nobody can be asked here");
    }
  });

  it("tells how a script ended", async () => {
    const cwd = skills();
    const failed = await run(cwd, ["tool", "fails.sh", ...agreed]);
    expect([failed.code, failed.stdout, failed.stderr]).toEqual([1, "half\n", "tradecraft: It ended with 7\n"]);
    const late = await run(cwd, ["tool", "sleeps.sh", ...agreed, "--timeout", "1", "--", join(cwd, "mark")]);
    expect([late.code, late.stderr]).toEqual([1, "tradecraft: It was killed: its time was up; see --timeout\n"]);
    const json = await run(cwd, ["tool", "fails.sh", ...agreed, "--json"]);
    expect(json.code).toBe(1);
    expect(JSON.parse(json.stdout)).toMatchObject({
      version: 1,
      ok: false,
      skill: "tool",
      script: "scripts/fails.sh",
      digest: expect.stringMatching(/^sha256:/),
      sandbox: { sandboxed: false, detail: "it is switched off" },
      result: { exitCode: 7, signal: null, stdout: "half\n", stderr: "", truncated: false, timedOut: false },
    });
  });

  it("says what there is not", async () => {
    const cwd = skills();
    const unknown = await run(cwd, ["tol", "hello.sh", "--yes"]);
    expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('did you mean "tool"')]);
    const typo = await run(cwd, ["tool", "scripts/helo.sh", "--yes"]);
    expect([typo.code, typo.stderr]).toEqual([1, expect.stringMatching(/resource-missing: .*scripts\/hello\.sh/)]);
    expect((await run(cwd, ["plain", "a.sh", "--yes"])).stderr).toContain("it has no scripts at all");
    for (const path of ["SKILL.md", "../tool/scripts/hello.sh", "/bin/true"])
      expect((await run(cwd, ["tool", path, "--yes"])).code).toBe(1);
    expect((await run(cwd, ["tool"])).code).toBe(2);
    expect((await run(cwd, ["tool", "hello.sh", "--timeout", "0"])).code).toBe(2);
    expect((await run(cwd, ["tool", "hello.sh", "--sandbox", "maybe"])).code).toBe(2);
  });

  it("is safe to watch on a terminal", async () => {
    const cwd = skills();
    const args = ["tool", "colors.sh", ...agreed];
    expect((await run(cwd, args, { isTTY: true })).stdout).toBe("␛[31mred\n");
    expect((await run(cwd, args)).stdout).toBe("\u001b[31mred\n");
  });

  it("remembers what was always agreed to, until the content changes", async () => {
    const cwd = skills();
    const state = tempFolder();
    const env = skillEnv(undefined, { XDG_STATE_HOME: state });
    const refused = await run(cwd, ["tool", "hello.sh", ...open], { env });
    const digest = /sha256:\w+/.exec(refused.stderr)?.[0];
    const line = { approve: "run scripts/hello.sh", skill: "tool", digest };
    mkdirSync(join(state, "tradecraft"));
    writeFileSync(join(state, "tradecraft/approvals.jsonl"), `${JSON.stringify(line)}\n`, { mode: 0o600 });
    expect((await run(cwd, ["tool", "hello.sh", ...open], { env })).code).toBe(0);
    expect((await run(cwd, ["tool", "fails.sh", ...open], { env })).code).toBe(2);
    writeFileSync(join(cwd, "tool/notes.md"), "new");
    expect((await run(cwd, ["tool", "hello.sh", ...open], { env })).code).toBe(2);
  });
});

/** Waits until the command has started its script; where the system does not tell, long enough. */
async function hasStarted(pid: number | undefined): Promise<void> {
  const children = `/proc/${pid}/task/${pid}/children`;
  if (!existsSync(children)) return wait(3_000);
  while (readFileSync(children, "utf8").trim() === "") await wait(20);
  await wait(200);
}

describe.skipIf(!isBuilt || process.platform !== "linux")("run, built", () => {
  const env = (state: string) => ({
    PATH: process.env["PATH"] ?? "",
    ...skillEnv(undefined, { XDG_STATE_HOME: state }),
  });

  // util-linux, which makes a terminal.
  it.skipIf(!existsSync("/usr/bin/script"))("asks on a terminal", () => {
    const cwd = skills();
    const state = tempFolder();
    const answer = (text: string): string => {
      const line = `${process.execPath} ${bin} run --in . tool hello.sh --sandbox off; echo "code $?"`;
      const options = { cwd, env: env(state), input: `${text}\n`, encoding: "utf8" } as const;
      return execFileSync("/usr/bin/script", ["-qec", line, "/dev/null"], options);
    };
    expect(answer("n")).toMatch(/Run it\? .*[\s\S]*Not run\r\ncode 2/);
    expect(answer("")).toContain("code 2");
    expect(answer("y")).toMatch(/hello[\s\S]*code 0/);
    const file = join(state, "tradecraft/approvals.jsonl");
    expect(existsSync(file)).toBe(false);
    expect(answer("always")).toContain("code 0");
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ approve: "run scripts/hello.sh", skill: "tool" });
    expect(answer("n")).not.toContain("Run it?");
  });

  it("leaves no script behind when it is killed", async () => {
    const cwd = skills();
    const mark = join(tempFolder(), "mark");
    const args = [bin, "run", "--in", ".", "tool", "sleeps.sh", ...agreed, "--", mark];
    const child = spawn(process.execPath, args, { cwd, env: env(tempFolder()), stdio: "ignore" });
    await hasStarted(child.pid);
    child.kill("SIGKILL");
    await wait(2_000);
    expect(existsSync(mark)).toBe(false);
  });

  it("ends with its script and all that it started when it is interrupted", async () => {
    const cwd = skills();
    const mark = join(tempFolder(), "mark");
    const args = [bin, "run", "--in", ".", "tool", "sleeps.sh", ...agreed, "--", mark];
    const child = spawn(process.execPath, args, { cwd, env: env(tempFolder()), stdio: "ignore" });
    await hasStarted(child.pid);
    child.kill("SIGINT");
    const code = await new Promise((resolve) => child.once("exit", resolve));
    expect(code).toBe(130);
    await wait(2_000);
    expect(existsSync(mark)).toBe(false);
  });
});

it("takes only a clear yes for one", async () => {
  const answers = ["y", "YES", " a ", "always", "n", "", "yep", "j"];
  const given = await Promise.all(
    answers.map((line) => {
      const input = new PassThrough();
      input.end(`${line}\n`);
      return ask("?", { input, output: new PassThrough() });
    }),
  );
  expect(given).toEqual(["once", "once", "always", "always", "no", "no", "no", "no"]);
  const ended = new PassThrough();
  ended.end();
  expect(await ask("?", { input: ended, output: new PassThrough() })).toBe("no");
});
