import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readSkillFile as readFile } from "../../../src/node/index.ts";
import { tempFolder } from "./temp-folder.ts";

const windows = process.platform === "win32";

const code = (expected: string): Error => expect.objectContaining({ name: "SkillError", code: expected }) as Error;

describe.each([false, true])("readSkillFile, blocking: %s", (blocking) => {
  const readSkillFile: typeof readFile = (path, options) => readFile(path, { blocking, ...options });
  const read = (content: string | Uint8Array) => readSkillFile(join(tempFolder({ f: content }), "f"));

  it("gives back every character, the byte order mark too", async () => {
    for (const text of ["", "\ufeff---\r\nname: ü\r\n", "日本語 🎉 \ufffd", "x".repeat(200_000)]) {
      expect(await read(text)).toEqual({ text, diagnostics: [] });
    }
  });

  it("reads files whose size the system does not know", async () => {
    if (process.platform === "linux") expect((await readSkillFile("/proc/self/status")).text).toContain("Name:");
  });

  it.each([
    [[0x61, 0x0a, 0xc3, 0xa4, 0xff, 0x62], 2, 2],
    [[0xc0, 0x80], 1, 1],
    [[0x61, 0xe2, 0x82], 1, 2],
    [[0xed, 0xa0, 0x80], 1, 1],
    [[0xf4, 0x90, 0x80, 0x80], 1, 1],
    [[0x0a, 0x0a, 0xf0, 0x9f, 0x8e, 0x89, 0x80], 3, 3],
  ])("says where %j is not UTF-8", async (bytes, line, column) => {
    const { text, diagnostics } = await read(Uint8Array.from(bytes));
    expect(text).toContain("\ufffd");
    expect(diagnostics).toEqual([
      expect.objectContaining({ code: "file-encoding", severity: "warning", line, column }),
    ]);
  });

  it("refuses what is not text", async () => {
    await expect(read(Uint8Array.from([0x7f, 0x45, 0x4c, 0x46, 0]))).rejects.toThrow(code("file-not-text"));
    await expect(read(Buffer.from("\ufeff---", "utf16le"))).rejects.toThrow("save it as UTF-8");
  });

  it("refuses a file of 1 GB without reading it", { retry: 2 }, async () => {
    const file = join(tempFolder({ f: "" }), "f");
    truncateSync(file, 2 ** 30);
    const started = performance.now();
    await expect(readSkillFile(file)).rejects.toThrow("This file has 1 GiB; files over 16 MiB are not read.");
    expect(performance.now() - started).toBeLessThan(500);
  });

  it("holds the limit to the byte", async () => {
    const folder = tempFolder({ f: "12345" });
    await expect(readSkillFile(join(folder, "f"), { maxBytes: 4 })).rejects.toThrow(code("file-too-large"));
    expect((await readSkillFile(join(folder, "f"), { maxBytes: 5 })).text).toBe("12345");
  });

  it("refuses folders and missing files", async () => {
    const folder = tempFolder();
    mkdirSync(join(folder, "SKILL.md"));
    await expect(readSkillFile(join(folder, "SKILL.md"))).rejects.toThrow("This is a folder, not a file.");
    await expect(readSkillFile(join(folder, "nowhere"))).rejects.toThrow(code("file-missing"));
  });

  it.skipIf(windows)("refuses pipes and devices without waiting for them", { timeout: 5_000 }, async () => {
    const folder = tempFolder();
    execFileSync("mkfifo", [join(folder, "pipe")]);
    symlinkSync("/dev/zero", join(folder, "zero"));
    symlinkSync("loop", join(folder, "loop"));
    await expect(readSkillFile(join(folder, "pipe"))).rejects.toThrow("This is a named pipe, not a file.");
    await expect(readSkillFile(join(folder, "zero"))).rejects.toThrow("This is a device, not a file.");
    await expect(readSkillFile(join(folder, "loop"))).rejects.toThrow("its symbolic links lead in a circle");
  });

  it("stops when it is told to", async () => {
    const file = join(tempFolder(), "f");
    writeFileSync(file, "x");
    await expect(readSkillFile(file, { signal: AbortSignal.abort(new Error("enough")) })).rejects.toThrow("enough");
  });
});
