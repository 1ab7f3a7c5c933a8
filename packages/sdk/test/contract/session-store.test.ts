import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fileSessionStore } from "../../src/node/file-session-store.ts";
import { sessionStoreContract, type SessionStoreContractOptions } from "../../src/testing/index.ts";
import { memorySessionStore } from "../../src/workflow/session/memory-session-store.ts";
import type { SessionRecord, SessionSnapshot } from "../../src/workflow/session/session-record.ts";
import type { SessionStore, SessionTail } from "../../src/workflow/session/session-store.ts";

function runSessionStoreContract(name: string, options: SessionStoreContractOptions): void {
  describe(`${name} keeps the contract of session stores`, () => {
    for (const { name: caseName, run } of sessionStoreContract(options)) it(caseName, run);
  });
}

function inFolder(durability: "fsync" | "os"): SessionStoreContractOptions {
  return {
    create: () => {
      const folder = mkdtempSync(join(tmpdir(), "tradecraft-sessions-"));
      const open = (): SessionStore => fileSessionStore(join(folder, "sessions"), { durability });
      return { store: open(), reopen: open, dispose: () => rmSync(folder, { recursive: true }) };
    },
  };
}

runSessionStoreContract("memorySessionStore", { create: () => ({ store: memorySessionStore() }) });
runSessionStoreContract("fileSessionStore", inFolder("fsync"));
runSessionStoreContract("fileSessionStore without fsync", inFolder("os"));

type Sound = Required<SessionStore>;

/** A store by hand, without any care. */
function careless(): Sound {
  const logs = new Map<string, SessionRecord[]>();
  const snapshots = new Map<string, SessionSnapshot>();
  const tailOf = (session: string): SessionTail | undefined => {
    const [records, snapshot] = [logs.get(session), snapshots.get(session)];
    if (records === undefined) return undefined;
    const tail = { records: records.slice(snapshot?.sequence ?? 0), sequence: records.length };
    return snapshot === undefined ? tail : { ...tail, snapshot };
  };
  return {
    append: async (session, records) => {
      const log = logs.get(session) ?? [];
      await Promise.resolve();
      log.push(...records);
      logs.set(session, log);
      return log.length;
    },
    readTail: async (session) => tailOf(session),
    read: async (session, { from = 0, to } = {}) => {
      const log = logs.get(session);
      return log && { records: log.slice(from, to), sequence: log.length };
    },
    writeSnapshot: async (session, snapshot) => void snapshots.set(session, snapshot),
    remove: async (session) => logs.delete(session),
    list: async () => [...logs.keys()],
  };
}

async function failing(create: () => SessionStore): Promise<string[]> {
  const failed: string[] = [];
  for (const { name, run } of sessionStoreContract({ create: () => ({ store: create() }) })) {
    await run().catch(() => failed.push(name));
  }
  return failed;
}

it("finds the faults of a careless store", async () => {
  expect(await failing(careless)).toMatchInlineSnapshot(`
    [
      "knows nothing of a session that nobody made",
      "refuses an append that expects another length, and changes nothing",
      "takes an append of no records as a question",
      "adds all records or none",
      "refuses ids that are none, everywhere",
      "forgets a removed session with all it had",
      "ignores a snapshot that is older than the one it has",
      "refuses a snapshot of records that are not there",
      "lets one of 50 appends at once win, and refuses the others",
      "lets one of 20 makers of a session win",
      "loses nothing when writers try again after a conflict",
      "keeps what a caller does to records away from the log",
    ]
  `);
});

const faults: readonly [fault: string, noticed: string, spoil: (store: SessionStore) => Partial<SessionStore>][] = [
  ["counts from one", "makes a session", (s) => ({ append: async (...a) => (await s.append(...a)) + 1 })],
  [
    "looks, then leaps",
    "one of 50",
    (s) => ({
      append: async (session, records, expected) => {
        const { sequence = 0 } = (await s.readTail(session)) ?? {};
        if (sequence !== expected) return s.append(session, records, expected);
        await new Promise((resolve) => setTimeout(resolve, 1));
        return s.append(session, records, (await s.readTail(session))?.sequence ?? 0);
      },
    }),
  ],
  [
    "adds one by one",
    "all records or none",
    (s) => ({
      append: async (session, records, expected) => {
        let length = await s.append(session, [], expected);
        for (const record of records) length = await s.append(session, [record], length);
        return length;
      },
    }),
  ],
  ["forgets to forget", "forgets a removed", () => ({ remove: async () => true })],
  ["has no snapshots", "newest snapshot", () => ({ writeSnapshot: async () => undefined })],
  [
    "loses letters",
    "to the letter",
    (s) => ({
      append: (session, records, expected) =>
        s.append(session, JSON.parse(JSON.stringify(records).replaceAll("\\ud800", "?")) as SessionRecord[], expected),
    }),
  ],
  ["knows no range", "parts of a log", (s) => ({ read: (session) => s.read(session) })],
  [
    "takes case for nothing",
    "every id that is one",
    (s) => ({ append: (id, r, e) => s.append(id.toLowerCase(), r, e) }),
  ],
];

it.each(faults)("a store that %s is found by the case of: %s", async (_fault, noticed, spoil) => {
  const failed = await failing(() => {
    const store = memorySessionStore();
    return { ...store, ...spoil(store) };
  });
  expect(
    failed.some((name) => name.includes(noticed)),
    failed.join("; "),
  ).toBe(true);
});
