import { appendFileSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { fileSessionStore } from "../../../src/node/file-session-store.ts";
import { tempFolder } from "../node/temp-folder.ts";
import { recordOf, recordsFrom } from "./records.ts";

const last = [recordOf("ä😀"), recordOf('["commit",5,2,1,1,1]\n')];

async function written(): Promise<{ folder: string; journal: string; whole: Buffer; start: number }> {
  const folder = tempFolder();
  const store = fileSessionStore(folder, { durability: "os" });
  const journal = join(folder, "one.journal");
  await store.append("one", recordsFrom(0, 2), 0);
  await store.append("one", recordsFrom(2, 4), 2);
  const start = statSync(journal).size;
  await store.append("one", last, 4);
  return { folder, journal, whole: readFileSync(journal), start };
}

it("ignores an append that was cut off, wherever that was, and goes on after it", async () => {
  const { folder, journal, whole, start } = await written();
  const store = fileSessionStore(folder, { durability: "os" });
  for (const snapshotAt of [undefined, 4]) {
    if (snapshotAt !== undefined) await store.writeSnapshot("one", { sequence: snapshotAt, state: snapshotAt });
    for (let size = start; size < whole.length; size++) {
      writeFileSync(journal, whole.subarray(0, size));
      expect((await store.read("one"))?.records, `cut at ${size}`).toEqual(recordsFrom(0, 4));
      const tail = await store.readTail("one");
      expect(tail?.sequence).toBe(4);
      expect(tail?.records).toEqual(recordsFrom(snapshotAt ?? 0, 4));
      await expect(store.append("one", last, 6)).rejects.toMatchObject({ code: "session-conflict" });
      expect(await store.append("one", last, 4)).toBe(6);
      expect(readFileSync(journal).equals(whole), `mended after a cut at ${size}`).toBe(true);
    }
    expect((await store.readTail("one"))?.sequence).toBe(6);
  }
});

it("takes a first append that was cut off for no session", async () => {
  const { folder, journal, whole } = await written();
  const store = fileSessionStore(folder, { durability: "os" });
  const first = whole.indexOf("\n[") + 20;
  for (let size = 0; size < first; size++) {
    writeFileSync(journal, whole.subarray(0, size));
    expect(await store.readTail("one")).toBeUndefined();
    expect(await store.read("one")).toBeUndefined();
    await expect(store.writeSnapshot("one", { sequence: 0, state: 1 })).rejects.toMatchObject({
      code: "session-unknown",
    });
    expect(await store.append("one", recordsFrom(0, 2), 0)).toBe(2);
    expect((await store.readTail("one"))?.records).toEqual(recordsFrom(0, 2));
  }
});

it("ignores a last append whose bytes the disk lost or changed", async () => {
  const { folder, journal, whole, start } = await written();
  const store = fileSessionStore(folder, { durability: "os" });
  for (let at = start; at < whole.length; at++) {
    const spoiled = Buffer.from(whole);
    // A page of zeros, as a loss of power leaves, and a flipped bit.
    if (at % 2 === 0) spoiled.fill(0, at, Math.min(at + 40, whole.length));
    else spoiled[at]! ^= 1;
    writeFileSync(journal, spoiled);
    const { sequence } = (await store.readTail("one")) ?? {};
    expect(sequence, `spoiled at ${at}`).toBe(4);
    expect(await store.append("one", last, 4)).toBe(6);
    expect(readFileSync(journal).equals(whole)).toBe(true);
  }
});

it("refuses a journal that is damaged before its last append, and leaves it as it is", async () => {
  const { folder, journal, whole, start } = await written();
  const store = fileSessionStore(folder, { durability: "os" });
  for (let at = 0; at < start; at += 7) {
    const spoiled = Buffer.from(whole);
    spoiled[at]! ^= 1;
    writeFileSync(journal, spoiled);
    await expect(store.read("one"), `spoiled at ${at}`).rejects.toMatchObject({
      code: "session-invalid",
      message: expect.stringContaining("damaged after record"),
    });
    expect(readFileSync(journal).equals(spoiled)).toBe(true);
  }
});

it("cuts nothing that a damaged commit is followed by", async () => {
  const { folder, journal, whole, start } = await written();
  const store = fileSessionStore(folder, { durability: "os" });
  const spoiled = Buffer.from(whole);
  spoiled[start - 5]! ^= 1;
  writeFileSync(journal, spoiled);
  for (const expected of [2, 4, 6]) {
    await expect(store.append("one", last, expected)).rejects.toMatchObject({ code: "session-invalid" });
  }
  expect(readFileSync(journal).equals(spoiled)).toBe(true);
});

it("does without a snapshot that is broken, or of another journal", async () => {
  const { folder, journal, whole, start } = await written();
  const store = fileSessionStore(folder, { durability: "os" });
  const snapshot = join(folder, "one.snapshot");
  await store.writeSnapshot("one", { sequence: 6, state: { of: "six" } });
  const kept = readFileSync(snapshot);
  for (let size = 0; size < kept.length; size++) {
    writeFileSync(snapshot, kept.subarray(0, size));
    expect(await store.readTail("one")).toEqual({ records: [...recordsFrom(0, 4), ...last], sequence: 6 });
  }
  for (const text of ["null\n1", "{}\n1", '{"sequence":1,"commit":null,"sum":0}\n', "[]\n[]", '{"sequence":-1}\n']) {
    writeFileSync(snapshot, text);
    expect((await store.readTail("one"))?.records).toHaveLength(6);
  }
  // The journal lost what the snapshot covers, as it may without fsync; then other records came.
  writeFileSync(snapshot, kept);
  truncateSync(journal, start);
  expect(await store.readTail("one")).toEqual({ records: recordsFrom(0, 4), sequence: 4 });
  await store.append("one", [recordOf("x"), recordOf("y"), recordOf("z"), recordOf("more than before".repeat(20))], 4);
  const tail = await store.readTail("one");
  expect([tail?.snapshot, tail?.sequence, tail?.records.length]).toEqual([undefined, 8, 8]);
  await store.writeSnapshot("one", { sequence: 5, state: "older, but true" });
  expect((await store.readTail("one"))?.snapshot).toEqual({ sequence: 5, state: "older, but true" });
  appendFileSync(journal, whole.subarray(start, start + 9));
  expect((await store.readTail("one"))?.sequence).toBe(8);
});
