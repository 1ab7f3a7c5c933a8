// A built skill on each Node that it promises to run on, on one that is too old, and installed as people install skills.

import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { callSkill, filesOf } from "../../../packages/cli/test/helpers/build-fixtures.ts";
import { buildExamples, type BuiltExamples } from "../../../packages/cli/test/helpers/built-examples.ts";
import { driveSession, driveStateless, WAYS } from "../../../packages/cli/test/helpers/drive-skill.ts";
import { exampleRuns } from "../../../packages/sdk/test/integration/run/mcp/example-answers.ts";
import { type InstalledPrograms, installPrograms } from "./installed-programs.ts";

const name = "triage-desk";
const packages = ["node24@npm:node@24", "node22@npm:node@22", "node12@npm:node@12", "skills@1.7.4"];
const files = {
  node12: "node12/bin/node",
  node22: "node22/bin/node",
  node24: "node24/bin/node",
  skills: "skills/bin/cli.mjs",
};

let programs: InstalledPrograms;
let built: BuiltExamples;
/** The built skill where nobody would expect one, not to be written to. */
let moved = "";

/** Takes the right to write away, and gives it back, without which nobody but root could remove the folder. */
function setWritable(folder: string, writable: boolean): void {
  const write = writable ? 0o200 : 0;
  chmodSync(folder, 0o555 | write);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) setWritable(path, writable);
    else chmodSync(path, (entry.name === "run" ? 0o555 : 0o444) | write);
  }
}

describe("a built skill", () => {
  beforeAll(async () => {
    programs = await installPrograms(packages, files, "TRADECRAFT_REQUIRE_NODES");
    if (programs.unavailable !== undefined) return;
    built = await buildExamples([name]);
    moved = join(built.folder, `a b'c"d $HOME`, name);
    mkdirSync(join(moved, ".."));
    cpSync(built.of(name), moved, { recursive: true });
    setWritable(moved, false);
  }, 300_000);
  afterAll(() => {
    if (moved !== "") setWritable(moved, true);
    built?.remove();
    programs?.remove();
  });
  beforeEach((context) => {
    if (programs.unavailable !== undefined) context.skip(programs.unavailable);
  });

  it.each(["this", "node22", "node24"])(
    "runs to its end on %s Node, without HOME and packages, from a folder that is odd and read-only",
    (node) => {
      const folder = join(built.folder, `on-${node}`);
      mkdirSync(folder);
      const PATH = `${node === "this" ? join(process.execPath, "..") : programs.path(node, "node")}:/usr/bin:/bin`;
      const env = { PATH, TMPDIR: folder };
      const before = filesOf(moved);
      const example = exampleRuns(folder)[name]!;
      const run = join(moved, "scripts/run");
      expect(driveStateless(run, example, { folder, env }).result).toMatchObject({ finalOutput: example.finalOutput });
      const { line } = driveSession(run, example, { folder, env, ways: WAYS });
      expect(line).toMatchObject({ type: "done", finalOutput: example.finalOutput });
      expect(callSkill(run, ["topic", "severity"], { env, cwd: moved }).stdout).toContain("critical");
      expect(filesOf(moved)).toEqual(before);
    },
  );

  it("tells a Node that is too old which one it needs", () => {
    const env = { PATH: `${programs.path("node12", "node")}:/usr/bin:/bin` };
    const { code, result, stderr } = callSkill(join(moved, "scripts/run"), ["--params", "{}"], { env });
    expect([code, result["kind"], result["code"]]).toEqual([1, "error", "node-too-old"]);
    expect(stderr).toMatch(/^error: This skill needs Node\.js 20 or later; this is v12\.\d+\.\d+\.\n$/);
  });

  it("is installed by `skills add`, and runs from there", () => {
    const home = join(built.folder, "home");
    const project = join(built.folder, "project");
    for (const folder of [home, project]) mkdirSync(folder);
    const args = [programs.file("skills"), "add", built.of(name), "--copy", "-y", "-a", "claude-code"];
    execFileSync(programs.file("node24"), args, {
      cwd: project,
      env: { PATH: process.env["PATH"], HOME: home, DISABLE_TELEMETRY: "1", DO_NOT_TRACK: "1" },
      stdio: ["ignore", "pipe", "pipe"],
      timeout: 60_000,
    });
    const installed = join(project, ".claude/skills", name);
    expect(Object.keys(filesOf(installed))).toEqual(Object.keys(filesOf(built.of(name))));
    const example = exampleRuns(project)[name]!;
    const { result } = driveStateless(join(installed, "scripts/run"), example, { folder: project });
    expect(result).toMatchObject({ kind: "done", finalOutput: example.finalOutput });
  });
});
