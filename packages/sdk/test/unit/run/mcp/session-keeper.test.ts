import { describe, expect, it } from "vitest";
import { SessionKeeper } from "../../../../src/run/mcp/session-keeper.ts";
import { memorySessionStore } from "../../../../src/workflow/session/memory-session-store.ts";
import type { SessionRecord } from "../../../../src/workflow/session/session-record.ts";
import type { SessionStore } from "../../../../src/workflow/session/session-store.ts";

const at = (time: number): string => new Date(time).toISOString();
const started = (time: number): SessionRecord => ({
  type: "started",
  skill: "s",
  digest: "d",
  params: {},
  handshake: { host: "generic" },
  at: at(time),
});
const answered = (time: number): SessionRecord => ({
  type: "answered",
  step: "a",
  visit: 1,
  response: 1,
  at: at(time),
});
const nothing = async (): Promise<true> => true;

describe("a server beside another on the same store", () => {
  let time = 10_000;
  const keeperOf = (store: SessionStore, maxSessions = 9): SessionKeeper => {
    time = 10_000;
    return new SessionKeeper(store, "s", { maxSessions, sessionTtl: 1000 }, () => time);
  };

  it("keeps what the other still uses, and removes it once nobody does", async () => {
    const store = memorySessionStore();
    const keeper = keeperOf(store);
    await store.append("mcp-1", [started(time)], 0);
    await keeper.begin(nothing);
    time += 900;
    await store.append("mcp-1", [answered(time)], 1);
    time += 900;
    await keeper.begin(nothing);
    expect(await store.readTail("mcp-1")).toBeDefined();
    time += 200;
    await keeper.begin(nothing);
    expect(await store.readTail("mcp-1")).toBeUndefined();
  });

  it("keeps a finished one that the other took back", async () => {
    const store = memorySessionStore();
    const keeper = keeperOf(store, 1);
    await store.append("mcp-1", [started(time), { type: "ended", finalOutput: 1, at: at(time) }], 0);
    // It is known as finished before it goes on.
    const read = store.read.bind(store);
    let isFirst = true;
    store.read = async (...args) => {
      const part = await read(...args);
      if (isFirst) await store.append("mcp-1", [{ type: "backed", to: 1, at: at(time) }], 2);
      isFirst = false;
      return part;
    };
    expect(await keeper.begin(nothing)).toBeUndefined();
    expect(await store.readTail("mcp-1")).toBeDefined();
  });

  it("forgets what the other removed", async () => {
    const store = memorySessionStore();
    const keeper = keeperOf(store, 1);
    await store.append("mcp-1", [started(time)], 0);
    expect(await keeper.begin(nothing)).toBeUndefined();
    await store.remove("mcp-1");
    time += 1100;
    expect(await keeper.begin(nothing)).toBe(true);
  });
});
