import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { fileSessionStore } from "../../../src/node/file-session-store.ts";
import { takeFileLock } from "../../../src/node/sessions/file-lock.ts";
import { lockOwner } from "../../../src/node/sessions/lock-owner.ts";
import { tempFolder } from "../node/temp-folder.ts";
import { recordOf, recordsFrom, responsesOf } from "./records.ts";
import { bundleProgram, startProgram } from "./session-program.ts";

let program: Awaited<ReturnType<typeof bundleProgram>>;
beforeAll(async () => void (program = await bundleProgram(new URL("fixtures/session-program.ts", import.meta.url))));
afterAll(() => program.remove());

const token = "00000000-0000-4000-8000-000000000000";
const quick = { durability: "os", lockTimeout: 150, staleAfter: 60_000 } as const;

function lockedFolder(content: string, age = 0): string {
  const folder = tempFolder({ "one.lock": content });
  const then = Date.now() / 1000 - age;
  utimesSync(join(folder, "one.lock"), then, then);
  return folder;
}

async function deadPid(): Promise<number> {
  const { child, ended } = startProgram(program.file, { does: "try", folder: tempFolder() });
  const { pid = 0 } = child;
  await ended;
  return pid;
}

describe("a lock is taken away", () => {
  const appends = async (folder: string): Promise<void> => {
    const store = fileSessionStore(folder, quick);
    expect(await store.append("one", recordsFrom(0, 2), 0)).toBe(2);
    expect(readdirSync(folder)).toEqual(["one.journal"]);
  };

  it("when its process has ended", async () => {
    await appends(lockedFolder(JSON.stringify({ ...lockOwner(token), pid: await deadPid() })));
  });

  it.runIf(process.platform === "linux")("when its process id is another process's now", async () => {
    await appends(lockedFolder(JSON.stringify({ ...lockOwner(token), started: "1" })));
  });

  it("when it is too old, and nobody knows whether its process id is another's now", async () => {
    await appends(lockedFolder(JSON.stringify({ ...lockOwner(token), started: "" }), 61));
  });

  it("when a process of this machine that cannot be seen has given no sign of life for 30 seconds", async () => {
    const owner = { ...lockOwner(token), pid: 999_999_999, host: `${hostname()} pid:[1]` };
    await appends(lockedFolder(JSON.stringify(owner), 31));
  });

  it("when it is too old, and of another machine", async () => {
    await appends(lockedFolder(JSON.stringify({ ...lockOwner(token), host: "elsewhere" }), 61));
  });

  it.each(["", "{", "null", '{"pid":"x"}', '{"pid":-1,"started":"","host":"","token":""}', "\0\0\0"])(
    "when whoever made it was killed before it was written: %j",
    async (content) => appends(lockedFolder(content, 2)),
  );

  it("by one of many at once", async () => {
    const folder = lockedFolder(JSON.stringify({ ...lockOwner(token), pid: await deadPid() }));
    const racers = Array.from({ length: 6 }, (_, at) =>
      startProgram(program.file, { does: "race", folder, label: String(at) }),
    );
    await Promise.all(racers.map(({ printed }) => printed(1)));
    for (const { child } of racers) child.stdin?.write("go\n");
    await Promise.all(racers.map(({ ended }) => ended));
    expect(racers.filter(({ lines }) => (lines[1] as { sequence?: number }).sequence === 2)).toHaveLength(1);
    expect(readdirSync(folder)).toEqual(["one.journal"]);
  });
});

describe("a lock is respected", () => {
  it.each([
    ["of a process that lives", () => JSON.stringify(lockOwner(token))],
    [
      "of another machine, whatever lives here",
      () => JSON.stringify({ ...lockOwner(token), pid: 999_999_999, host: `not ${hostname()}` }),
    ],
    ["that is being written", () => ""],
    ["of a process that lives, however old it is", () => JSON.stringify(lockOwner(token)), 7200],
    [
      "of a process of this machine that cannot be seen, and gave a sign of life",
      () => JSON.stringify({ ...lockOwner(token), pid: 999_999_999, host: `${hostname()} pid:[1]` }),
      25,
    ],
  ])("%s: a conflict after a while, and nothing is changed", async (_what, content, age = 0) => {
    const folder = lockedFolder(content(), age);
    const store = fileSessionStore(folder, quick);
    const before = performance.now();
    await expect(store.append("one", [recordOf(1)], 0)).rejects.toMatchObject({
      code: "session-conflict",
      message: "Session one is in use by another process.",
    });
    expect(performance.now() - before).toBeGreaterThan(100);
    expect(readdirSync(folder)).toEqual(["one.lock"]);
    expect(readFileSync(join(folder, "one.lock"), "utf8")).toBe(content());
    expect(await store.readTail("one")).toBeUndefined();
    expect(await store.append("two", [recordOf(1)], 0)).toBe(1);
  });

  it("because its holder gives signs of life", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    try {
      const path = join(lockedFolder("", 2), "mine.lock");
      const lock = await takeFileLock(path, { lockTimeout: 0, staleAfter: 1000 });
      utimesSync(path, 1, 1);
      vi.advanceTimersByTime(5000);
      expect(Date.now() - statSync(path).mtimeMs).toBeLessThan(60_000);
      await lock?.release();
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it("and readers need none", async () => {
    const folder = tempFolder();
    const store = fileSessionStore(folder, quick);
    await store.append("one", recordsFrom(0, 2), 0);
    writeFileSync(join(folder, "one.lock"), JSON.stringify(lockOwner(token)));
    expect((await store.readTail("one"))?.sequence).toBe(2);
    expect((await store.read("one"))?.sequence).toBe(2);
  });
});

it("lets one of 20 processes win, each time", { timeout: 120_000 }, async () => {
  const folder = tempFolder();
  const store = fileSessionStore(folder);
  for (let round = 0; round < 3; round++) {
    const expected = round * 2;
    const racers = Array.from({ length: 20 }, (_, at) =>
      startProgram(program.file, { does: "race", folder, expected, durability: "fsync", label: `${round}.${at}.` }),
    );
    await Promise.all(racers.map(({ printed }) => printed(1)));
    for (const { child } of racers) child.stdin?.write("go\n");
    const ends = await Promise.all(racers.map(({ ended }) => ended));
    expect(ends.map(({ errors }) => errors).join("")).toBe("");
    const results = racers.map(({ lines }) => lines[1] as { sequence?: number; code?: string });
    const winners = results.flatMap(({ sequence }, at) => (sequence === undefined ? [] : [at]));
    expect(winners).toHaveLength(1);
    expect(results.filter(({ code }) => code === "session-conflict")).toHaveLength(19);
    const part = await store.read("one", { from: expected });
    expect(responsesOf(part?.records)).toEqual([`${round}.${winners[0]}.a`, `${round}.${winners[0]}.b`]);
    expect(part?.sequence).toBe(expected + 2);
  }
});
