import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { fileContentStore } from "../../../src/node/file-content-store.ts";

function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "tradecraft-content-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

describe("fileContentStore", () => {
  it("keeps bytes under names, for the next process, and for this user alone", async () => {
    const folder = tempFolder();
    const bytes = new Uint8Array([0, 1, 255]);
    await fileContentStore({ folder }).save("mcp/hub/a/b", bytes);
    expect(await fileContentStore({ folder }).load("mcp/hub/a/b")).toEqual(bytes);
    expect(await fileContentStore({ folder }).load("mcp/hub/a/c")).toBeUndefined();
    const [file = ""] = filesIn(folder);
    expect(statSync(file).mode & 0o077).toBe(0);
    expect(filesIn(folder)).toHaveLength(1);
  });

  it("makes no path of a name", async () => {
    const folder = tempFolder();
    const outside = join(folder, "..", "escaped");
    const store = fileContentStore({ folder: join(folder, "inner") });
    for (const name of [
      "../../../escaped",
      "/etc/passwd",
      "mcp/../../escaped",
      "mcp/hub/..\\x",
      "\0",
      "a".repeat(5000),
    ]) {
      await store.save(name, new Uint8Array([1]));
      expect(await store.load(name)).toEqual(new Uint8Array([1]));
    }
    expect(filesIn(folder).every((path) => path.startsWith(join(folder, "inner")))).toBe(true);
    expect(() => statSync(outside)).toThrow();
  });

  it("forgets one server, and leaves the others", async () => {
    const store = fileContentStore({ folder: tempFolder() });
    await store.save("mcp/hub/a/b", new Uint8Array([1]));
    await store.save("mcp/hub-2/a/b", new Uint8Array([2]));
    await store.remove("mcp/hub/");
    expect(await store.load("mcp/hub/a/b")).toBeUndefined();
    expect(await store.load("mcp/hub-2/a/b")).toEqual(new Uint8Array([2]));
  });

  it("says which folder cannot be used", async () => {
    const folder = join(tempFolder(), "file");
    writeFileSync(folder, "");
    const store = fileContentStore({ folder });
    await expect(store.save("mcp/hub/a", new Uint8Array([1]))).rejects.toMatchObject({ code: "file-unreadable" });
  });
});
