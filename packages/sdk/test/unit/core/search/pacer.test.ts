import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { Pacer } from "../../../../src/core/search/pacer.ts";

/** Works as long as the pacer lets it. */
function work(pacer: Pacer): void {
  while (!pacer.due());
}

describe("Pacer", () => {
  it("lets timers, immediates and files have their turn in each pause", async () => {
    const pacer = new Pacer(undefined);
    const turns = { timers: 0, immediates: 0, files: 0 };
    let on = true;
    const timer = setInterval(() => turns.timers++, 1);
    const immediate = (): unknown => setImmediate(() => on && (turns.immediates++, immediate()));
    const read = async (): Promise<void> => {
      while (on) {
        await readFile(import.meta.filename);
        turns.files++;
      }
    };
    immediate();
    const reading = read();
    for (let slice = 0; slice < 30; slice++) {
      work(pacer);
      await pacer.pause();
    }
    const { timers, immediates, files } = turns;
    on = false;
    clearInterval(timer);
    await reading;
    expect(timers).toBeGreaterThanOrEqual(15);
    expect(immediates).toBeGreaterThanOrEqual(25);
    expect(files).toBeGreaterThanOrEqual(2);
  });

  it("does not idle in its pauses", async () => {
    const pacer = new Pacer(undefined);
    work(pacer);
    await pacer.pause();
    let waited = Infinity;
    for (let slice = 0; slice < 10; slice++) {
      work(pacer);
      const start = performance.now();
      await pacer.pause();
      waited = Math.min(waited, performance.now() - start);
    }
    expect(waited).toBeLessThan(1);
  });

  it("throws the reason when aborted", async () => {
    const controller = new AbortController();
    const pacer = new Pacer(controller.signal);
    await pacer.pause();
    controller.abort(new Error("enough"));
    await expect(pacer.pause()).rejects.toThrow("enough");
  });
});
