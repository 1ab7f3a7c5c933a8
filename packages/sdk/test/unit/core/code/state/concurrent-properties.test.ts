// Edits, updates, aborts and restores at once: what was told, in the order it was told, is always the state.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createSessionState } from "../../../../../src/core/code/state/create-session-state.ts";
import { applyStatePatch } from "../../../../../src/core/code/state/patch.ts";
import type { StatePatch, StateSnapshot } from "../../../../../src/core/code/state/skill-state.ts";
import { namespaceOf } from "./support.ts";

interface Shape {
  list: { id: number; n: number }[];
  counts: Record<string, number>;
}

const action = fc.record({
  kind: fc.constantFrom("edit", "edit", "update", "update", "inner", "restore", "broken", "throws"),
  namespace: fc.constantFrom("a", "b"),
  ticks: fc.nat(4),
  wait: fc.nat(3),
  abortAfter: fc.option(fc.nat(5)),
  id: fc.nat(5),
});

const ticks = async (count: number): Promise<void> => {
  for (let tick = 0; tick < count; tick++) await Promise.resolve();
};

describe("edits at once", () => {
  it("never lose a change, nor tell one that is not there", { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 2, maxLength: 14 }), async (actions) => {
        const initial = (): Shape => ({ list: [{ id: 1, n: 0 }], counts: {} });
        const state = await createSessionState([namespaceOf("a", initial()), namespaceOf("b", initial())]);
        let mirror: StateSnapshot = state.snapshot();
        const onPatch = (patch: StatePatch): void => {
          if (restoring === 0) mirror = applyStatePatch(mirror, patch);
        };
        const done: string[] = [];
        let restored = false;
        let restoring = 0;
        const run = async (
          { kind, namespace, ticks: before, wait, abortAfter, id }: (typeof actions)[number],
          nr: number,
        ) => {
          await ticks(before);
          const controller = new AbortController();
          if (abortAfter !== null) void ticks(abortAfter).then(() => controller.abort(new Error("off")));
          const name = `c${nr}`;
          if (kind === "restore") {
            restored = true;
            restoring += 1;
            await state.restore({ [namespace]: { list: [], counts: { restored: nr } } });
            restoring -= 1;
            mirror = state.snapshot();
            return;
          }
          const options = { skill: name, onPatch, signal: controller.signal, concurrent: kind === "update" };
          await state.edit(namespace, options, async (edit) => {
            const shape = edit.state as Shape;
            const change = (to: Shape): void => {
              to.counts[name] = (to.counts[name] ?? 0) + 1;
              if (id === 0) to.list.shift();
              else to.list.push({ id, n: nr });
            };
            if (kind === "update") {
              await ticks(wait);
              edit.update((draft) => change(draft as Shape));
              await ticks(wait);
              edit.update((draft) => change(draft as Shape));
            } else {
              const { counts, list } = shape;
              counts[name] = 1;
              if (kind === "inner") edit.update((draft) => change(draft as Shape));
              await ticks(wait);
              // A part that was taken out before goes on being a part.
              list.unshift({ id, n: -nr });
              await ticks(wait);
              counts[name] = (counts[name] ?? 0) + 1;
              if (kind === "broken") counts["bad"] = Number.NaN;
              if (kind === "throws") throw new Error("tool");
            }
            done.push(`${namespace} ${name} ${kind}`);
          });
          if (restoring === 0) expect(mirror).toEqual(state.snapshot());
        };
        const settled = await Promise.allSettled(actions.map(run));
        for (const result of settled) {
          if (result.status === "rejected") expect(String(result.reason)).toMatch(/off|tool|plain JSON|after its call/);
        }
        await ticks(20);
        expect(mirror).toEqual(state.snapshot());
        if (restored) return;
        for (const line of done) {
          const [namespace, name, kind] = line.split(" ") as [string, string, string];
          if (kind === "broken") continue;
          const { counts } = state.namespace(namespace) as Shape;
          expect(counts[name]).toBe(kind === "inner" ? 3 : 2);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
