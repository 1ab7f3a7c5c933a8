import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { folderSkill, runScript, tempFolder } from "./script-skill.ts";
import { withPython } from "./with-python.ts";

// Every fault that was demonstrated in another runner of skill scripts, and that this one must not have.

const onPosix = process.platform === "win32" ? describe.skip : describe;

onPosix("time", () => {
  it("ends a shell script that sleeps, with its child, at the limit", async () => {
    for (const timeout of [400, 1_000]) {
      const started = performance.now();
      const result = await runScript({ "scripts/a.sh": "echo before\nsleep 30\necho after\n" }, "scripts/a.sh", {
        timeout,
      });
      expect(performance.now() - started).toBeLessThan(15_000);
      expect(result).toMatchObject({ timedOut: true, exitCode: null, signal: "SIGTERM", stdout: "before\n" });
    }
  });

  it("ends a script that ignores the polite signal, and all it started", async () => {
    const started = performance.now();
    const source = "trap '' TERM\n(trap '' TERM; sleep 30; echo) &\nsleep 30 & wait\nsleep 30\n";
    const result = await runScript({ "scripts/a.sh": source }, "scripts/a.sh", { timeout: 1_000 });
    expect(performance.now() - started).toBeLessThan(15_000);
    expect(result).toMatchObject({ timedOut: true, exitCode: null, signal: "SIGKILL" });
  });

  it("kills a grandchild in the background before its side effect", async () => {
    const mark = join(tempFolder(), "mark");
    const source = `(sleep 1; touch '${mark}') &\nsleep 30\n`;
    await runScript({ "scripts/a.sh": source }, "scripts/a.sh", { timeout: 400 });
    await wait(1_200);
    expect(existsSync(mark)).toBe(false);
  });

  it.runIf(process.platform === "linux")("kills a grandchild that left the group and the session", async () => {
    const marks = tempFolder();
    const daemon = `setsid setsid sh -c "sleep 1; touch '${marks}/$1'" >/dev/null 2>&1 </dev/null &`;
    const source = `${daemon}\nsleep 0.1\n[ "$1" = ends ] || sleep 30\n`;
    const files = { "scripts/a.sh": source };
    const results = await Promise.all([
      runScript(files, "scripts/a.sh", { timeout: 400, args: ["late"] }),
      runScript(files, "scripts/a.sh", { args: ["ends"] }),
    ]);
    expect(results.map(({ timedOut }) => timedOut)).toEqual([true, false]);
    await wait(1_300);
    expect([existsSync(join(marks, "late")), existsSync(join(marks, "ends"))]).toEqual([false, false]);
  });

  it("does not wait for a grandchild that holds the output, and does not leave it behind", async () => {
    const mark = join(tempFolder(), "mark");
    const started = performance.now();
    const result = await runScript({ "scripts/a.sh": `(sleep 2; touch '${mark}') &\necho done\n` }, "scripts/a.sh");
    expect(performance.now() - started).toBeLessThan(15_000);
    expect(result).toMatchObject({ exitCode: 0, timedOut: false, stdout: "done\n" });
    await wait(2_000);
    expect(existsSync(mark)).toBe(false);
  });

  it("kills the tree when the call is cancelled", async () => {
    const mark = join(tempFolder(), "mark");
    const controller = new AbortController();
    const run = runScript(
      { "scripts/a.sh": `(sleep 1; touch '${mark}') &\nsleep 1; touch '${mark}'\n` },
      "scripts/a.sh",
      {
        signal: controller.signal,
      },
    );
    setTimeout(() => controller.abort(new Error("no more")), 200);
    await expect(run).rejects.toThrow("no more");
    await wait(1_200);
    expect(existsSync(mark)).toBe(false);
  });

  it("takes the limit of the call before that of the skill before its own", async () => {
    const skill = folderSkill({ "scripts/a.sh": "sleep 5\n" });
    const options = { timeout: 5_000, timeouts: { tool: 200 } };
    expect((await runScript(skill, "scripts/a.sh", {}, options)).durationMs).toBeLessThan(400);
    const own = await runScript(skill, "scripts/a.sh", { timeout: 600 }, options);
    expect(own.durationMs).toBeGreaterThan(590);
    await expect(runScript(skill, "scripts/a.sh", { timeout: Number.NaN })).rejects.toMatchObject({
      code: "script-refused",
    });
  });
});

