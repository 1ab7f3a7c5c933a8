import { type } from "arktype";
import { describe, expect, it } from "vitest";
import { digestOfDefinition } from "../../../../src/workflow/engine/digest-of-definition.ts";
import { memorySessionStore } from "../../../../src/workflow/session/memory-session-store.ts";
import type { SessionSnapshot } from "../../../../src/workflow/session/session-record.ts";
import { bench, definition, done, failed, shown, terminal, text } from "./definitions.ts";

const x = { text: "x" };
const chain = definition({
  one: { prompt: "One.", response: text, next: "two" },
  two: { prompt: "Two.", response: text, next: [{ to: "three", when: () => true }, { to: "four" }] },
  three: { prompt: "Three.", response: text, next: "four" },
  four: { prompt: "Four.", response: text, next: terminal },
});

describe("status", () => {
  it("tells where a session stands", async () => {
    const { start, answer, engine } = bench(chain, { now: () => new Date(0) });
    await start();
    expect(await engine.status({ session: "s" })).toEqual({
      session: "s",
      skill: "sample",
      sequence: 2,
      state: "waiting",
      step: "one",
      visits: {},
      remaining: 3,
      startedAt: "1970-01-01T00:00:00.000Z",
      drifted: false,
    });
    for (const step of ["one", "two", "three", "four"]) await answer(step, x);
    const end = await engine.status({ session: "s" });
    expect(end).toMatchObject({ state: "ended", finalOutput: x, visits: { one: 1, two: 1, three: 1, four: 1 } });
    expect("step" in end || "remaining" in end).toBe(false);
  });

  it("counts what remains through sub-skills, and not where functions decide", async () => {
    const remaining = async (workflow: ReturnType<typeof definition>): Promise<number | undefined> => {
      const { start, engine } = bench(workflow);
      await start();
      return (await engine.status({ session: "s" })).remaining;
    };
    const sub = { ...chain, name: "sub" };
    const go = { prompt: "Go.", next: "subskill:sub" } as const;
    const end = { prompt: "End.", next: terminal };
    expect(await remaining(definition({ go }, { subskills: { sub: { definition: sub } } }))).toBe(4);
    expect(await remaining(definition({ go, end }, { subskills: { sub: { definition: sub, next: "end" } } }))).toBe(5);
    expect(await remaining(definition({ go: { prompt: "Go.", next: () => "end" }, end }))).toBeUndefined();
    expect(await remaining(definition({ go: { prompt: "Go.", next: "self" } }))).toBeUndefined();
  });

  it("counts what remains from inside a sub-skill", async () => {
    const sub = { ...chain, name: "sub" };
    const { engine, start, answer } = bench(
      definition(
        { go: { prompt: "Go.", next: "subskill:sub" }, end: { prompt: "End.", next: terminal } },
        { subskills: { sub: { definition: sub, next: "end" } } },
      ),
    );
    await start();
    await answer("go");
    await answer("sub/one", x);
    expect(await engine.status({ session: "s" })).toMatchObject({ remaining: 3, visits: { go: 1, "sub/one": 1 } });
  });

  it("says that an answer whose work was cut off is at work", async () => {
    const { start, store, engine, resume } = bench(chain);
    await start();
    await store.append("s", [{ type: "answered", step: "one", visit: 1, response: x, at: "2020-01-01T00:00:00Z" }], 2);
    expect((await engine.status({ session: "s" })).state).toBe("working");
    expect(shown(await resume()).step).toBe("two");
  });
});

