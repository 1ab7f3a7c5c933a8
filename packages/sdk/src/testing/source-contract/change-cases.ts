import type { CaseBody } from "./contract-case.ts";
import { changedSkill } from "./contract-skill.ts";
import { expectEqual, expectThat } from "./expect.ts";

/** Skills change while a program runs. */
export const changeCases: readonly CaseBody[] = [
  [
    "shows a changed skill, under another revision",
    async ({ source, good, idOf, change }) => {
      if (change === undefined) return;
      const before = (await source.list()).find(({ id }) => id === idOf(good));
      await source.read(idOf(good));
      const changed = changedSkill(good, "once");
      await change(changed);
      const after = (await source.list()).find(({ id }) => id === idOf(good));
      expectEqual(after?.description, changed.description, "The list must show the new description.");
      expectEqual(await source.read(idOf(good)), changed.raw, "read() must give the new SKILL.md.");
      if (before?.revision === undefined && after?.revision === undefined) return;
      expectThat(before?.revision !== after?.revision, "Another SKILL.md must have another revision.");
    },
  ],
  [
    "calls back when something changed, until it is told to stop",
    async ({ source, good, change, options }) => {
      if (source.watch === undefined || change === undefined) return;
      let calls = 0;
      let called = (): void => {};
      const first = new Promise<void>((resolve) => (called = resolve));
      const stop = await source.watch(() => {
        calls += 1;
        called();
      });
      try {
        await change(changedSkill(good, "watched"));
        const timeout = options.watchTimeout ?? 5_000;
        await Promise.race([first, pause(timeout)]);
        expectThat(calls > 0, `watch() must call back after a change; it did not for ${timeout} ms.`);
      } finally {
        stop();
      }
      const known = calls;
      await change(changedSkill(good, "unwatched"));
      await pause(150);
      expectEqual(calls, known, "watch() must not call back after it was told to stop.");
    },
  ],
];

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