onPosix("what a script gets", () => {
  it("is not the host's environment", async () => {
    process.env["TRADECRAFT_TEST_SECRET"] = "host-secret";
    try {
      const skill = folderSkill({
        "scripts/env.sh": 'env; echo "parent: $(tr "\\0" "\\n" </proc/self/environ 2>/dev/null)"\n',
      });
      const { stdout } = await runScript(skill, "scripts/env.sh", {}, { env: { TOKEN_FOR_SCRIPTS: "given" } });
      expect(stdout).not.toContain("host-secret");
      expect(stdout).toContain("TOKEN_FOR_SCRIPTS=given");
      expect(stdout).toContain(`PYTHONPATH=${skill.folder}\n`);
      expect(stdout).toMatch(/^TERM=dumb$/m);
      const names = stdout.split("parent:")[0]?.match(/^\w+(?==)/gm) ?? [];
      const known =
        /^(?:PATH|HOME|TMPDIR|TERM|LANG|LANGUAGE|LC_\w+|TZ|PYTHON\w+|TRADECRAFT_RUN|TOKEN_FOR_SCRIPTS|PWD|OLDPWD|SHLVL|_)$/;
      expect(names.filter((name) => !known.test(name))).toEqual([]);
    } finally {
      delete process.env["TRADECRAFT_TEST_SECRET"];
    }
  });

  it("is a home and a temporary folder of its own, gone afterwards", async () => {
    const { stdout } = await runScript(
      { "scripts/a.sh": 'echo x >"$HOME/x"; mktemp >/dev/null; echo "$HOME $TMPDIR"; ls -ld "$HOME"\n' },
      "scripts/a.sh",
    );
    const [home = "", temporary] = stdout.split(/[ \n]/);
    expect(temporary).toBe(home);
    expect(home).not.toBe(process.env["HOME"]);
    expect(stdout).toContain("drwx------");
    expect(existsSync(home)).toBe(false);
  });

  it("is its own input or none, never the host's", async () => {
    const files = { "scripts/a.sh": 'cat; echo "[$(tty)]"\n' };
    expect((await runScript(files, "scripts/a.sh", { stdin: "told\n" })).stdout).toBe("told\n[not a tty]\n");
    expect((await runScript(files, "scripts/a.sh")).stdout).toBe("[not a tty]\n");
    if (process.platform !== "linux") return;
    const { stdout } = await runScript({ "scripts/a.sh": "readlink /proc/$$/fd/0\n" }, "scripts/a.sh");
    expect(stdout).toBe("/dev/null\n");
  });

  it("may leave a large input unread", async () => {
    const result = await runScript({ "scripts/a.sh": "exit 3\n" }, "scripts/a.sh", { stdin: "x".repeat(4_000_000) });
    expect(result.exitCode).toBe(3);
  });

  it("starts in the skill's folder, or in the scratch folder", async () => {
    const skill = folderSkill({ "scripts/a.sh": "pwd -P\n" });
    expect((await runScript(skill, "scripts/a.sh")).stdout).toBe(`${skill.folder}\n`);
    const scratch = tempFolder();
    expect((await runScript(skill, "scripts/a.sh", {}, { cwd: "scratch", scratch })).stdout).toBe(`${scratch}\n`);
    expect(existsSync(scratch)).toBe(true);
  });

  withPython("is arguments as they are", async () => {
    const args = [
      "$HOME",
      "*",
      ";",
      "`id`",
      "$(id)",
      'a "b" c',
      "it's",
      "line\nbreak",
      "--flag",
      "-x",
      "",
      "\\",
      "ü😀",
      "&& ls",
      "| cat",
      ">x",
    ];
    const files = {
      "scripts/a.sh": 'printf "%s\\0" "$@"\n',
      "scripts/a.py": 'import sys\nsys.stdout.write("".join(a + "\\0" for a in sys.argv[1:]))\n',
      "scripts/a.mjs": 'process.stdout.write(process.argv.slice(2).map((a) => a + "\\0").join(""));\n',
      "scripts/a": '#!/bin/sh\nprintf "%s\\0" "$@"\n',
    };
    for (const script of Object.keys(files)) {
      expect((await runScript(files, script, { args })).stdout, script).toBe(args.map((arg) => `${arg}\0`).join(""));
    }
    for (const bad of [["a\0b"], [1], "text", ["x".repeat(100_000)]] as never[]) {
      await expect(runScript(files, "scripts/a.sh", { args: bad })).rejects.toMatchObject({ code: "script-refused" });
    }
  });
});

