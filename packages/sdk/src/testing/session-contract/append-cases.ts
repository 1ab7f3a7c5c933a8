import { HOSTILE_IDS } from "../hostile-ids.ts";
import { expectCode, expectEqual } from "../source-contract/expect.ts";
import { expectLog, recordOf, recordsFrom, type SessionCaseBody } from "./session-case.ts";

/** Ids that fit what ids must look like, though they are hostile as paths or on some system. */
const soundIds = new Set(["GOOD", "NUL", "constructor", "toString", "valueOf"]);

const hostileIds: readonly string[] = [
  ...HOSTILE_IDS.map(({ id }) => id).filter((id) => !soundIds.has(id)),
  "a".repeat(129),
  "-first",
  "_first",
  "a.journal",
  "a~1",
];

export const appendCases: readonly SessionCaseBody[] = [
  [
    "makes a session, adds to it, and gives it back in order",
    async (context) => {
      const { store } = context;
      expectEqual(await store.append("one", recordsFrom(0, 3), 0), 3, "append gives the number of records.");
      expectEqual(await store.append("one", recordsFrom(3, 4), 3), 4, "append gives the number of records.");
      await expectLog(context, "one", recordsFrom(0, 4), "Records must come back in order.");
      expectEqual((await store.readTail("one"))?.snapshot, undefined, "There is no snapshot before one was written.");
    },
  ],
  [
    "gives parts of a log",
    async ({ store }) => {
      await store.append("one", recordsFrom(0, 4), 0);
      await store.append("one", recordsFrom(4, 10), 4);
      const ranges: readonly [from: number | undefined, to: number | undefined, first: number, end: number][] = [
        [2, 7, 2, 7],
        [5, undefined, 5, 10],
        [undefined, 5, 0, 5],
        [0, 0, 0, 0],
        [9, 99, 9, 10],
        [10, undefined, 10, 10],
        [99, undefined, 10, 10],
        [7, 3, 7, 7],
      ];
      for (const [from, to, first, end] of ranges) {
        const range = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
        const part = await store.read("one", range);
        const expected = { records: recordsFrom(first, end), sequence: 10 };
        expectEqual({ records: part?.records, sequence: part?.sequence }, expected, `from ${from} to ${to}`);
      }
    },
  ],
  [
    "knows nothing of a session that nobody made",
    async ({ store }) => {
      await store.append("other", recordsFrom(0, 1), 0);
      expectEqual(await store.readTail("none"), undefined, "readTail of an unknown session");
      expectEqual(await store.read("none"), undefined, "read of an unknown session");
      expectEqual(await store.remove("none"), false, "remove of an unknown session");
      const snapshot = { sequence: 0, state: 1 };
      await expectCode(
        () => store.writeSnapshot("none", snapshot),
        ["session-unknown"],
        "writeSnapshot of an unknown session",
      );
      for (const id of ["constructor", "toString", "valueOf"]) {
        expectEqual(await store.readTail(id), undefined, `readTail of ${id}`);
      }
    },
  ],
  [
    "refuses an append that expects another length, and changes nothing",
    async (context) => {
      const { store, other } = context;
      for (const expected of [1, -1, 0.5, Number.NaN]) {
        await expectCode(
          () => store.append("new", recordsFrom(0, 1), expected),
          ["session-conflict"],
          `expected ${expected}`,
        );
      }
      expectEqual(await store.readTail("new"), undefined, "A refused append must not make a session.");
      await store.append("one", recordsFrom(0, 3), 0);
      for (const expected of [0, 2, 4, -1]) {
        for (const each of [store, other]) {
          await expectCode(
            () => each.append("one", recordsFrom(0, 2), expected),
            ["session-conflict"],
            `expected ${expected}`,
          );
        }
      }
      await expectLog(context, "one", recordsFrom(0, 3), "A refused append must change nothing.");
      expectEqual(await store.append("one", recordsFrom(3, 4), 3), 4, "The right length must be taken afterwards.");
    },
  ],
  [
    "takes an append of no records as a question",
    async (context) => {
      const { store } = context;
      expectEqual(await store.append("new", [], 0), 0, "Nothing added to nothing.");
      expectEqual(await store.readTail("new"), undefined, "No record, no session.");
      await store.append("one", recordsFrom(0, 2), 0);
      expectEqual(await store.append("one", [], 2), 2, "Nothing added.");
      await expectCode(() => store.append("one", [], 1), ["session-conflict"], "An empty append with a wrong length");
      await expectLog(context, "one", recordsFrom(0, 2), "Nothing must have changed.");
    },
  ],
  [
    "adds all records or none",
    async (context) => {
      const { store } = context;
      await store.append("one", recordsFrom(0, 2), 0);
      const loop: Record<string, unknown> = {};
      loop["self"] = loop;
      const hostile = {
        toJSON: () => {
          throw new Error("no");
        },
      };
      for (const bad of [recordOf(1n), recordOf(loop), recordOf(hostile), null, undefined, 1, "x", []]) {
        const records = [recordOf(2), bad as never, recordOf(3)];
        await expectCode(() => store.append("one", records, 2), ["session-invalid"], "A record that is no JSON object");
      }
      await expectLog(context, "one", recordsFrom(0, 2), "No record of a failed append may be there.");
    },
  ],
  [
    "refuses ids that are none, everywhere",
    async ({ store }) => {
      for (const id of [...hostileIds, undefined, null, 7, {}] as string[]) {
        const what = `The id ${JSON.stringify(id)?.slice(0, 60)}`;
        await expectCode(() => store.append(id, recordsFrom(0, 1), 0), ["session-invalid"], `${what} in append`);
        await expectCode(() => store.readTail(id), ["session-invalid"], `${what} in readTail`);
        await expectCode(() => store.read(id), ["session-invalid"], `${what} in read`);
        await expectCode(
          () => store.writeSnapshot(id, { sequence: 0, state: 0 }),
          ["session-invalid"],
          `${what} in writeSnapshot`,
        );
        await expectCode(() => store.remove(id), ["session-invalid"], `${what} in remove`);
      }
      if (store.list !== undefined) expectEqual(await store.list(), [], "None of them may be a session.");
    },
  ],
  [
    "takes every id that is one, and keeps them apart",
    async (context) => {
      const { store } = context;
      const ids = [
        "a",
        "A",
        "0",
        "good",
        "GOOD",
        "Good",
        "nul",
        "NUL",
        "con",
        "com1",
        "a-_",
        "constructor",
        "a".repeat(128),
      ];
      for (const [at, id] of ids.entries()) await store.append(id, recordsFrom(at, at + 2), 0);
      for (const [at, id] of ids.entries()) await expectLog(context, id, recordsFrom(at, at + 2), `The log of ${id}`);
      if (store.list !== undefined)
        expectEqual([...(await store.list())].sort(), ids.toSorted(), "All are listed, once.");
    },
  ],
  [
    "forgets a removed session with all it had",
    async (context) => {
      const { store, other } = context;
      await store.append("one", recordsFrom(0, 5), 0);
      await store.writeSnapshot("one", { sequence: 5, state: "old" });
      await store.append("two", recordsFrom(0, 1), 0);
      expectEqual(await other.remove("one"), true, "remove of a session");
      expectEqual(await store.remove("one"), false, "remove of a removed session");
      expectEqual(await store.readTail("one"), undefined, "A removed session is unknown.");
      await expectCode(() => store.append("one", recordsFrom(5, 6), 5), ["session-conflict"], "An append to it");
      expectEqual(await store.append("one", recordsFrom(7, 9), 0), 2, "Its id can be used again.");
      await expectLog(context, "one", recordsFrom(7, 9), "The new session has nothing of the old one.");
      expectEqual((await store.readTail("one"))?.snapshot, undefined, "Its snapshot is gone, too.");
      await expectLog(context, "two", recordsFrom(0, 1), "Other sessions stay.");
    },
  ],
];
