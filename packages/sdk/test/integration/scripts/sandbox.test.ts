import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { processRunner } from "../../../src/node/process-runner.ts";
import { findSandbox } from "../../../src/node/run/find-sandbox.ts";
import { programReads } from "../../../src/node/run/program-reads.ts";
import { folderSkill, memorySkill, runScript, tempFolder } from "./script-skill.ts";

const probe = await findSandbox(process.env["PATH"]);
const reason = probe.sandbox === undefined ? probe.reason : "";
const isRequired = process.env["TRADECRAFT_REQUIRE_SANDBOX"] === "1";
const inSandbox = { sandbox: "required" } as const;

const attempt = (code: string): string => `
import sys
try:
${code.replace(/^/gm, "  ")}
  print("done")
except Exception as error:
  print("refused", type(error).__name__)
`;

async function tryPython(code: string, options = {}): Promise<string> {
  const { stdout, stderr, sandboxed } = await runScript(
    { "scripts/a.py": attempt(code) },
    "scripts/a.py",
    {},
    { ...inSandbox, ...options },
  );
  expect([stderr, sandboxed]).toEqual(["", true]);
  return stdout.trim();
}

it.runIf(isRequired)("has a sandbox to test", () => {
  expect(reason).toBe("");
});

describe.skipIf(reason !== "" && !isRequired)(`in the sandbox${reason && ` (skipped: ${reason})`}`, () => {
  it("runs scripts of every kind, arguments and input as they are", async () => {
    const files = {
      "scripts/a.py": "import sys; print(sys.argv[1:], sys.stdin.read())",
      "scripts/a.sh": 'echo "$@"; cat\n',
      "scripts/a.mjs": "import fs from 'node:fs'; console.log(process.argv.slice(2), fs.readFileSync(0, 'utf8'))",
      "*scripts/a": '#!/usr/bin/env bash\necho "$@"; cat\n',
    };
    for (const skill of [folderSkill(files), memorySkill(files)]) {
      for (const script of ["scripts/a.py", "scripts/a.sh", "scripts/a.mjs", "scripts/a"]) {
        const result = await runScript(skill, script, { args: ["$HOME", "it's", "--x"], stdin: "told" }, inSandbox);
        expect(result, script).toMatchObject({ exitCode: 0, stderr: "", sandboxed: true });
        for (const word of ["$HOME", "it's", "--x", "told"]) expect(result.stdout).toContain(word);
      }
    }
  });

  it("has no network, not even to this machine", async () => {
    const server = createServer((socket) => socket.on("error", () => undefined).end("hello"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as { port: number };
    const connect = `import socket\nsocket.create_connection(("127.0.0.1", ${port}), 2)`;
    expect((await runScript({ "scripts/a.py": attempt(connect) }, "scripts/a.py")).stdout).toBe("done\n");
    expect(await tryPython(connect)).toMatch(/^refused (?:ConnectionRefusedError|OSError)$/);
    expect(await tryPython('import socket\nsocket.create_connection(("1.1.1.1", 53), 2)')).toMatch(/^refused/);
    expect(await tryPython('import socket\nsocket.getaddrinfo("example.com", 80)')).toMatch(/^refused/);
  });

  it("reaches no sockets of this machine's services", async () => {
    const path = join(tempFolder(), "service.sock");
    const server = createServer((socket) => socket.on("error", () => undefined).end("hello"));
    await new Promise<void>((resolve) => server.listen(path, resolve));
    onTestFinished(() => void server.close());
    const connect = (to: string) => `import socket\nsocket.socket(socket.AF_UNIX).connect(${to})`;
    expect(await tryPython(connect(JSON.stringify(path)))).toMatch(/^refused/);
  });

  it("writes to its scratch folder and nowhere else", async () => {
    const outside = tempFolder();
    const skill = folderSkill({ "scripts/a.py": "", "data.txt": "kept" });
    const places = [
      join(outside, "x"),
      join(homedir(), "tradecraft-x"),
      "/usr/x",
      "/etc/x",
      "/x",
      "/dev/x",
      join(skill.folder, "x"),
      join(skill.folder, "data.txt"),
      join(skill.folder, "scripts/a.py"),
    ];
    const source = `
import os, sys
for place in sys.argv[1:]:
  try:
    with open(place, "w") as file: file.write("changed")
    print("wrote", place)
  except OSError: pass
open(os.environ["HOME"] + "/kept", "w").write("scratch")
open("/tmp/also", "w").write("scratch")
`;
    writeFileSync(join(skill.folder, "scripts/a.py"), source);
    const scratch = tempFolder();
    const result = await runScript(skill, "scripts/a.py", { args: places }, { ...inSandbox, scratch });
    expect(result).toMatchObject({ exitCode: 0, stderr: "" });
    // A file in the sandbox's own /dev is nowhere on this machine.
    expect(result.stdout.replace("wrote /dev/x\n", "")).toBe("");
    for (const place of places.filter((path) => path.endsWith("/x"))) expect(existsSync(place), place).toBe(false);
    expect(readFileSync(join(skill.folder, "data.txt"), "utf8")).toBe("kept");
    expect(readFileSync(join(scratch, "kept"), "utf8")).toBe("scratch");
    expect(existsSync(join(tmpdir(), "also"))).toBe(false);
  });

  it("does not read the home folder, other places, or what another process knows", async () => {
    const inHome = tempFolder(homedir());
    const elsewhere = tempFolder();
    for (const folder of [inHome, elsewhere]) writeFileSync(join(folder, "secret"), "secret");
    for (const path of [
      join(inHome, "secret"),
      join(elsewhere, "secret"),
      "/etc/shadow",
      `/proc/${process.pid}/environ`,
      join(process.cwd(), "package.json"),
    ]) {
      expect(await tryPython(`open(${JSON.stringify(path)}, "rb").read()`), path).toMatch(/^refused/);
    }
    const { stdout } = await runScript(
      { "scripts/a.sh": `ls -A '${homedir()}' 2>/dev/null | wc -l; ls /proc | grep -c '^[0-9]'\n` },
      "scripts/a.sh",
      {},
      inSandbox,
    );
    const [inHomeFolder = "", processes = ""] = stdout.split("\n");
    // An interpreter that lies in the home folder may be all there is.
    expect(Number(inHomeFolder)).toBeLessThanOrEqual(2);
    expect(Number(processes)).toBeLessThan(10);
    expect(
      await tryPython(`open(${JSON.stringify(join(elsewhere, "secret"))}).read()`, { readable: [elsewhere] }),
    ).toBe("done");
  });

  it("gives a skill in the home folder itself, and nothing beside it", async () => {
    const parent = tempFolder(homedir());
    writeFileSync(join(parent, "secret"), "secret");
    mkdirSync(join(parent, "tool"));
    const files = { "scripts/a.sh": "cat data.txt; cat ../secret\n", "data.txt": "mine\n" };
    const skill = folderSkill(files, join(parent, "tool"));
    symlinkSync(join(parent, "secret"), join(skill.folder, "link"));
    const result = await runScript(skill, "scripts/a.sh", {}, inSandbox);
    expect(result).toMatchObject({ stdout: "mine\n", exitCode: 1 });
    const linked = folderSkill({ "scripts/b.sh": "cat link\n" }, skill.folder);
    expect((await runScript(linked, "scripts/b.sh", {}, inSandbox)).stdout).toBe("");
  });

  it("cannot become more than it is", async () => {
    const { stdout } = await runScript(
      { "scripts/a.sh": "grep -E '^(CapEff|NoNewPrivs)' /proc/self/status\n" },
      "scripts/a.sh",
      {},
      inSandbox,
    );
    expect(stdout).toMatch(/CapEff:\s+0+\nNoNewPrivs:\s+1\n/);
  });

  it("dies as a whole at the time limit, on cancel, and when the script ends", async () => {
    const scratch = tempFolder();
    const daemon = 'env -i setsid setsid sh -c "sleep 1; touch $HOME/$1" >/dev/null 2>&1 &\nsleep 0.1\n';
    const skill = folderSkill({ "scripts/late.sh": `${daemon}sleep 30\n`, "scripts/ends.sh": daemon });
    const started = performance.now();
    const late = await runScript(skill, "scripts/late.sh", { timeout: 800, args: ["late"] }, { ...inSandbox, scratch });
    expect(performance.now() - started).toBeLessThan(15_000);
    expect(late.timedOut).toBe(true);
    await runScript(skill, "scripts/ends.sh", { args: ["ends"] }, { ...inSandbox, scratch });
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 400);
    const cancelled = runScript(
      skill,
      "scripts/late.sh",
      { args: ["cancelled"], signal: controller.signal },
      { ...inSandbox, scratch },
    );
    await expect(cancelled).rejects.toMatchObject({ name: "AbortError" });
    await wait(1_300);
    for (const name of ["late", "ends", "cancelled"]) expect(existsSync(join(scratch, name)), name).toBe(false);
  });

  it("is used by default, and says so", async () => {
    const skill = folderSkill({ "scripts/a.sh": "true\n" });
    const runner = processRunner();
    expect((await runner.run({ skill, script: "scripts/a.sh", args: [] })).sandboxed).toBe(true);
    expect(await runner.sandboxState()).toEqual({ sandboxed: true, detail: "bubblewrap" });
  });
});

describe("without a sandbox", () => {
  /** Runs with a search path on which there is no bubblewrap, or one that fails. */
  async function withBubblewrap<Result>(source: string | undefined, action: () => Promise<Result>): Promise<Result> {
    const folder = tempFolder();
    for (const program of ["bash", "sh", "cat"]) symlinkSync(`/bin/${program}`, join(folder, program));
    if (source !== undefined) writeFileSync(join(folder, "bwrap"), source, { mode: 0o755 });
    const before = process.env["PATH"];
    process.env["PATH"] = folder;
    try {
      return await action();
    } finally {
      process.env["PATH"] = before;
    }
  }
  const files = { "scripts/a.sh": "echo ran\n" };

  it.runIf(process.platform === "linux")("refuses where one is required, and says what to install", async () => {
    await withBubblewrap(undefined, async () => {
      const run = runScript(files, "scripts/a.sh", {}, inSandbox);
      await expect(run).rejects.toMatchObject({ code: "sandbox-unavailable" });
      await expect(run).rejects.toThrow("apt-get install bubblewrap");
      await expect(processRunner(inSandbox).sandboxState()).rejects.toMatchObject({ code: "sandbox-unavailable" });
    });
    await withBubblewrap("#!/bin/sh\necho 'no namespaces' >&2; exit 1\n", async () => {
      await expect(runScript(files, "scripts/a.sh", {}, inSandbox)).rejects.toThrow(
        /user namespaces may be switched off \(no namespaces\)/,
      );
    });
  });

  it.runIf(process.platform === "linux")(
    "runs where one is only wished for, and says that there was none",
    async () => {
      await withBubblewrap(undefined, async () => {
        expect(await runScript(files, "scripts/a.sh", {}, { sandbox: "auto" })).toMatchObject({
          stdout: "ran\n",
          sandboxed: false,
        });
        const { sandboxed, detail } = await processRunner().sandboxState();
        expect([sandboxed, detail]).toEqual([false, expect.stringContaining("bubblewrap is not installed")]);
      });
    },
  );
});

it("lets a program read its own installation, never a folder of many", () => {
  const home = "/home/ann";
  const reads = (program: string): string[] => programReads(program, home);
  expect(reads("/home/ann/.nvm/versions/node/v22.1.0/bin/node")).toEqual(["/home/ann/.nvm/versions/node/v22.1.0"]);
  expect(reads("/home/ann/.pyenv/shims/python3")).toEqual(["/home/ann/.pyenv"]);
  expect(reads("/home/ann/bin/node")).toEqual(["/home/ann/bin/node"]);
  expect(reads("/home/ann/.local/bin/uv")).toEqual(["/home/ann/.local/bin/uv"]);
  expect(reads("/home/bin/node")).toEqual(["/home/bin/node"]);
  expect(reads("/bin/no-such")).toEqual(["/bin/no-such"]);
  expect(reads("/work/tool")).toEqual(["/work/tool"]);

  const place = tempFolder();
  mkdirSync(join(place, "var/home/ann/.local/bin"), { recursive: true });
  symlinkSync(join(place, "var/home"), join(place, "home"));
  for (const folder of ["var/home/ann", "var/home", "var/home/ann/.local"]) {
    const program = join(place, folder, "bin/tool");
    expect(programReads(program, join(place, "home/ann"))).toEqual([program]);
  }
});
