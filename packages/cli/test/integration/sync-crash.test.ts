import { execFileSync, spawn, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseLock } from "@tradecraft/sdk/supply";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CliResult, runCli } from "../helpers/run-cli.ts";

const bin = fileURLToPath(new URL("../../dist/bin.js", import.meta.url));
const kills = Number(process.env["TRADECRAFT_KILLS"] ?? 6);
const skillCount = 12;

let base: string;
const at = (...path: string[]): string => join(base, ...path);

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** The sources in their first or second edition: skills change, one goes, one comes. */
function publish(edition: 1 | 2): void {
  rmSync(at("team"), { recursive: true, force: true });
  for (let number = edition; number < skillCount + edition; number++) {
    const name = `skill-${number}`;
    const text = `---\nname: ${name}\ndescription: Edition ${edition} of ${name}. Use for tests.\n---\n\n# ${name}\n`;
    write(at("team", name, "SKILL.md"), text);
    for (let file = 0; file < 6; file++)
      write(at("team", name, `references/${file}.md`), `${edition} ${file}\n`.repeat(200));
  }
}

const environment = (): NodeJS.ProcessEnv => ({
  PATH: process.env["PATH"],
  HOME: at("home"),
  XDG_STATE_HOME: at("state"),
  XDG_CACHE_HOME: at("cache"),
});

const update = ["update", "--yes"];

function run(args: readonly string[], cwd = at("project")): { readonly code: number | null; readonly output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], {
    cwd,
    env: environment(),
    encoding: "utf8",
  });
  return { code: status, output: `${stdout}${stderr}` };
}

/** The same without a process of its own, for what nobody kills. */
const runHere = (args: readonly string[]): Promise<CliResult> =>
  runCli(args, { cwd: at("project"), env: environment() });

/** Every file, link and folder of the project, with what it holds. */
function snapshot(): string {
  const lines: string[] = [];
  for (const entry of readdirSync(at("project"), { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const shown = path.slice(at("project").length);
    if (entry.isSymbolicLink()) lines.push(`${shown} -> ${readlinkSync(path)}`);
    else
      lines.push(
        `${shown} ${entry.isFile() ? `${statSync(path).mode & 0o111} ${readFileSync(path, "latin1")}` : "folder"}`,
      );
  }
  return lines.sort().join("\n");
}

function restore(): void {
  for (const folder of ["project", "state"]) {
    rmSync(at(folder), { recursive: true, force: true });
    cpSync(at(`${folder}-before`), at(folder), { recursive: true, verbatimSymlinks: true });
  }
}

const journals = (): string[] =>
  existsSync(at("state/tradecraft/sync")) ? readdirSync(at("state/tradecraft/sync")) : [];

beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "tradecraft-crash-")));
  mkdirSync(at("home"));
  publish(1);
  write(
    at("project/tradecraft.json"),
    JSON.stringify({
      skills: { team: { type: "file", path: "../team" } },
      targets: {
        bake: { out: "src/skills.generated.ts" },
        install: { agents: ["claude-code", "codex"], mode: "link" },
      },
    }),
  );
  expect(run(["sync"])).toMatchObject({ code: 0 });
  for (const folder of ["project", "state"])
    cpSync(at(folder), at(`${folder}-before`), { recursive: true, verbatimSymlinks: true });
  publish(2);
});

afterAll(() => rmSync(base, { recursive: true, force: true }));

describe("tradecraft update", () => {
  it(`killed at ${kills} moments leaves the old state or the new one`, async () => {
    const before = snapshot();
    const started = performance.now();
    expect(run(update)).toMatchObject({ code: 0 });
    const took = performance.now() - started;
    const after = snapshot();
    expect(after).not.toBe(before);
    const seen = { old: 0, new: 0, finished: 0, undone: 0 };
    for (let kill = 0; kill < kills; kill++) {
      restore();
      const child = spawn(process.execPath, [bin, ...update], {
        cwd: at("project"),
        env: environment(),
        stdio: "ignore",
      });
      const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
      if (kill % 2 === 0) await wait(Math.random() * took);
      else {
        // The moment of moving is short: every second kill waits for its beginning.
        const deadline = performance.now() + 4 * took;
        while (
          !journals().some((name) => name.endsWith(".json")) &&
          child.exitCode === null &&
          performance.now() < deadline
        )
          await wait(1);
        await wait(Math.random() * took * 0.2);
      }
      child.kill("SIGKILL");
      await ended;
      // Whatever happened, the lock is whole.
      parseLock(readFileSync(at("project/tradecraft.lock"), "utf8"));
      const wasPending = journals().some((name) => name.endsWith(".json"));
      const check = await runHere(["sync", "--check", "--json"]);
      if (wasPending) expect(check).toMatchObject({ code: 1 });
      // A sync finishes or undoes what was cut off before it does anything of its own: here nothing, the lock being frozen.
      const { code, stdout } = await runHere(["sync", "--frozen", "--json"]);
      expect(stdout).toContain("{");
      expect(code).toBe(0);
      const report = JSON.parse(stdout) as {
        readonly written: boolean;
        readonly recovered: "none" | "finished" | "undone";
      };
      expect(report.written).toBe(false);
      if (report.recovered !== "none") seen[report.recovered]++;
      const now = snapshot();
      expect([before, after]).toContain(now);
      seen[now === before ? "old" : "new"]++;
      expect(journals().filter((name) => !/\.(?:installed|baked)$/.test(name))).toEqual([]);
    }
    if (kills >= 20) expect(seen.undone + seen.finished).toBeGreaterThan(0);
  }, 600_000);

  it("on a full disk leaves everything as it was", ({ skip }) => {
    const disk = at("disk");
    mkdirSync(disk);
    try {
      execFileSync("mount", ["-t", "tmpfs", "-o", "size=1500k", "tmpfs", disk], { stdio: "ignore" });
    } catch {
      skip("a small file system can only be mounted by root");
    }
    try {
      publish(1);
      const project = join(disk, "project");
      mkdirSync(project);
      write(
        join(project, "tradecraft.json"),
        readFileSync(at("project/tradecraft.json"), "utf8").replace("../team", at("team")),
      );
      expect(run(["sync"], project)).toMatchObject({ code: 0 });
      const files = (): string =>
        readdirSync(project, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map(
            (entry) =>
              `${join(entry.parentPath, entry.name)} ${readFileSync(join(entry.parentPath, entry.name), "latin1")}`,
          )
          .sort()
          .join("\n");
      const before = files();
      publish(2);
      write(at("team/skill-5/assets/large.bin"), "x".repeat(1_400_000));
      const { code, output } = run(update, project);
      expect(code).toBe(1);
      expect(output).toContain("the disk is full");
      expect(files()).toBe(before);
      publish(1);
      expect(run(["sync", "--check"], project)).toMatchObject({ code: 0 });
    } finally {
      execFileSync("umount", [disk], { stdio: "ignore" });
    }
  }, 120_000);
});
