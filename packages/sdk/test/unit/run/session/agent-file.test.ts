import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { appendToAgentFile, createAgentFile, readAgentFile } from "../../../../src/run/session/agent-file.ts";

const folder = mkdtempSync(join(tmpdir(), "tradecraft-agent-file-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the agent's file", () => {
  it("counts lines of others, open ones too", () => {
    const path = join(folder, "a.jsonl");
    const { line, end } = createAgentFile(path, ["1", "2"]);
    expect([line, end]).toEqual([2, { bytes: 4, lines: 2 }]);
    appendFileSync(path, "3\n4\nopen");
    expect(readAgentFile(path, end.bytes)?.toString()).toBe("3\n4\nopen");
    const next = appendToAgentFile(path, ["6", "7"], end);
    expect(next).toEqual({ line: 7, end: { bytes: 17, lines: 7 } });
    expect(readFileSync(path, "utf8")).toBe("1\n2\n3\n4\nopen\n6\n7\n");
    expect(() => createAgentFile(path, ["x"])).toThrow("cannot be used");
  });

  it("knows a file that was cut or removed", () => {
    const path = join(folder, "b.jsonl");
    const { end } = createAgentFile(path, ["header", "prompt"]);
    writeFileSync(path, "short\n");
    expect(readAgentFile(path, end.bytes)).toBeUndefined();
    expect(appendToAgentFile(path, ["x"], end)).toMatchObject({ line: 2 });
    expect(readAgentFile(join(folder, "none"), 0)).toBeUndefined();
    expect(appendToAgentFile(join(folder, "none"), ["x"], end)).toBeUndefined();
  });

  it("knows its own lines among those that come at the same time", async () => {
    const path = join(folder, "c.jsonl");
    let { end } = createAgentFile(path, ["header"]);
    const program = `const fs = require("fs"); for (let at = 0; at < 20_000; at++) fs.appendFileSync(process.argv[1], "theirs\\n")`;
    const other = spawn(process.execPath, ["-e", program, path], { stdio: "ignore" });
    const ended = once(other, "exit");
    const lines = new Map<number, string>();
    for (let at = 0; other.exitCode === null && at < 5_000; at++) {
      const appended = appendToAgentFile(path, [`ours ${at}`], end);
      lines.set(appended?.line ?? 0, `ours ${at}`);
      if (appended) ({ end } = appended);
      await new Promise(setImmediate);
    }
    await ended;
    const all = readFileSync(path, "utf8").split("\n");
    for (const [line, text] of lines) expect(all[line - 1]).toBe(text);
    expect(new Set(all)).toContain("theirs");
  });
});
