import { spawnSync } from "node:child_process";
import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fileSessionStore } from "../../../src/node/file-session-store.ts";
import { appendJournal } from "../../../src/node/sessions/append-journal.ts";
import { encodeSessionRecord } from "../../../src/workflow/session/encode-session-json.ts";
import { tempFolder } from "../node/temp-folder.ts";
import { recordOf, recordsFrom } from "./records.ts";
import { bundleProgram } from "./session-program.ts";

let program: Awaited<ReturnType<typeof bundleProgram>>;
beforeAll(async () => void (program = await bundleProgram(new URL("fixtures/session-program.ts", import.meta.url))));
afterAll(() => program.remove());

describe("a writer that was stopped for so long that its lock was taken away", () => {
  async function appendWith(
    isHeld: (path: string) => boolean,
  ): Promise<{ error: unknown; before: string; after: string }> {
    const folder = tempFolder();
    await fileSessionStore(folder).append("one", recordsFrom(0, 2), 0);
    const path = join(folder, "one.journal");
    const before = readFileSync(path, "utf8");
    const lock = { isHeld: () => isHeld(path), release: async () => undefined };
    const lines = [encodeSessionRecord(recordOf("late"))];
    const append = appendJournal({ session: "one", path, lines, expected: 2, sync: false, lock });
    const error: unknown = await append.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    return { error, before, after: readFileSync(path, "utf8") };
  }

  it("writes nothing if it notices before", async () => {
    const { error, before, after } = await appendWith(() => false);
    expect(error).toMatchObject({ code: "session-conflict" });
    expect(after).toBe(before);
  });

  it("does not say that it has written if it notices afterwards", async () => {
    let looks = 0;
    const { error } = await appendWith(() => looks++ === 0);
    expect(error).toMatchObject({ code: "session-conflict" });
  });

  it("is cut off by the one who has the lock now", async () => {
    // The late bytes come between the look at the journal and the write.
    let looks = 0;
    const { error, before, after } = await appendWith((path) => {
      if (looks++ === 0) appendFileSync(path, '{"late":true}\n');
      return true;
    });
    expect(error).toMatchObject({ code: "session-conflict" });
    expect(after).toBe(before);
  });
});

describe.runIf(process.platform === "linux")("where files may grow no further", () => {
  /** Tries one append with at most so many bytes in any file. */
  const tryWithin = (bytes: number, task: unknown): unknown => {
    const command = `ulimit -f ${bytes / 1024}; exec "$0" "$1" "$2"`;
    const args = ["--norc", "-c", command, process.execPath, program.file, JSON.stringify(task)];
    const { stdout, stderr } = spawnSync("bash", args, { encoding: "utf8", env: {} });
    expect(stderr).toBe("");
    return JSON.parse(stdout);
  };

  it("adds all or nothing, and says what is wrong", async () => {
    const folder = tempFolder();
    const store = fileSessionStore(folder);
    await store.append("one", [recordOf("x".repeat(7800))], 0);
    const path = join(folder, "one.journal");
    const before = readFileSync(path, "utf8");
    const label = "y".repeat(2000);
    const failed = tryWithin(8192, { does: "try", folder, expected: 1, label, durability: "fsync" });
    expect(failed).toMatchObject({ code: "file-unreadable", message: expect.stringContaining("cannot be used") });
    expect(readFileSync(path, "utf8")).toBe(before);
    expect(tryWithin(16_384, { does: "try", folder, expected: 1, label })).toEqual({ sequence: 3 });
  });

  it("makes no session of a first append that failed", async () => {
    const folder = tempFolder();
    const failed = tryWithin(1024, { does: "try", folder, label: "y".repeat(2000) });
    expect(failed).toMatchObject({ code: "file-unreadable" });
    expect(await fileSessionStore(folder).list()).toEqual([]);
  });
});
