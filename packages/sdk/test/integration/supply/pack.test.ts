// Packed archives, read by others: the system's own tools, and the reader of this package.

import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { readArchive } from "../../../src/supply/fetch/archive/read-archive.ts";
import { DEFAULT_FETCH_LIMITS } from "../../../src/supply/fetch/default-fetch-limits.ts";
import { packSkillFolder } from "../../../src/supply/pack/pack-skill-folder.ts";

const png = Uint8Array.from({ length: 3000 }, (_, at) => (at * 31) % 256);
const files: Readonly<Record<string, string | Uint8Array>> = {
  "SKILL.md": "---\nname: packed\ndescription: x\n---\nbody\n",
  "scripts/run.sh": "#!/bin/sh\necho hi\n",
  "assets/ü.png": png,
};

function skillFolder(): string {
  const root = mkdtempSync(join(tmpdir(), "tradecraft-pack-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  chmodSync(join(root, "scripts/run.sh"), 0o755);
  return root;
}

function has(command: string, ...args: string[]): boolean {
  try {
    execFileSync(command, args, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

function expectUnpacked(folder: string): void {
  for (const [path, content] of Object.entries(files)) {
    expect(readFileSync(join(folder, "packed", path))).toEqual(Buffer.from(content));
  }
  const mode = (path: string): number => statSync(join(folder, "packed", path)).mode & 0o777;
  expect([mode("scripts/run.sh") & 0o100, mode("SKILL.md") & 0o111]).toEqual([0o100, 0]);
}

const onPosix = it.skipIf(process.platform === "win32");

describe("a packed folder", () => {
  onPosix("comes back with bytes and modes from this package's own reader", async () => {
    const { bytes, leftOut } = await packSkillFolder(skillFolder());
    const tree = await readArchive(bytes, { limits: DEFAULT_FETCH_LIMITS });
    expect(tree.entries).toMatchObject([
      { path: "packed/SKILL.md", kind: "file", executable: false },
      { path: "packed/assets/ü.png", kind: "file", size: 3000, executable: false },
      { path: "packed/scripts/run.sh", kind: "file", executable: true },
    ]);
    const contents = await tree.read(["packed/assets/ü.png"]);
    expect([...(contents.get("packed/assets/ü.png") ?? [])]).toEqual([...png]);
    expect(leftOut).toEqual([]);
  });

  it.skipIf(!has("unzip", "-v"))("comes back from unzip", async () => {
    const folder = skillFolder();
    const { bytes } = await packSkillFolder(folder);
    writeFileSync(join(folder, "packed.skill"), bytes);
    execFileSync("unzip", ["-q", "packed.skill", "-d", "out"], { cwd: folder });
    expectUnpacked(join(folder, "out"));
  });

  it.skipIf(!has("python3", "--version"))("comes back from Python, modes in the attributes", async () => {
    const folder = skillFolder();
    const { bytes } = await packSkillFolder(folder);
    writeFileSync(join(folder, "packed.skill"), bytes);
    const script = `import json, zipfile
z = zipfile.ZipFile("packed.skill")
assert z.testzip() is None
print(json.dumps({i.filename: [oct(i.external_attr >> 16), i.create_system, i.date_time[0], len(z.read(i))] for i in z.infolist()}))`;
    const found = JSON.parse(execFileSync("python3", ["-c", script], { cwd: folder, encoding: "utf8" })) as unknown;
    expect(found).toEqual({
      "packed/SKILL.md": ["0o100644", 3, 1980, 41],
      "packed/assets/ü.png": ["0o100644", 3, 1980, 3000],
      "packed/scripts/run.sh": ["0o100755", 3, 1980, 18],
    });
  });

  onPosix("refuses links, but not in what is left out; a repository stays behind", async () => {
    const folder = skillFolder();
    mkdirSync(join(folder, "node_modules/.bin"), { recursive: true });
    symlinkSync("../a.js", join(folder, "node_modules/.bin/a"));
    mkdirSync(join(folder, ".git"));
    writeFileSync(join(folder, "node_modules/a.js"), "");
    expect((await packSkillFolder(folder)).leftOut).toEqual([".git", "node_modules/a.js"]);
    await expect(packSkillFolder(folder, { all: true })).rejects.toMatchObject({ code: "path-refused" });
    symlinkSync("/etc/passwd", join(folder, "secret"));
    await expect(packSkillFolder(folder)).rejects.toMatchObject({ code: "path-refused", facts: { path: "secret" } });
  });
});