describe("resume", () => {
  it("shows the current step again, with the preamble if that is asked for", async () => {
    const { start, answer, resume } = bench(chain);
    const first = (await start()).result;
    expect(await resume()).toEqual(first);
    await answer("one", x);
    expect(shown(await resume()).preamble).toBeUndefined();
    expect(shown(await resume({ preamble: true })).preamble).toBe(shown(first).preamble);
  });

  it("shows the end again", async () => {
    const { start, answer, resume } = bench(definition({ one: { prompt: "One.", response: text, next: terminal } }));
    await start();
    const end = done(await answer("one", x));
    expect(await resume()).toEqual(end);
  });

  it("shows a step whose prompt failed, when it does no more", async () => {
    let broken = true;
    const { start, answer, resume, types } = bench(
      definition({
        one: { prompt: "One.", response: text, next: "two" },
        two: {
          prompt: async () => {
            if (broken) throw new Error("no text");
            return "Two.";
          },
          next: terminal,
        },
      }),
    );
    await start();
    const refused = failed(await answer("one", x));
    expect(refused).toMatchObject({ error: "prompt", code: "prompt-failed", step: "two", completed: { step: "one" } });
    expect((await types()).at(-1)).toBe("entered");
    broken = false;
    expect(shown(await resume())).toMatchObject({ step: "two", completed: { step: "one" } });
  });

  it("throws at once if the call is aborted already", async () => {
    const { engine, start } = bench(chain);
    await start();
    const signal = AbortSignal.abort(new Error("gone"));
    await expect(engine.resume({ session: "s", signal })).rejects.toThrow("gone");
    await expect(engine.advance({ session: "s", step: "one", output: x, signal })).rejects.toThrow("gone");
    await expect(engine.start({ signal })).rejects.toThrow("gone");
  });
});

describe("the host", () => {
  it("is known to prompts, with the tools that were resolved", async () => {
    const { engine } = bench(
      definition({
        one: { prompt: ({ host }) => `${host.name} ${host.toolsAvailable.includes("Read")}`, next: terminal },
      }),
    );
    const claude = shown((await engine.start({ host: "claude-code" })).result);
    expect(claude.prompt).toContain("claude-code true");
    expect(claude.preamble).toContain("AskUserQuestion");
    const sub = shown((await engine.start({ host: "claude-code", tools: ["Bash"], isSubagent: true })).result);
    expect(sub.prompt).toContain("claude-code false");
    expect(shown((await engine.start()).result).prompt).toContain("generic false");
  });
});

describe("snapshots", () => {
  it("are kept after so many records, and a failure to do so is only told", async () => {
    const problems: unknown[] = [];
    const store = memorySessionStore();
    const kept: SessionSnapshot[] = [];
    const watching = {
      ...store,
      writeSnapshot: async (session: string, snapshot: SessionSnapshot) => {
        kept.push(snapshot);
        if (kept.length === 1) throw new Error("disk full");
        await store.writeSnapshot(session, snapshot);
      },
    };
    const options = { store: watching, snapshotEvery: 4, onProblem: (problem: unknown) => problems.push(problem) };
    const { start, answer, engine } = bench(chain, options);
    await start();
    for (const step of ["one", "two", "three"]) await answer(step, x);
    await engine.flush();
    expect(kept.map(({ sequence }) => sequence)).toEqual([5, 11]);
    expect(problems).toMatchObject([{ where: "snapshot", error: { message: "disk full" } }]);
    expect(done(await bench(chain, options).answer("four", x)).finalOutput).toEqual(x);
  });

  it("of another version are not read", async () => {
    const { start, answer, store, again } = bench(chain, { snapshotEvery: 1 });
    await start();
    await answer("one", x);
    await store.writeSnapshot("s", { sequence: 5, state: { version: 99 } });
    expect(shown(await again().resume()).step).toBe("two");
  });
});

describe("the digest of a definition", () => {
  it("changes with the graph and the schemas, and with nothing else", async () => {
    const digest = await digestOfDefinition(chain);
    expect(digest).toMatch(/^sha256:[0-9a-f]{64}$/);
    const same = [
      { ...chain, description: "Other." },
      { ...chain, steps: Object.fromEntries(Object.entries(chain.steps).reverse()) },
      { ...chain, steps: { ...chain.steps, one: { ...chain.steps["one"]!, response: type({ text: "string" }) } } },
    ];
    for (const each of same) expect(await digestOfDefinition(each)).toBe(digest);
    const other = [
      { ...chain, entry: "two" },
      { ...chain, params: type({ a: "string" }) },
      { ...chain, stores: { a: type({ a: "string" }) } },
      { ...chain, steps: { ...chain.steps, one: { ...chain.steps["one"]!, response: type({ text: "number" }) } } },
      { ...chain, steps: { ...chain.steps, one: { ...chain.steps["one"]!, next: "three" } } },
      { ...chain, steps: { ...chain.steps, one: { ...chain.steps["one"]!, action: () => 1 } } },
      { ...chain, subskills: { sub: { definition: { ...chain, name: "sub" } } } },
    ];
    const digests = await Promise.all(other.map(digestOfDefinition));
    expect(new Set([digest, ...digests]).size).toBe(other.length + 1);
  });
});
