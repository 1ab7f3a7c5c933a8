import { SkillError } from "../../core/errors.ts";
import type { SessionRecord } from "../../workflow/session/session-record.ts";
import { expectEqual, expectThat } from "../source-contract/expect.ts";
import { expectLog, recordOf, recordsFrom, type SessionCaseBody } from "./session-case.ts";

export const raceCases: readonly SessionCaseBody[] = [
  [
    "lets one of 50 appends at once win, and refuses the others",
    async (context) => {
      const { store, other } = context;
      await store.append("one", recordsFrom(0, 3), 0);
      const batches = Array.from({ length: 50 }, (_, at) => [recordOf(`a${at}`), recordOf(`b${at}`)]);
      const outcomes = await Promise.allSettled(
        batches.map((batch, at) => (at % 2 === 0 ? store : other).append("one", batch, 3)),
      );
      const winners = outcomes.flatMap((outcome, at) => (outcome.status === "fulfilled" ? [at] : []));
      expectEqual(winners.length, 1, "Exactly one append must win.");
      for (const outcome of outcomes) {
        if (outcome.status === "fulfilled") expectEqual(outcome.value, 5, "The winner's count.");
        else expectThat(SkillError.is(outcome.reason, "session-conflict"), `A conflict, not ${String(outcome.reason)}`);
      }
      const won = batches[winners[0] ?? 0] ?? [];
      await expectLog(context, "one", [...recordsFrom(0, 3), ...won], "The log must hold the winner's records only.");
    },
  ],
  [
    "lets one of 20 makers of a session win",
    async (context) => {
      const { store, other } = context;
      const outcomes = await Promise.allSettled(
        Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? store : other).append("one", [recordOf(at)], 0)),
      );
      const winners = outcomes.flatMap((outcome, at) => (outcome.status === "fulfilled" ? [recordOf(at)] : []));
      expectEqual(winners.length, 1, "Exactly one append must win.");
      await expectLog(context, "one", winners, "The log must hold the winner's record only.");
    },
  ],
  [
    "loses nothing when writers try again after a conflict",
    async (context) => {
      const { store, other } = context;
      const add = async (at: number): Promise<void> => {
        const mine = at % 2 === 0 ? store : other;
        for (let attempt = 0; attempt < 500; attempt++) {
          const { sequence = 0 } = (await mine.readTail("one")) ?? {};
          try {
            await mine.append("one", [recordOf(at), recordOf(at)], sequence);
            return;
          } catch (error) {
            if (!SkillError.is(error, "session-conflict")) throw error;
          }
        }
      };
      await Promise.all(Array.from({ length: 12 }, (_, at) => add(at)));
      const records: readonly SessionRecord[] = (await store.read("one"))?.records ?? [];
      const labels = records.map((record) => (record.type === "answered" ? Number(record.response) : -1));
      expectEqual(
        labels.filter((label, at) => at % 2 === 1 && label !== labels[at - 1]),
        [],
        "Appends stay together.",
      );
      const once = labels.filter((_, at) => at % 2 === 0).toSorted((a, b) => a - b);
      expectEqual(
        once,
        Array.from({ length: 12 }, (_, at) => at),
        "Each append is there once.",
      );
    },
  ],
  [
    "gives whole appends to those who read meanwhile",
    async ({ store, other }) => {
      let done = false;
      const write = async (): Promise<void> => {
        try {
          for (let at = 0; at < 40; at++) {
            await store.append("one", recordsFrom(at * 5, at * 5 + 5), at * 5);
            if (at % 7 === 0) await store.writeSnapshot("one", { sequence: at * 5, state: at * 5 });
          }
        } finally {
          done = true;
        }
      };
      const read = async (): Promise<void> => {
        let longest = 0;
        while (!done) {
          const tail = await other.readTail("one");
          // Or a store in memory would be read for ever.
          await new Promise((resolve) => setTimeout(resolve));
          if (tail === undefined) continue;
          const { sequence, records, snapshot } = tail;
          expectThat(sequence % 5 === 0 && sequence >= longest, `A log of whole appends that grows, not ${sequence}.`);
          longest = sequence;
          expectEqual(snapshot?.state, snapshot?.sequence, "The state of its own snapshot.");
          expectEqual(records, recordsFrom(snapshot?.sequence ?? 0, sequence), "Records from the snapshot to the end.");
        }
      };
      await Promise.all([write(), read()]);
    },
  ],
  [
    "keeps many sessions apart",
    async (context) => {
      const { store, other } = context;
      const ids = Array.from({ length: 200 }, (_, at) => `s-${at}`);
      await Promise.all(ids.map((id, at) => (at % 2 === 0 ? store : other).append(id, [recordOf(id)], 0)));
      await Promise.all(ids.map((id, at) => (at % 2 === 0 ? other : store).append(id, [recordOf(at)], 1)));
      for (const [at, id] of ids.entries()) {
        expectEqual((await store.read(id))?.records, [recordOf(id), recordOf(at)], `The log of ${id}`);
      }
      if (store.list !== undefined)
        expectEqual([...(await store.list())].sort(), ids.toSorted(), "All are listed, once.");
    },
  ],
];
