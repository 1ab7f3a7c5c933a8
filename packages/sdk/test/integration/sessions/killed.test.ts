import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { fileSessionStore } from "../../../src/node/file-session-store.ts";
import { tempFolder } from "../node/temp-folder.ts";
import { responsesOf } from "./records.ts";
import { bundleProgram, startProgram } from "./session-program.ts";

let program: Awaited<ReturnType<typeof bundleProgram>>;
beforeAll(async () => void (program = await bundleProgram(new URL("fixtures/session-program.ts", import.meta.url))));
afterAll(() => program.remove());

interface Part {
  readonly from: number;
  readonly count: number;
  readonly at: number;
}

/** Each record says where its append began, how many it has, and which of them it is. */
function expectWholeAppends(parts: readonly Part[]): void {
  for (const [index, { from, count, at }] of parts.entries()) {
    expect(from + at).toBe(index);
    expect(parts[from + count - 1]).toMatchObject({ from, count });
  }
}

/** Starts, kills and looks, so many times; ten times each on one session. */
async function killOften(kills: number, task: { durability: "fsync" | "os"; bytes: number }): Promise<void> {
  const folder = tempFolder();
  const store = fileSessionStore(folder);
  let length = 0;
  for (let kill = 0; kill < kills; kill++) {
    const { child, lines, printed, ended } = startProgram(program.file, { does: "append", folder, ...task });
    await printed(1);
    await wait(Math.random() * 20);
    child.kill("SIGKILL");
    const { signal, errors } = await ended;
    expect([signal, errors]).toEqual(["SIGKILL", ""]);
    const { sequence: said = 0 } = (lines.at(-1) as { sequence: number } | undefined) ?? {};
    const tail = await store.readTail("one");
    // What it said it had appended is there; at most the one append it was about is there besides.
    expect(tail?.sequence).toBeGreaterThanOrEqual(Math.max(said, length));
    expect(tail?.sequence).toBeLessThanOrEqual(said + 5);
    length = tail?.sequence ?? 0;
    if (tail?.snapshot !== undefined) expect(tail.snapshot.state).toEqual({ sequence: tail.snapshot.sequence });
    if (kill % 10 === 9) {
      const whole = await store.read("one");
      expect(whole?.sequence).toBe(length);
      expectWholeAppends(responsesOf(whole?.records) as Part[]);
      const later = whole?.records.slice(tail?.snapshot?.sequence ?? 0);
      expect(JSON.stringify(tail?.records) === JSON.stringify(later)).toBe(true);
      await store.remove("one");
      length = 0;
    }
  }
}

/** Two hundred in `npm run test:long`. */
const kills = Number(process.env["TRADECRAFT_KILLS"] ?? 25);

it(`is whole after ${kills} kills at random moments`, { timeout: 180_000 }, async () => {
  const lanes = [
    killOften(kills * 0.4, { durability: "os", bytes: 200 }),
    killOften(kills * 0.3, { durability: "fsync", bytes: 20_000 }),
    killOften(kills * 0.3, { durability: "os", bytes: 1_000_000 }),
  ];
  await Promise.all(lanes);
});
