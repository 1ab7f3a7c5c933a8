import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
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

/** Makes every file as old as if nobody had used it for so many seconds. */
function age(folder: string, seconds: number): void {
  for (const file of filesIn(folder)) {
    const then = new Date(statSync(file).mtimeMs - seconds * 1000);
    utimesSync(file, then, then);
  }
}

const content = (size: number): Uint8Array => new Uint8Array(size).fill(7);

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

  it.each(["", "/", "//"])('does not forget everything for "%s"', async (prefix) => {
    const folder = tempFolder();
    const store = fileContentStore({ folder });
    await store.save("mcp/hub/a", new Uint8Array([1]));
    writeFileSync(join(folder, "notes.txt"), "mine");
    await expect(store.remove(prefix)).rejects.toMatchObject({ code: "options-invalid" });
    expect(filesIn(folder)).toHaveLength(2);
  });

  it("leaves nothing of what it forgets, and forgets what is not there", async () => {
    const folder = tempFolder();
    const store = fileContentStore({ folder });
    await store.save("mcp/hub/a", new Uint8Array([1]));
    await store.save("mcp/hub-2/a", new Uint8Array([1]));
    await store.remove("mcp/");
    await store.remove("mcp/hub/");
    expect(filesIn(folder)).toEqual([]);
  });

  it("forgets while other processes write", async () => {
    const folder = tempFolder();
    const module = new URL("../../../src/node/file-content-store.ts", import.meta.url);
    const program = join(tempFolder(), "writer.mjs");
    await build({
      stdin: {
        contents: `import { fileContentStore } from ${JSON.stringify(fileURLToPath(module))};
          const store = fileContentStore({ folder: ${JSON.stringify(folder)} });
          const end = Date.now() + 3000;
          const write = async (_, who) => {
            while (Date.now() < end) await store.save("mcp/hub/" + who, new Uint8Array(9));
          };
          await Promise.all(Array.from({ length: 30 }, write));`,
        resolveDir: folder,
      },
      bundle: true,
      platform: "node",
      format: "esm",
      outfile: program,
    });
    const writers = [1, 2, 3].map(() => promisify(execFile)(process.execPath, [program]));
    let isOver = false;
    const written = Promise.all(writers).finally(() => (isOver = true));
    const store = fileContentStore({ folder });
    while (!isOver) {
      await store.remove("mcp/hub/");
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await written;
    await store.remove("mcp/");
    expect(filesIn(folder)).toEqual([]);
  });

  it("says which folder cannot be used", async () => {
    const folder = join(tempFolder(), "file");
    writeFileSync(folder, "");
    const store = fileContentStore({ folder });
    const unusable = { code: "file-unreadable", facts: { folder } };
    await expect(store.save("mcp/hub/a", new Uint8Array([1]))).rejects.toMatchObject(unusable);
    await expect(store.remove("mcp/hub/")).rejects.toMatchObject(unusable);
  });
});

describe("the limits of fileContentStore", () => {
  it("keeps so many files, and what was not used for longest goes first", async () => {
    const folder = tempFolder();
    const store = fileContentStore({ folder, maxEntries: 3 });
    for (const name of ["a", "b", "c"]) {
      await store.save(`mcp/hub/${name}`, content(1));
      age(folder, 60);
    }
    expect(await store.load("mcp/hub/a")).toBeDefined();
    age(folder, 60);
    await store.save("mcp/hub/d", content(1));
    expect(filesIn(folder)).toHaveLength(3);
    expect(await store.load("mcp/hub/b")).toBeUndefined();
    for (const name of ["a", "c", "d"]) expect(await store.load(`mcp/hub/${name}`)).toBeDefined();
  });

  it("keeps so many bytes, and leaves out what alone has more", async () => {
    const folder = tempFolder();
    const store = fileContentStore({ folder, maxBytes: 1000 });
    await store.save("mcp/hub/huge", content(1001));
    expect(filesIn(folder)).toEqual([]);
    for (let at = 0; at < 20; at++) {
      await store.save(`mcp/hub-${at % 2}/${at}`, content(100));
      age(folder, 60);
      expect(filesIn(folder).reduce((sum, file) => sum + statSync(file).size, 0)).toBeLessThanOrEqual(1000);
    }
    expect(await store.load("mcp/hub-1/19")).toEqual(content(100));
    expect(filesIn(folder).length).toBeGreaterThan(5);
  });

  it("holds for what earlier processes left, too", async () => {
    const folder = tempFolder();
    const before = fileContentStore({ folder });
    for (let at = 0; at < 10; at++) await before.save(`mcp/hub/${at}`, content(1));
    age(folder, 60);
    await fileContentStore({ folder, maxEntries: 4 }).save("mcp/hub/new", content(1));
    expect(filesIn(folder)).toHaveLength(4);
    expect(await before.load("mcp/hub/new")).toBeDefined();
  });

  it("never takes what was written or used a moment ago", async () => {
    const folder = tempFolder();
    const store = fileContentStore({ folder, maxEntries: 2 });
    await store.save("mcp/hub/old", content(1));
    age(folder, 60);
    expect(await fileContentStore({ folder }).load("mcp/hub/old")).toBeDefined();
    for (const name of ["a", "b", "c"]) await store.save(`mcp/hub/${name}`, content(1));
    for (const name of ["old", "a", "b", "c"]) expect(await store.load(`mcp/hub/${name}`), name).toBeDefined();
  });

  it("leaves alone what is not its own, and clears up drafts of killed processes", async () => {
    const folder = tempFolder();
    const store = fileContentStore({ folder, maxEntries: 1 });
    await store.save("mcp/hub/a", content(1));
    const [file = ""] = filesIn(folder);
    const draft = `${file}.00000000-0000-0000-0000-000000000000`;
    mkdirSync(join(folder, "mine"));
    for (const path of [draft, join(folder, "mine", "notes.txt"), join(folder, "notes.txt")]) writeFileSync(path, "x");
    age(folder, 2 * 60 * 60);
    await store.save("mcp/hub/b", content(1));
    expect(filesIn(folder).filter((path) => path.endsWith("notes.txt"))).toHaveLength(2);
    expect(filesIn(folder)).not.toContain(draft);
    expect(filesIn(folder)).not.toContain(file);
    expect(filesIn(folder)).toHaveLength(3);
  });

  it("makes no error of files and folders that others remove meanwhile", async () => {
    const folder = tempFolder();
    const stores = Array.from({ length: 4 }, () => fileContentStore({ folder, maxEntries: 5 }));
    let isOver = false;
    const others = (async () => {
      while (!isOver) {
        for (const path of filesIn(folder)) rmSync(path, { force: true });
        await stores[3]?.remove("mcp/hub/");
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
    })();
    const work = stores.map(async (store, who) => {
      for (let at = 0; at < 60; at++) {
        await store.save(`mcp/hub/${at % 12}`, content(who + 1));
        const found = await store.load(`mcp/hub/${at % 12}`);
        if (found !== undefined) expect(found).toEqual(content(found.length));
      }
    });
    await Promise.all(work).finally(() => (isOver = true));
    await others;
  });

  it("must be positive", () => {
    expect(() => fileContentStore({ folder: tempFolder(), maxBytes: 0 })).toThrow(TypeError);
    expect(() => fileContentStore({ folder: tempFolder(), maxEntries: Number.NaN })).toThrow(TypeError);
  });
});
