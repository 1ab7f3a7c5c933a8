// Executables that bun makes of workflow skills, on a machine without Node.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { callSkill } from "../../../packages/cli/test/helpers/build-fixtures.ts";
import { buildExamples, type BuiltExamples } from "../../../packages/cli/test/helpers/built-examples.ts";
import { checkJson } from "../../../packages/cli/test/helpers/check-json.ts";
import { beginSession, driveSession, driveStateless, WAYS } from "../../../packages/cli/test/helpers/drive-skill.ts";
import { exampleRuns } from "../../../packages/sdk/test/integration/run/mcp/example-answers.ts";
import { type InstalledPrograms, installPrograms } from "./installed-programs.ts";

const names = ["research-fan-out", "triage-desk"];
/** Nothing but the system's own programs: no Node, no bun. */
const env = { PATH: "/usr/bin:/bin" };

let bun: InstalledPrograms;
let built: BuiltExamples;

describe("a skill built with --mode bun", () => {
  beforeAll(async () => {
    bun = await installPrograms(["bun@1.4.4"], { bun: "bun/bin/bun.exe" }, "TRADECRAFT_REQUIRE_BUN");
    if (bun.unavailable !== undefined) return;
    const path = `${bun.path("bun", "bun")}:${process.env["PATH"] ?? ""}`;
    built = await buildExamples(names, { args: ["--mode", "bun", "--single"], env: { PATH: path } });
  }, 300_000);
  afterAll(() => {
    built?.remove();
    bun?.remove();
  });
  beforeEach((context) => {
    if (bun.unavailable !== undefined) context.skip(bun.unavailable);
  });
  const emptyFolder = (name: string): string => {
    const folder = join(built.folder, name);
    mkdirSync(folder);
    return folder;
  };

  it.each(names)("%s runs to its end, with and without a session", (name) => {
    const folder = emptyFolder(`run-${name}`);
    const example = exampleRuns(folder)[name]!;
    const { result } = driveStateless(built.run(name), example, { folder, env });
    expect(result).toMatchObject({ kind: "done", finalOutput: example.finalOutput });
    const { line, session } = driveSession(built.run(name), example, { folder, env, ways: WAYS });
    expect(line).toMatchObject({ type: "done", finalOutput: example.finalOutput });
    expect(session.call("status").result).toMatchObject({ state: "ended" });
    expect(session.call("cleanup").result).toEqual({ kind: "cleanup", removed: [session.id] });
  });

  it("has topics, sub-skills and the graph, and `check` finds nothing", async () => {
    const run = built.run("triage-desk");
    expect(callSkill(run, ["topics"], { env }).stdout).toMatch(/^severity: /);
    expect(callSkill(run, ["topic", "severity"], { env }).stdout).toContain("critical");
    const sub = ["incident", "--params", '{"summary":"Nobody can log in","since":"09:40"}'];
    expect(callSkill(run, sub, { env }).result).toMatchObject({ step: "incident/message" });
    const { code, found } = await checkJson(built.of("triage-desk"));
    expect([code, found]).toEqual([0, []]);
    expect(readFileSync(join(built.of("triage-desk"), "SKILL.md"), "utf8")).not.toContain("Node.js");
  });

  it.each([
    [["nope"], 2, "usage"],
    [["--params", "{"], 2, "usage"],
    [["--params", "{}"], 1, "params-invalid"],
    [["topic", "none"], 2, "usage"],
    [["status", "--session", "0".repeat(32)], 1, "session-unknown"],
    [["mcp", "--http", "0.0.0.0:0"], 2, "usage"],
  ])("fails as one line of JSON, an exit code and a line for people: %j", (args, exit, errorCode) => {
    const { code, stdout, stderr, result } = callSkill(built.run("triage-desk"), args, { env });
    expect([code, result["code"], result["kind"]]).toEqual([exit, errorCode, "error"]);
    expect(stdout).toBe(`${JSON.stringify(result)}\n`);
    expect(stderr).toMatch(/^error: /);
  });

  it("serves MCP", () => {
    const hello = {
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } },
    };
    const { result } = callSkill(built.run("triage-desk"), ["mcp"], { env, input: `${JSON.stringify(hello)}\n` });
    expect(result["result"]).toMatchObject({ serverInfo: { name: "triage-desk" } });
  });

  it("runs nothing, and takes nothing, of the folder in which it is called", () => {
    const cwd = emptyFolder("hostile");
    writeFileSync(join(cwd, "bunfig.toml"), 'preload = ["./evil.js"]\n');
    writeFileSync(join(cwd, "evil.js"), 'console.error("evil");\n');
    writeFileSync(join(cwd, ".env"), `SKILL_DIR=${cwd}\n`);
    const { code, stderr, result } = callSkill(built.run("triage-desk"), ["--params", '{"report":"x"}'], { cwd, env });
    expect([code, stderr, result["step"]]).toEqual([0, "", "sort"]);
  });

  it("changes nothing in its own folder", () => {
    const list = (): string[] =>
      readdirSync(built.of("research-fan-out"), { recursive: true, encoding: "utf8" }).sort();
    const before = list();
    const start = ["--params", '{"question":"Why?"}'];
    beginSession(built.run("research-fan-out"), start, { folder: emptyFolder("tidy"), env });
    expect(list()).toEqual(before);
  });
});
