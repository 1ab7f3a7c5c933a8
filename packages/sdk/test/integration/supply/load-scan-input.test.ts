import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { loadScanInput, scanSkill } from "../../../src/supply/scan/index.ts";

function folder(files: Readonly<Record<string, string>>): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "tradecraft-scan-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

describe("loading a folder to scan", () => {
  it("takes everything: hidden files, nested skills, hooks of a repository; and no objects of it", async () => {
    const root = folder({
      "SKILL.md": "a",
      ".hidden/x.sh": "b",
      "nested/SKILL.md": "c",
      ".git/hooks/pre-commit": "d",
      ".git/objects/aa/bb": "e",
      "node_modules/p/i.js": "f",
    });
    const { files } = await loadScanInput(root);
    expect(files.map(({ path }) => path)).toEqual([
      ".git/hooks/pre-commit",
      ".hidden/x.sh",
      "SKILL.md",
      "nested/SKILL.md",
      "node_modules/p/i.js",
    ]);
  });

  it.skipIf(process.platform === "win32")("follows no link, waits on no pipe, and says what runs", async () => {
    const root = folder({ "SKILL.md": "a", "run.sh": "b" });
    chmodSync(join(root, "run.sh"), 0o755);
    symlinkSync("/etc/passwd", join(root, "notes.md"));
    execFileSync("mkfifo", [join(root, "pipe")]);
    const input = await loadScanInput(root);
    expect(input.files).toMatchObject([
      { path: "SKILL.md", executable: false },
      { path: "notes.md", kind: "link", target: "/etc/passwd" },
      { path: "pipe", unread: "it is neither a file nor a folder" },
      { path: "run.sh", executable: true },
    ]);
    const { findings } = await scanSkill(input);
    expect(findings.map(({ code, file }) => `${code} ${file}`)).toEqual(["scan-link notes.md", "scan-incomplete pipe"]);
  });

  it("reports what its limits leave out", async () => {
    const root = folder({ "SKILL.md": "a", "b.txt": "12345678", "c.txt": "1", "d.txt": "1" });
    const { findings } = await scanSkill(await loadScanInput(root, { maxFiles: 3, maxFileBytes: 4 }));
    expect(findings.map(({ code, file }) => [code, file])).toEqual([
      ["scan-incomplete", "."],
      ["scan-incomplete", "b.txt"],
    ]);
  });

  it("refuses what is no folder", async () => {
    await expect(loadScanInput(join(folder({}), "none"))).rejects.toMatchObject({ code: "file-unreadable" });
  });
});
