// What authors' code does that no result may suffer from: one skill, whose action does what the answer says.

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Called, callSkill } from "../../helpers/build-fixtures.ts";
import { isBuilt, spawnCli } from "../../helpers/spawn-cli.ts";

const source = `
import { skill, terminal, type } from "@tradecraft/sdk/workflow";
if (process.env.AT_LOAD === "throw") throw new Error("broken at load");
const never = new Promise(() => {});
const soon = (work) => { setTimeout(work, 5); return never; };
const deeds = {
  never: () => never,
  exit: () => process.exit(0),
  rejects: () => { Promise.reject(new Error("stray rejection")); return soon(() => {}); },
  throws: () => soon(() => { throw new Error("late \\u001b[31m throw"); }),
  prints: () => { console.log("log"); console.info("info"); console.dir({ dir: 1 }); process.stdout.write("write\\n"); return {}; },
  lingers: () => { setInterval(() => {}, 1000); return {}; },
};
export default skill({ name: "trip", description: "Does what it is told. Use it when tests say so.", entry: "deed" })
  .step("deed", {
    prompt: "Say what to do.",
    response: type({ deed: "string" }),
    action: async ({ response }) => deeds[response.deed](),
    next: "after",
  })
  .step("after", { prompt: "Say more.", response: type({ more: "string" }), next: terminal })
  .build();
`;

let folder = "";
const run = (): string => join(folder, "trip/scripts/run");

function deed(name: string): Called {
  const answer = ["--step", "deed", "--output", JSON.stringify({ deed: name }), "--history", "[]", "--params", "{}"];
  return callSkill(run(), ["advance", ...answer]);
}

/** What a client is answered when it answers the first step over MCP; the process's end too. */
function served(name: string): { lines: Record<string, unknown>[]; stderr: string; code: number | null } {
  const call = (id: number, tool: string, args: object): object => ({
    jsonrpc: "2.0",
    id,
    method: "tools/call",
    params: { name: tool, arguments: args },
  });
  const hello = {
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } },
  };
  // The session's id is known only when it has begun.
  const client = `
    const child = require("child_process").spawn(${JSON.stringify(run())}, ["mcp", "--session-dir", ${JSON.stringify(join(folder, name))}], { stdio: ["pipe", "pipe", "inherit"] });
    const send = (message) => child.stdin.write(JSON.stringify(message) + "\\n");
    let rest = "";
    child.stdout.on("data", (text) => {
      process.stdout.write(text);
      for (const line of (rest += text).split("\\n").slice(0, -1)) {
        rest = "";
        let message = {};
        try { message = JSON.parse(line); } catch {}
        if (message.id === 1) { send({ jsonrpc: "2.0", method: "notifications/initialized" }); send(${JSON.stringify(call(2, "start", { params: {} }))}); }
        if (message.id === 2) {
          const { session } = JSON.parse(message.result.content[0].text);
          const answer = ${JSON.stringify(call(3, "advance", { step: "deed", output: { deed: name } }))};
          answer.params.arguments.session = session;
          send(answer);
          if (${JSON.stringify(name)} === "rejects") setTimeout(() => child.stdin.end(), 300);
        }
        if (message.id === 3) child.stdin.end();
      }
    });
    child.on("close", (code) => { process.exitCode = code; });
    send(${JSON.stringify(hello)});`;
  const { stdout, stderr, status } = spawnSync(process.execPath, ["-e", client], { encoding: "utf8", timeout: 20_000 });
  const lines = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  return { lines, stderr, code: status };
}

describe.skipIf(!isBuilt)("a built skill whose code goes astray", () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "tradecraft-strays-"));
    writeFileSync(join(folder, "skill.ts"), source);
    const { code, stderr } = await spawnCli(["build", "skill.ts", "-o", "trip", "--no-smoke"], { cwd: folder });
    expect([code, stderr]).toEqual([0, ""]);
  }, 60_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each([
    ["never", /without a result/],
    ["exit", /without a result/],
    ["rejects", /^stray rejection$/],
    ["throws", /^late .*throw$/],
  ])("%s: is one failure in JSON and one line of words, and no success", (name, message) => {
    const { code, stdout, stderr, result } = deed(name);
    expect(code).toBe(1);
    expect(Object.keys(result)).toEqual(["kind", "error", "code", "step", "message", "hint", "retry"]);
    expect(result).toMatchObject({ kind: "error", error: "internal", code: "internal", step: "", retry: false });
    expect(result["message"]).toMatch(message);
    expect(stdout.trimEnd().split("\n")).toHaveLength(1);
    expect(stderr).toMatch(/^error: [^\n]+\n$/);
    expect(stderr).not.toContain("\u001b");
    expect(stderr.length).toBeLessThan(300);
  });

  it("throws at load: is told the same way", () => {
    const { code, result, stderr } = callSkill(run(), ["--params", "{}"], { env: { AT_LOAD: "throw" } });
    expect([code, result["message"], stderr]).toEqual([1, "broken at load", "error: broken at load\n"]);
    const mcp = callSkill(run(), ["mcp"], { env: { AT_LOAD: "throw" } });
    expect([mcp.code, mcp.stderr]).toEqual([1, "error: broken at load\n"]);
  });

  it("prints: what it prints is on stderr, and stdout has the result alone", () => {
    const { code, result, stderr } = deed("prints");
    expect([code, result["step"]]).toEqual([0, "after"]);
    expect(stderr).toBe("log\ninfo\n{ dir: 1 }\nwrite\n");
    const { lines, stderr: told } = served("prints");
    expect(lines.map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(told).toContain("log\ninfo\n{ dir: 1 }\nwrite\n");
  });

  it("lingers: the process ends with its result", () => {
    const before = performance.now();
    expect(deed("lingers").result["step"]).toBe("after");
    expect(performance.now() - before).toBeLessThan(10_000);
  });

  it("a server tells stray rejections on stderr and goes on, and ends with 1 when its code leaves", () => {
    const stray = served("rejects");
    expect(stray.stderr).toBe("note: stray rejection\n");
    const left = served("exit");
    expect([left.code, left.stderr, left.lines.length]).toEqual([1, expect.stringMatching(/^error: [^\n]+\n$/), 2]);
  });

  it("a server answers the calls that came before the end of its input", () => {
    const send = (id: number, method: string, params: object): string =>
      `${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`;
    const client = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } };
    const input = send(1, "initialize", client) + send(2, "tools/call", { name: "start", arguments: { params: {} } });
    const { code, stdout } = callSkill(run(), ["mcp", "--session-dir", join(folder, "ending")], { input });
    const ids = stdout
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as { id: number }).id);
    expect([code, ids]).toEqual([0, [1, 2]]);
  });

  it("a folder for temporary files that cannot be is a failure, and no endless loop", () => {
    const { code, result } = callSkill(run(), ["--params", "{}", "--session", "new"], {
      env: { TMPDIR: "/proc/nope" },
    });
    expect([code, result["code"]]).toEqual([1, "file-unreadable"]);
  });

  it("help is no failure", () => {
    const { code, stdout, stderr } = callSkill(run(), ["--help"]);
    expect([code, stdout]).toEqual([0, ""]);
    expect(stderr).toContain("Usage:");
  });
});
