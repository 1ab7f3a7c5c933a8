import { chmodSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type ListSkillFilesOptions, findSkillFiles, listSkillFiles } from "../../../src/node/index.ts";
import { tempFolder } from "./temp-folder.ts";

const windows = process.platform === "win32";

describe("listSkillFiles", () => {
  it("lists every other file of the skill, sorted, with the text of scripts", async () => {
    const folder = tempFolder({
      "SKILL.md": "",
      "scripts/run.sh": "#!/bin/sh\n",
      "scripts/deep/x.bin": Uint8Array.from([0, 1]),
      "scripts/big.py": "x".repeat(300 * 1024),
      "references/a.md": "abc",
      "assets/SKILL.txt": "",
      ".hidden": "",
      ".git/config": "",
      "node_modules/x/index.js": "",
      "nested/SKILL.md": "",
      "nested/file.txt": "",
    });
    if (!windows) chmodSync(join(folder, "scripts/run.sh"), 0o755);
    const executable = (value: boolean) => (windows ? {} : { executable: value });
    expect(await listSkillFiles(folder)).toEqual({
      truncated: false,
      files: [
        { path: ".hidden", size: 0, ...executable(false) },
        { path: "assets/SKILL.txt", size: 0, ...executable(false) },
        { path: "references/a.md", size: 3, ...executable(false) },
        { path: "scripts/big.py", size: 300 * 1024, ...executable(false) },
        { path: "scripts/deep/x.bin", size: 2, ...executable(false) },
        { path: "scripts/run.sh", size: 10, ...executable(true), text: "#!/bin/sh\n" },
      ],
    });
  });

  it("does not read a folder again whose entries it is given", async () => {
    const folder = tempFolder({ "a/SKILL.md": "", "a/notes.md": "", "a/docs/x.md": "" });
    for await (const found of findSkillFiles(["a"], { cwd: folder })) {
      if (found.kind !== "skill" || found.entries === undefined) expect.fail("no entries");
      writeFileSync(join(folder, "a/late.md"), "");
      const paths = async (options: ListSkillFilesOptions) =>
        (await listSkillFiles(join(folder, "a"), options)).files.map(({ path }) => path);
      expect(await paths({ entries: found.entries })).toEqual(["docs/x.md", "notes.md"]);
      expect(await paths({})).toEqual(["docs/x.md", "late.md", "notes.md"]);
    }
    for await (const found of findSkillFiles(["a/SKILL.md"], { cwd: folder }))
      expect(found).not.toHaveProperty("entries");
  });

  it("lists the same with blocking calls", async () => {
    const folder = tempFolder({ "SKILL.md": "", "scripts/run.sh": "x", "a/b/c.md": "y", "d.md": "" });
    expect(await listSkillFiles(folder, { blocking: true })).toEqual(await listSkillFiles(folder));
  });

  it("stops at its limit and says so", async () => {
    const folder = tempFolder(Object.fromEntries(Array.from({ length: 5 }, (_, at) => [`f${at}`, ""])));
    expect((await listSkillFiles(folder, { maxFiles: 5 })).truncated).toBe(false);
    const { files, truncated } = await listSkillFiles(folder, { maxFiles: 4 });
    expect([files.length, truncated]).toEqual([4, true]);
  });

  it.skipIf(windows)("learns nothing from links that leave the skill", async () => {
    const outside = tempFolder({ "secret.sh": "password" });
    const folder = tempFolder({ "SKILL.md": "", "scripts/own.sh": "own" });
    symlinkSync(join(outside, "secret.sh"), join(folder, "scripts/out.sh"));
    symlinkSync("own.sh", join(folder, "scripts/in.sh"));
    symlinkSync(outside, join(folder, "folder"));
    symlinkSync(".", join(folder, "loop"));
    symlinkSync("nowhere", join(folder, "broken"));
    expect((await listSkillFiles(folder)).files).toEqual([
      { path: "scripts/in.sh", size: 3, executable: false, text: "own" },
      { path: "scripts/out.sh" },
      { path: "scripts/own.sh", size: 3, executable: false, text: "own" },
    ]);
  });

  it("refuses a folder that is not there", async () => {
    await expect(listSkillFiles(join(tempFolder(), "nowhere"))).rejects.toThrow(
      expect.objectContaining({ code: "file-missing" }) as Error,
    );
  });
});
