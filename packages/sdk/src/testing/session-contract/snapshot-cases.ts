import type { SessionTail } from "../../workflow/session/session-store.ts";
import { expectCode, expectEqual } from "../source-contract/expect.ts";
import { recordsFrom, type SessionCaseBody, type SessionCaseContext } from "./session-case.ts";

async function expectTail(context: SessionCaseContext, expected: SessionTail, what: string): Promise<void> {
  for (const store of [context.store, context.other]) {
    const tail = await store.readTail("one");
    const { snapshot } = tail ?? {};
    const given = { sequence: snapshot?.sequence, state: snapshot?.state };
    expectEqual(
      given,
      { sequence: expected.snapshot?.sequence, state: expected.snapshot?.state },
      `${what} (snapshot)`,
    );
    expectEqual([tail?.sequence, tail?.records], [expected.sequence, expected.records], what);
  }
}

export const snapshotCases: readonly SessionCaseBody[] = [
  [
    "gives the newest snapshot and the records after it",
    async (context) => {
      const { store } = context;
      const state = { deep: { list: [1, null, "ä"] } };
      await store.append("one", recordsFrom(0, 4), 0);
      await store.writeSnapshot("one", { sequence: 4, state });
      await expectTail(context, { snapshot: { sequence: 4, state }, records: [], sequence: 4 }, "At the snapshot");
      await store.append("one", recordsFrom(4, 6), 4);
      await store.append("one", recordsFrom(6, 7), 6);
      await expectTail(
        context,
        { snapshot: { sequence: 4, state }, records: recordsFrom(4, 7), sequence: 7 },
        "After it",
      );
      await store.writeSnapshot("one", { sequence: 7, state: "newer" });
      await store.append("one", recordsFrom(7, 8), 7);
      const newer = { snapshot: { sequence: 7, state: "newer" }, records: recordsFrom(7, 8), sequence: 8 };
      await expectTail(context, newer, "After a newer one");
      expectEqual((await store.read("one"))?.records, recordsFrom(0, 8), "The whole log stays readable.");
    },
  ],
  [
    "takes a snapshot of any part of the log, also within an append",
    async (context) => {
      const { store } = context;
      await store.append("one", recordsFrom(0, 5), 0);
      await store.append("one", recordsFrom(5, 10), 5);
      await store.append("one", recordsFrom(10, 11), 10);
      for (const sequence of [0, 1, 3, 5, 6, 9, 10, 11]) {
        await store.writeSnapshot("one", { sequence, state: { sequence } });
        const snapshot = { sequence, state: { sequence } };
        await expectTail(context, { snapshot, records: recordsFrom(sequence, 11), sequence: 11 }, `At ${sequence}`);
      }
    },
  ],
  [
    "ignores a snapshot that is older than the one it has",
    async (context) => {
      const { store, other } = context;
      await store.append("one", recordsFrom(0, 6), 0);
      await store.writeSnapshot("one", { sequence: 5, state: "new" });
      await other.writeSnapshot("one", { sequence: 2, state: "old" });
      await expectTail(
        context,
        { snapshot: { sequence: 5, state: "new" }, records: recordsFrom(5, 6), sequence: 6 },
        "The newer one",
      );
    },
  ],
  [
    "refuses a snapshot of records that are not there",
    async (context) => {
      const { store } = context;
      await store.append("one", recordsFrom(0, 2), 0);
      await expectCode(
        () => store.writeSnapshot("one", { sequence: 3, state: 1 }),
        ["session-invalid"],
        "A snapshot ahead of the log",
      );
      const looped: Record<string, unknown> = {};
      looped["self"] = looped;
      await expectCode(
        () => store.writeSnapshot("one", { sequence: 2, state: looped }),
        ["session-invalid"],
        "A state that is no JSON",
      );
      const tail = await store.readTail("one");
      expectEqual([tail?.snapshot, tail?.records], [undefined, recordsFrom(0, 2)], "Nothing must have changed.");
    },
  ],
  [
    "leaves the length of the log alone when a snapshot is written",
    async ({ store }) => {
      await store.append("one", recordsFrom(0, 2), 0);
      await store.writeSnapshot("one", { sequence: 1, state: null });
      expectEqual(await store.append("one", recordsFrom(2, 3), 2), 3, "The next append expects what it did before.");
    },
  ],
];
