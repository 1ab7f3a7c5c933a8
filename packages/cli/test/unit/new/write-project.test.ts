import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { FolderTaken, writeProject } from "../../../src/new/write-project.ts";
import { tempFolder } from "../../helpers/temp-folder.ts";

const files = { "a.txt": "a", "b/c.txt": "c" };
const all = (folder: string): string[] => readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();

describe("writeProject", () => {
  it("makes the folder, and those above it", async () => {
    const base = tempFolder();
    await writeProject(join(base, "x/y"), files);
    expect(all(base)).toEqual(["x", "x/y", "x/y/a.txt", "x/y/b", "x/y/b/c.txt"]);
    expect(readFileSync(join(base, "x/y/b/c.txt"), "utf8")).toBe("c");
  });

  it("fills a folder that is there and empty, which stays the same one", async () => {
    const base = tempFolder();
    await writeProject(base, files);
    expect(all(base)).toEqual(["a.txt", "b", "b/c.txt"]);
  });

  it.each([
    ["a folder with something in it", (path: string) => (mkdirSync(path), writeFileSync(join(path, ".git"), ""))],
    ["a file", (path: string) => writeFileSync(path, "")],
    ["a link to an empty folder", (path: string) => (mkdirSync(`${path}-real`), symlinkSync(`${path}-real`, path))],
    ["a link to nothing", (path: string) => symlinkSync("nowhere", path)],
  ])("refuses %s, and writes nothing", async (_, make) => {
    const base = tempFolder();
    make(join(base, "x"));
    const before = all(base);
    await expect(writeProject(join(base, "x"), files)).rejects.toThrow(FolderTaken);
    expect(all(base)).toEqual(before);
  });

  it("leaves nothing behind when it fails half way", async () => {
    const base = tempFolder();
    const impossible = { "a.txt": "a", "a.txt/b.txt": "b" };
    await expect(writeProject(join(base, "x/y"), impossible)).rejects.toThrow();
    expect(all(base)).toEqual([]);
    mkdirSync(join(base, "empty"));
    await expect(writeProject(join(base, "empty"), impossible)).rejects.toThrow();
    expect(all(base)).toEqual(["empty"]);
  });
});
