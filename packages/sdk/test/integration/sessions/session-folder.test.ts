import { execFileSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  linkSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fileSessionStore } from "../../../src/node/file-session-store.ts";
import { sessionFileStem, sessionOfJournal } from "../../../src/node/sessions/session-files.ts";
import { tempFolder } from "../node/temp-folder.ts";
import { recordOf, recordsFrom } from "./records.ts";
import { bundleProgram, startProgram } from "./session-program.ts";

let program: Awaited<ReturnType<typeof bundleProgram>>;
beforeAll(async () => void (program = await bundleProgram(new URL("fixtures/session-program.ts", import.meta.url))));
afterAll(() => program.remove());

const isPosix = process.platform !== "win32";
const isRoot = isPosix && process.getuid?.() === 0;
const nobody = 65534;
const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

describe.runIf(isPosix)("what others may do", () => {
  it("makes the folder for its user alone, and the files, too", async () => {
    const folder = join(tempFolder(), "a", "b");
    const store = fileSessionStore(folder);
    await store.append("one", [recordOf(1)], 0);
    await store.writeSnapshot("one", { sequence: 1, state: 1 });
    expect(modeOf(folder)).toBe("700");
    expect(readdirSync(folder).map((name) => [name, modeOf(join(folder, name))])).toEqual([
      ["one.journal", "600"],
      ["one.snapshot", "600"],
    ]);
  });

  it.each([0o777, 0o720, 0o702, 0o1777])("refuses a folder that others may write to: %o", async (mode) => {
    const folder = tempFolder();
    await fileSessionStore(folder).append("one", [recordOf(1)], 0);
    chmodSync(folder, mode);
    const store = fileSessionStore(folder);
    const refused = { code: "file-unreadable", message: expect.stringContaining("others may write to it") };
    await expect(store.append("one", [recordOf(1)], 1)).rejects.toMatchObject(refused);
    await expect(store.readTail("one")).rejects.toMatchObject(refused);
    await expect(store.read("one")).rejects.toMatchObject(refused);
    await expect(store.list()).rejects.toMatchObject(refused);
    await expect(store.remove("one")).rejects.toMatchObject(refused);
    await expect(store.expire({ olderThan: 0 })).rejects.toMatchObject(refused);
  });

  it.each(["one.journal", "one.snapshot"])("refuses a %s that others may write to", async (name) => {
    const folder = tempFolder();
    const store = fileSessionStore(folder);
    await store.append("one", [recordOf(1)], 0);
    await store.writeSnapshot("one", { sequence: 1, state: 1 });
    chmodSync(join(folder, name), 0o666);
    await expect(store.readTail("one")).rejects.toMatchObject({ code: "file-unreadable" });
  });

  it("refuses a folder of somebody else", async () => {
    const folder = isRoot ? tempFolder() : "/usr";
    if (isRoot) chownSync(folder, nobody, nobody);
    const refused = { code: "file-unreadable", message: expect.stringContaining("belongs to somebody else") };
    await expect(fileSessionStore(folder).append("one", [recordOf(1)], 0)).rejects.toMatchObject(refused);
    await expect(fileSessionStore(folder).readTail("one")).rejects.toMatchObject(refused);
  });

  it.runIf(isRoot)("refuses a journal of somebody else", async () => {
    const folder = tempFolder();
    const store = fileSessionStore(folder);
    await store.append("one", [recordOf(1)], 0);
    chownSync(join(folder, "one.journal"), nobody, nobody);
    await expect(store.append("one", [recordOf(1)], 1)).rejects.toMatchObject({ code: "file-unreadable" });
    await expect(store.readTail("one")).rejects.toMatchObject({ code: "file-unreadable" });
  });

  it("follows no link in the place of a journal, and waits for no pipe", async () => {
    const [folder, elsewhere] = [tempFolder(), tempFolder({ precious: "text" })];
    const store = fileSessionStore(folder);
    symlinkSync(join(elsewhere, "precious"), join(folder, "one.journal"));
    await expect(store.append("one", [recordOf(1)], 0)).rejects.toMatchObject({ code: "file-unreadable" });
    execFileSync("mkfifo", ["-m", "600", join(folder, "pipe.journal")]);
    await expect(store.append("pipe", [recordOf(1)], 0)).rejects.toMatchObject({ code: "file-unreadable" });
    await expect(store.readTail("pipe")).rejects.toMatchObject({ code: "file-unreadable" });
    mkdirSync(join(folder, "two.journal"));
    await expect(store.append("two", [recordOf(1)], 0)).rejects.toMatchObject({ code: "file-unreadable" });
    expect(statSync(join(elsewhere, "precious")).size).toBe(4);
  });

  it("says clearly that a folder is read-only", async () => {
    const folder = tempFolder();
    // Root may write anywhere, so somebody else tries.
    if (isRoot) chownSync(folder, nobody, nobody);
    chmodSync(folder, 0o500);
    const started = startProgram(program.file, { does: "try", folder }, isRoot ? { uid: nobody } : {});
    expect(await started.ended).toMatchObject({ code: 0, errors: "" });
    expect(started.lines).toEqual([
      { code: "file-unreadable", message: `The sessions in ${folder} cannot be used: permission denied.` },
    ]);
    chmodSync(folder, 0o700);
  });
});