onPosix("what a script writes", () => {
  withPython("is cut in the middle when there are 20 MB of it, and the script goes on", async () => {
    const source =
      'import sys\nsys.stdout.write("begin\\n" + "x" * 20_000_000 + "\\nend\\n")\nsys.stderr.write("y" * 300_000)\nsys.exit(4)\n';
    const { stdout, stderr, truncated, exitCode } = await runScript({ "scripts/a.py": source }, "scripts/a.py");
    expect([exitCode, truncated]).toEqual([4, true]);
    expect(stdout.length).toBeLessThan(256 * 1024 + 100);
    expect(stdout).toMatch(/^begin\nx+\n\[… 19,737,8\d\d bytes left out here …\]\nx+\nend\n$/);
    expect(stderr).toMatch(/^y+\n\[… 37,856 bytes left out here …\]\ny+$/);
  });

  withPython("may be no UTF-8", async () => {
    const source = 'import sys\nsys.stdout.buffer.write(b"a\\xff\\xfeb\\xc3(\\xe2\\x82")\n';
    const { stdout, exitCode } = await runScript({ "scripts/a.py": source }, "scripts/a.py");
    expect([exitCode, stdout]).toEqual([0, "a\ufffd\ufffdb\ufffd(\ufffd"]);
  });

  withPython("is put together where a character was split in two", async () => {
    const source =
      'import sys, time\nfor byte in "€😀".encode():\n  sys.stdout.buffer.write(bytes([byte])); sys.stdout.buffer.flush(); time.sleep(0.02)\n';
    expect((await runScript({ "scripts/a.py": source }, "scripts/a.py")).stdout).toBe("€😀");
  });

  it("is kept from both streams, whether it succeeds or fails", async () => {
    const files = { "scripts/a.sh": 'echo out; echo err >&2; exit "$1"\n' };
    for (const code of [0, 7]) {
      const result = await runScript(files, "scripts/a.sh", { args: [String(code)] });
      expect(result).toEqual({
        exitCode: code,
        signal: null,
        stdout: "out\n",
        stderr: "err\n",
        truncated: false,
        timedOut: false,
        durationMs: expect.any(Number),
        sandboxed: false,
      });
    }
    const killed = await runScript({ "scripts/a.sh": "kill -9 $$\n" }, "scripts/a.sh");
    expect(killed).toMatchObject({ exitCode: null, signal: "SIGKILL", timedOut: false });
  });

  it("ends where it never would", async () => {
    const result = await runScript({ "scripts/a.sh": "yes\n" }, "scripts/a.sh", { timeout: 20_000 });
    expect(result).toMatchObject({ truncated: true, timedOut: false });
    expect(result.stderr).toMatch(/stopped: it wrote more than/);
  });
});
