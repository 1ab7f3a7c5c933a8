import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { callSkill, skillSource } from "../helpers/build-fixtures.ts";
import { runCli } from "../helpers/run-cli.ts";
import { isBuilt, spawnCli } from "../helpers/spawn-cli.ts";
import { tempFolder } from "../helpers/temp-folder.ts";

const bin = fileURLToPath(new URL("../../dist/bin.js", import.meta.url));
const triage = fileURLToPath(new URL("../../../../examples/workflows/triage-desk/skill.ts", import.meta.url));
const params = JSON.stringify({ traveller: "Ada" });
const topics = `import { reference } from "@tradecraft/sdk/workflow";
export default reference({ name: "teas", description: "Teas." })
  .topic("green", { label: "Green tea", content: ({ refs }) => refs.load("green.md") })
  .build();
`;

describe.skipIf(!isBuilt)("dev", () => {
  it("prints and ends as the built skill does, whatever it is called with", { timeout: 120_000 }, async () => {
    const cwd = tempFolder({ "src/skill.ts": skillSource("trip") });
    expect((await spawnCli(["build", "src/skill.ts", "-o", "trip", "--no-smoke"], { cwd })).code).toBe(0);
    const output = JSON.stringify({ city: "Rome" });
    for (const args of [
      ["--params", params],
      ["start", `--params=${params}`, "--host", "claude-code"],
      ["advance", "--step", "where", "--output", output, "--params", params],
      ["advance", "--step", "where", "--output", '{"city":1}', "--params", params],
      ["advance", "--step", "where", "--output", "{", "--params", params],
      ["advance"],
      ["start"],
      ["status", "--session", "nobody", "--session-dir", "sessions"],
      ["topics"],
      ["nonsense", "--json"],
      ["-h"],
      ["mcp", "--nonsense"],
      ["start", "", "--"],
    ]) {
      const { code, stdout, stderr } = callSkill(join(cwd, "trip/scripts/run"), args, { cwd });
      expect(await runCli(["dev", "src/skill.ts", ...args], { cwd }), args.join(" ")).toEqual({
        code,
        stdout,
        stderr,
      });
    }
    expect(readdirSync(join(cwd, "src"))).toEqual(["skill.ts"]);
  });

  it("gives examples that work for what `tradecraft new` makes", async () => {
    const cwd = tempFolder();
    expect((await runCli(["new", "tea", "--workflow", "-o", "."], { cwd })).code).toBe(0);
    const { stdout } = await runCli(["dev", "--help"]);
    const calls = [...stdout.matchAll(/^ +tradecraft (dev .*'{.*)$/gm)].map(([, call = ""]) => call);
    expect(calls).toHaveLength(2);
    for (const call of calls) {
      const args = call.split(" ").map((arg) => arg.replace(/^'(.*)'$/, "$1"));
      const where = args.includes("--session") ? ["--session-dir", "sessions"] : [];
      expect(await spawnCli([...args, ...where], { cwd }), call).toMatchObject({ code: 0, stderr: "" });
    }
  });

  it("keeps a session in files from call to call", async () => {
    const cwd = tempFolder({ "skill.ts": skillSource("trip") });
    const dev = (...args: string[]) => spawnCli(["dev", "skill.ts", ...args, "--session-dir", "s"], { cwd });
    const started = await dev("start", "--session", "new", "--params", params);
    const { sessionId } = JSON.parse(started.stdout) as { sessionId: string };
    const answered = await dev("advance", "--session", sessionId, "--step", "where", "--output", '{"city":"Rome"}');
    expect(answered).toMatchObject({ code: 0, stderr: "" });
    const status = await dev("status", "--session", sessionId);
    expect(JSON.parse(status.stdout)).toMatchObject({ kind: "status", step: "pack", drifted: false });
  });

  it("runs a skill with sub-skills, topics and references", async () => {
    const cwd = tempFolder();
    const listed = await spawnCli(["dev", triage, "topics"], { cwd });
    expect(listed).toMatchObject({ code: 0, stdout: expect.stringContaining("where-to-ask: ") as string });
    const inner = await spawnCli(["dev", triage, "incident", "--params", '{"summary":"Down.","since":"9:00"}'], {
      cwd,
    });
    expect(JSON.parse(inner.stdout)).toMatchObject({ kind: "prompt", step: expect.stringMatching(/^incident\//) });
  });

  it("runs a reference, with its files beside it or one folder up", async () => {
    const cwd = tempFolder({ "src/skill.ts": topics, "references/green.md": "Not with boiling water." });
    for (const args of [[], ["topics"]])
      expect(await spawnCli(["dev", "src/skill.ts", ...args], { cwd })).toMatchObject({
        code: 0,
        stdout: "green: Green tea\n",
      });
    const topic = await spawnCli(["dev", "src/skill.ts", "topic", "green"], { cwd });
    expect(topic).toEqual({ code: 0, stdout: "Not with boiling water.\n", stderr: "" });
    expect(await spawnCli(["dev", "src/skill.ts", "start"], { cwd })).toMatchObject({ code: 2 });
  });

  it("shows the first step where there is no terminal", async () => {
    const cwd = tempFolder({ "skill.ts": skillSource("trip"), "params.json": params });
    const { code, stdout } = await spawnCli(["dev", "--params", "@params.json", "skill.ts"], { cwd });
    expect([code, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ kind: "prompt", step: "where" })]);
    const bare = await spawnCli(["dev", "skill.ts"], { cwd });
    expect([bare.code, JSON.parse(bare.stdout)]).toEqual([1, expect.objectContaining({ code: "params-invalid" })]);
  });

  it("serves MCP", async () => {
    const cwd = tempFolder({ "skill.ts": skillSource("trip") });
    const child = spawn(process.execPath, [bin, "dev", "skill.ts", "mcp"], { cwd, stdio: ["pipe", "pipe", "inherit"] });
    const clientInfo = { name: "test", version: "1" };
    const initialize = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo };
    const messages = [
      { jsonrpc: "2.0", id: 1, method: "initialize", params: initialize },
      { jsonrpc: "2.0", method: "notifications/initialized" },
      { jsonrpc: "2.0", id: 2, method: "tools/list" },
    ];
    child.stdin.write(messages.map((message) => `${JSON.stringify(message)}\n`).join(""));
    let stdout = "";
    const code = await new Promise((resolve) => {
      child.stdout.setEncoding("utf8").on("data", (text: string) => {
        stdout += text;
        if (stdout.includes('"id":2')) child.stdin.end();
      });
      child.on("close", resolve);
    });
    expect(code).toBe(0);
    expect(stdout).toMatch(/"serverInfo":\{[^}]*"name":"trip"/);
    expect(stdout).toMatch(/"name":"advance"/);
  });

  it("says what is wrong with an entry, and where", async () => {
    const cwd = tempFolder({
      "syntax.ts": "const a = ;\n",
      "plain.ts": "export default 1;\n",
      "trip/skill.ts": "export default 1;\n",
    });
    expect(await runCli(["dev", "nowhere.ts", "start"], { cwd })).toEqual({
      code: 2,
      stdout: "",
      stderr: "tradecraft: entry-missing: nowhere.ts: There is no such file.\n",
    });
    expect((await runCli(["dev", "trip", "start"], { cwd })).stderr).toBe(
      "tradecraft: entry-missing: trip: This is not a file. Did you mean trip/skill.ts?\n",
    );
    const syntax = await runCli(["dev", "syntax.ts"], { cwd });
    expect(syntax).toMatchObject({ code: 1, stdout: "" });
    expect(syntax.stderr).toMatch(/^tradecraft: entry-syntax: .*syntax\.ts:1:11: /);
    expect((await runCli(["dev", "plain.ts"], { cwd })).stderr).toContain("entry-not-workflow: ");
  });

  it("refuses what nobody can have meant", async () => {
    const cwd = tempFolder({ "skill.ts": skillSource("trip") });
    for (const [args, message] of [
      [["dev"], "dev needs an argument: <entry> [arguments…]"],
      [["dev", ""], "An argument of dev is empty"],
      [["dev", "--parms", "{}", "skill.ts"], 'did you mean "--params"?'],
      [["dev", "--params", "{}", "skill.ts", "start"], "--params stands behind the entry"],
    ] as const) {
      const { code, stderr } = await runCli(args, { cwd });
      expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    }
    expect(await runCli(["dev", "--help"], { cwd })).toMatchObject({ code: 0, stderr: "" });
  });
});
