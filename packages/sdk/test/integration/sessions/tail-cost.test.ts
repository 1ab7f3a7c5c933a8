import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { fileSessionStore } from "../../../src/node/file-session-store.ts";
import { tempFolder } from "../node/temp-folder.ts";
import { recordsFrom } from "./records.ts";

/** Counts the bytes that anything reads through file handles. */
async function countReads(): Promise<() => number> {
  const file = await open(join(tempFolder({ x: "" }), "x"));
  const prototype = Object.getPrototypeOf(file) as FileHandle;
  await file.close();
  let bytes = 0;
  const count = <Result>(method: "read" | "readFile", sizeOf: (result: Result) => number): { mockRestore(): void } => {
    const real = prototype[method] as unknown as (this: FileHandle, ...args: unknown[]) => Promise<Result>;
    const counting = async function (this: FileHandle, ...args: unknown[]): Promise<Result> {
      const result = await real.apply(this, args);
      bytes += sizeOf(result);
      return result;
    };
    return vi.spyOn(prototype, method).mockImplementation(counting as never);
  };
  const spies = [
    count("read", (result: { bytesRead: number }) => result.bytesRead),
    count("readFile", (result: Buffer) => result.length),
  ];
  onTestFinished(() => spies.forEach((spy) => spy.mockRestore()));
  return () => {
    const counted = bytes;
    bytes = 0;
    return counted;
  };
}

async function costsAt(
  length: number,
  counted: () => number,
): Promise<Record<"tail" | "append" | "snapshot" | "whole", number>> {
  const store = fileSessionStore(tempFolder(), { durability: "os" });
  for (let at = 0; at < length; at += 10) await store.append("one", recordsFrom(100_000 + at, 100_010 + at), at);
  await store.writeSnapshot("one", { sequence: length, state: { some: "state" } });
  for (let at = length; at < length + 10; at++) await store.append("one", recordsFrom(at, at + 1), at);
  counted();
  const tail = await store.readTail("one");
  expect([tail?.records.length, tail?.sequence]).toEqual([10, length + 10]);
  const tailBytes = counted();
  await store.append("one", recordsFrom(0, 1), length + 10);
  const append = counted();
  await store.writeSnapshot("one", { sequence: length + 5, state: {} });
  const snapshot = counted();
  expect((await store.read("one"))?.records).toHaveLength(length + 11);
  return { tail: tailBytes, append, snapshot, whole: counted() };
}

it("reads no more for a session of 20,000 records than for one of 10", async () => {
  const counted = await countReads();
  const [short, long] = [await costsAt(10, counted), await costsAt(20_000, counted)];
  expect(long.whole).toBeGreaterThan(1_900_000);
  expect(long.tail).toBeLessThan(short.tail + 200);
  expect(long.tail).toBeLessThan(5000);
  // The last appends are looked at in one read of at most this.
  expect(long.append).toBeLessThanOrEqual(4096);
  expect(long.snapshot).toBeLessThanOrEqual(3 * 4096);
});
