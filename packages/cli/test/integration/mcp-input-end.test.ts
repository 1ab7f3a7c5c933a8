import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { skillEnv } from "../helpers/skill-env.ts";
import { isBuilt } from "../helpers/spawn-cli.ts";
import { goodSkill, tempFolder } from "../helpers/temp-folder.ts";

const bin = fileURLToPath(new URL("../../dist/bin.js", import.meta.url));

describe.skipIf(!isBuilt)("the end of the client's input", () => {
  it("comes after its calls: they are answered, then the command ends with 0", async () => {
    const folder = tempFolder({ "a/SKILL.md": goodSkill("a") });
    const child = spawn(process.execPath, [bin, "mcp", folder], {
      cwd: folder,
      env: { PATH: process.env["PATH"], ...skillEnv() },
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    let stdout = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
    const code = new Promise<number | null>((resolve) => child.once("close", resolve));
    const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } };
    const messages = [
      { id: 1, method: "initialize", params },
      { method: "notifications/initialized" },
      { id: 2, method: "tools/call", params: { name: "load_skill", arguments: { name: "a" } } },
      { id: 3, method: "resources/read", params: { uri: "skill://a/SKILL.md" } },
    ];
    child.stdin.end(messages.map((message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`).join(""));
    const started = performance.now();
    expect(await code).toBe(0);
    expect(performance.now() - started).toBeLessThan(10_000);
    const answers = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as { id: number; result?: object });
    expect(answers.map(({ id }) => id).sort((a, b) => a - b)).toEqual([1, 2, 3]);
    for (const { result } of answers) expect(result).toBeDefined();
  });
});
