import type { SessionRecord } from "../../workflow/session/session-record.ts";
import { expectEqual, expectThat } from "../source-contract/expect.ts";
import { expectLog, recordOf, recordsFrom, type SessionCaseBody } from "./session-case.ts";

function nested(depth: number): unknown {
  let value: unknown = "core";
  for (let at = 0; at < depth; at++) value = at % 2 === 0 ? [value] : { value };
  return value;
}

const texts: readonly [what: string, response: unknown][] = [
  ["letters of all kinds", "ä ß 漢字 😀 \u202e \u200d \ufeff é"],
  ["line ends", "a\nb\r\nc\u2028d\u2029e\u0085f"],
  ["control characters", Array.from({ length: 32 }, (_, at) => String.fromCharCode(at)).join("")],
  ["halves of pairs", ["\ud800", "\udc00", "a\udfffb", "\udc00\ud800"]],
  ["numbers", [0, 1.5, -1e-7, 1e308, Number.MAX_SAFE_INTEGER, Number.MIN_VALUE]],
  ["what looks like our own marks", ['["commit",1,1,1,1,1]\n', '{"type":"ended"}\n', "\n[", "]\n"]],
  ["keys of every object", JSON.parse('{"__proto__":{"x":1},"constructor":2,"toString":3,"":4}')],
  ["empty things", ["", {}, [], null, false]],
  ["a value of many levels", nested(500)],
];

export const contentCases: readonly SessionCaseBody[] = [
  [
    "gives back what JSON can hold, to the letter",
    async (context) => {
      const { store } = context;
      const records = texts.map(([, response]) => recordOf(response));
      await store.append("one", records, 0);
      for (const [at, [what, response]] of texts.entries()) {
        const [record] = (await store.read("one", { from: at, to: at + 1 }))?.records ?? [];
        expectEqual(record, recordOf(response), what);
      }
      await expectLog(context, "one", records, "All of it");
      await store.writeSnapshot("one", { sequence: 1, state: texts });
      expectEqual((await context.other.readTail("one"))?.snapshot?.state, texts, "The same in a snapshot");
    },
  ],
  [
    "keeps every kind of record",
    async (context) => {
      const [at, step, visit] = ["2026-01-01T00:00:00.000Z", "ask", 1];
      const handshake = { host: "none", tools: [], subagent: false } as never;
      const records: SessionRecord[] = [
        { type: "started", skill: "s", digest: "sha256:0", params: { x: 1 }, handshake, subskill: "sub", at },
        { type: "entered", reason: "entry", step, visit, parts: { "0": null, lint: "x" }, params: [] },
        { type: "answered", response: { a: [] }, key: "k", step, visit, at },
        { type: "action-started", attempt: 1, step, visit, at },
        { type: "action-failed", attempt: 1, message: "no", final: false, step, visit, at },
        { type: "action-ended", result: null, step, visit, at },
        { type: "saved", result: 1, writes: { store: { a: 1 } }, step, visit },
        { type: "backed", to: 2, at },
        { type: "replied", key: "k", result: { kind: "done", done: true, finalOutput: 1 } },
        { type: "ended", finalOutput: { x: "y" }, at },
      ];
      await context.store.append("one", records, 0);
      await expectLog(context, "one", records, "Every kind of record");
    },
  ],
  [
    "keeps what a caller does to records away from the log",
    async (context) => {
      const { store } = context;
      const response = { list: [1, 2] };
      const given = [recordOf(response)];
      const state = { list: [1] };
      await store.append("one", given, 0);
      await store.writeSnapshot("one", { sequence: 0, state });
      response.list.push(3);
      state.list.push(2);
      given.push(recordOf("more"));
      const check = async (what: string): Promise<void> => {
        const tail = await store.readTail("one");
        expectEqual([tail?.records, tail?.snapshot?.state], [[recordOf({ list: [1, 2] })], { list: [1] }], what);
        expectEqual((await store.read("one"))?.records, [recordOf({ list: [1, 2] })], what);
      };
      await check("What was given is changed afterwards.");
      const read = (await store.readTail("one")) as unknown as {
        readonly records: { response: { list: number[] } }[];
        readonly snapshot: { sequence: number; state: { list: number[] } };
      };
      const spoilers: (() => void)[] = [
        () => void read.records[0]?.response.list.push(99),
        () => void read.records.pop(),
        () => void read.snapshot.state.list.push(99),
        () => void (read.snapshot.sequence = 1),
      ];
      for (const spoil of spoilers) {
        try {
          spoil();
        } catch {
          // Frozen, which is as good.
        }
      }
      await check("What was read is changed.");
    },
  ],
  [
    "keeps records of 5 MB, and goes on after them",
    async (context) => {
      const { store, other } = context;
      const huge = recordOf("ä".repeat(2_500_000));
      await store.append("one", [recordOf(0), huge], 0);
      await other.append("one", [huge, recordOf(3)], 2);
      await store.append("one", recordsFrom(4, 6), 4);
      const { records, sequence } = (await other.readTail("one")) ?? {};
      expectEqual(sequence, 6, "The number of records");
      expectThat(JSON.stringify(records?.[1]) === JSON.stringify(huge), "The first huge record must be whole.");
      expectThat(JSON.stringify(records?.[2]) === JSON.stringify(huge), "The second huge record must be whole.");
      expectEqual(records?.slice(3), [recordOf(3), ...recordsFrom(4, 6)], "What came after");
    },
  ],
  [
    "keeps 5,000 records in one append, and as many appends as there are",
    async (context) => {
      const { store } = context;
      await store.append("one", recordsFrom(0, 5000), 0);
      for (let at = 5000; at < 5060; at++) await store.append("one", [recordOf(at)], at);
      await expectLog(context, "one", recordsFrom(0, 5060), "All records");
    },
  ],
];