it("says clearly that the folder is a file", async () => {
  const folder = tempFolder({ file: "x" });
  for (const path of [join(folder, "file"), join(folder, "file", "below")]) {
    await expect(fileSessionStore(path).append("one", [recordOf(1)], 0)).rejects.toMatchObject({
      code: "file-unreadable",
      message: expect.stringContaining(path),
    });
  }
});

it("has no sessions where there is no folder, and makes none by looking", async () => {
  const folder = join(tempFolder(), "none");
  const store = fileSessionStore(folder);
  expect([await store.list(), await store.readTail("one"), await store.read("one")]).toEqual([
    [],
    undefined,
    undefined,
  ]);
  expect([await store.remove("one"), await store.expire({ olderThan: 0 })]).toEqual([false, []]);
  await expect(store.writeSnapshot("one", { sequence: 0, state: 0 })).rejects.toMatchObject({
    code: "session-unknown",
  });
  expect(() => statSync(folder)).toThrow("ENOENT");
});

it("gives sessions names that no system confuses", () => {
  const ids = ["a", "A", "aB", "Ab", "nul", "NUL", "com1", "x".repeat(128), "X".repeat(128), "a-_9", "0"];
  const stems = ids.map((id) => sessionFileStem(id));
  expect(new Set(stems.map((stem) => stem.toLowerCase())).size).toBe(ids.length);
  expect(stems.map((stem) => sessionOfJournal(`${stem}.journal`))).toEqual(ids);
  expect(stems.slice(0, 7)).toEqual(["a", "a~1", "ab~2", "ab~1", "nul~0", "nul~7", "com1~0"]);
  for (const name of ["a~0.journal", "A.journal", "a.snapshot", ".journal", "a.jsonl", "a~.journal", "_a.journal"]) {
    expect(sessionOfJournal(name), name).toBeUndefined();
  }
});

it("forgets sessions that nobody went on with, and what crashes left", async () => {
  const folder = tempFolder();
  const store = fileSessionStore(folder, { staleAfter: 1000 });
  for (const id of ["old", "Older", "young"]) {
    await store.append(id, recordsFrom(0, 3), 0);
    await store.writeSnapshot(id, { sequence: 2, state: {} });
  }
  linkSync(join(folder, "old.journal"), join(folder, "mine.jsonl"));
  for (const name of ["gone.lock", "gone.snapshot", "gone.snapshot.draft", "gone.lock.unnamed"]) {
    writeFileSync(join(folder, name), "");
  }
  const hourAgo = Date.now() / 1000 - 3600;
  for (const name of readdirSync(folder)) {
    if (!name.startsWith("young")) utimesSync(join(folder, name), hourAgo, hourAgo);
  }
  writeFileSync(join(folder, "fresh.lock"), "");
  expect(await store.expire({ olderThan: 2 * 3600_000 })).toEqual([]);
  expect([...(await store.expire({ olderThan: 1800_000 }))].sort()).toEqual(["Older", "old"]);
  expect(await store.list()).toEqual(["young"]);
  expect(readdirSync(folder).sort()).toEqual(["fresh.lock", "mine.jsonl", "young.journal", "young.snapshot"]);
});

it("goes on when its folder is removed", async () => {
  const folder = join(tempFolder(), "sessions");
  const store = fileSessionStore(folder);
  await store.append("one", [recordOf(1)], 0);
  rmSync(folder, { recursive: true });
  await expect(store.append("one", [recordOf(1)], 1)).rejects.toMatchObject({ code: "session-conflict" });
  expect(await store.append("one", [recordOf(1)], 0)).toBe(1);
});
