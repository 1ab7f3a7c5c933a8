import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundleExamples, type StdioProgram } from "./stdio-program.ts";
import { call, makeClient } from "./tool-client.ts";

let program: StdioProgram;
beforeAll(async () => {
  program = await bundleExamples();
});
afterAll(() => program.remove());

function startProcess(args: readonly string[]) {
  const child = spawn(process.execPath, [program.file, ...args], { stdio: "pipe" });
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on("line", (line) => lines.push(line));
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  return { child, lines, ended };
}

const hello = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } },
};

describe("the process", () => {
  it("ends with its standard input, and with a signal", async () => {
    for (const end of ["stdin", "SIGTERM"] as const) {
      const { child, lines, ended } = startProcess(["research-fan-out", "mcp", "--session-dir", program.sessions]);
      child.stdin.write(`${JSON.stringify(hello)}\n`);
      await expect.poll(() => lines.length, { timeout: 20_000 }).toBe(1);
      if (end === "stdin") child.stdin.end();
      else child.kill(end);
      expect(await ended).toBe(0);
      expect(JSON.parse(lines[0]!)).toMatchObject({ result: { serverInfo: { name: "research-fan-out" } } });
    }
  });

  it("says as commands do what is wrong with its flags", async () => {
    const { lines, ended } = startProcess(["research-fan-out", "mcp", "--elicitation", "perhaps"]);
    expect(await ended).toBe(2);
    expect(JSON.parse(lines[0]!)).toMatchObject({
      kind: "error",
      code: "usage",
      hint: expect.stringContaining("--host"),
    });
  });

  it("shares sessions with the commands", async () => {
    const client = makeClient();
    await client.connect(program.start("research-fan-out"));
    const { session } = await call(client, "start", { params: { question: "Why?" } });
    const flags = ["--session", session, "--session-dir", program.sessions];
    const { lines, ended } = startProcess(["research-fan-out", "status", ...flags]);
    expect(await ended).toBe(0);
    expect(JSON.parse(lines[0]!)).toMatchObject({ kind: "status", sessionId: session, step: "split" });
    const output = JSON.stringify({ angles: ["A", "B"].map((title) => ({ title, question: "?" })) });
    const advance = startProcess(["research-fan-out", "advance", ...flags, "--step", "split", "--output", output]);
    expect([await advance.ended, advance.lines]).toEqual([0, expect.anything()]);
    expect(await call(client, "status", { session })).toMatchObject({ open: ["gather#0", "gather#1"] });
    await client.close();
  });
});
