import type { ChildProcess } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type DrivenSession, startSession } from "./session-driver.ts";
import { bundleSkills, type Ran, type SkillProgram } from "./skill-program.ts";

const kills = Number(process.env["TRADECRAFT_KILLS"] ?? 20);

let program: SkillProgram;
beforeAll(async () => void (program = await bundleSkills()));
afterAll(() => program.remove());

function actions(log: string): readonly string[] {
  return existsSync(log) ? readFileSync(log, "utf8").split("\n").filter(Boolean) : [];
}

/** Runs `advance` and kills it after so many milliseconds; resolves to what it was. */
async function killedAdvance(session: DrivenSession, args: readonly string[], after: number): Promise<Ran> {
  let child: ChildProcess | undefined;
  const ran = session.run("advance", args, { started: (started) => (child = started) });
  await wait(after);
  child?.kill("SIGKILL");
  return ran;
}

/** Goes on after a kill as an agent would: with a decision when nobody knows whether the action ran. */
async function goOn(session: DrivenSession, log: string, args: readonly string[]): Promise<Ran> {
  const next = await session.run("advance", args);
  if (next.code === 0) return next;
  expect(next.json["code"]).toBe("action-uncertain");
  const { visits } = (await session.run("status")).json as { visits: Record<string, number> };
  const key = `${session.id}:work:${(visits["work"] ?? 0) + 1}`;
  const decision = actions(log).includes(key) ? JSON.stringify({ result: { key } }) : "run-again";
  return session.run("resume", ["--decide", decision]);
}

/** Answers, is killed, and goes on; in turns by lines of the file, by flags, and by flags with a key. */
async function killOften(count: number, lane: number): Promise<number> {
  const log = join(program.folder, `kills-${lane}.log`);
  const env = { ACTION_LOG: log, ACTION_TIME: "20" };
  const session = await startSession(program, { fixture: "work", env });
  const began = performance.now();
  await session.answer("work", { n: 0 });
  const usual = performance.now() - began;
  let [cut, visited] = [0, 1];
  for (let kill = 1; kill <= count; kill++) {
    const flags = ["--step", "work", "--output", JSON.stringify({ n: kill })];
    const args = [[], flags, [...flags, "--key", `kill-${kill}`]][kill % 3] ?? [];
    if (args.length === 0) session.write("work", { n: kill });
    const { signal } = await killedAdvance(session, args, usual * (0.5 + 0.7 * Math.random()));
    if (signal === "SIGKILL") cut++;
    const next = await goOn(session, log, args);
    expect(next).toMatchObject({ code: 0, signal: null });
    // No line is torn, and the last says where the session is.
    expect(session.line(next.stdout)).toMatchObject({ type: "prompt", step: "work" });
    expect(session.lines().length).toBeGreaterThan(2);
    const { visits, state } = (await session.run("status")).json as { visits: { work: number }; state: string };
    expect(state).toBe("waiting");
    const done = actions(log);
    // Each visit has acted once: nothing is repeated, and nothing is forgotten.
    expect(done).toEqual(Array.from({ length: visits.work }, (_, at) => `${session.id}:work:${at + 1}`));
    // A line and a key are taken once. Flags alone are taken again when only the print was cut off.
    const more = visits.work - visited;
    expect(more).toBeGreaterThanOrEqual(1);
    expect(more).toBeLessThanOrEqual(kill % 3 === 1 ? 2 : 1);
    visited = visits.work;
  }
  return cut;
}

it(`goes on after ${kills} kills at random moments`, { timeout: 60_000 + kills * 6_000 }, async () => {
  const lanes = await Promise.all([killOften(Math.ceil(kills / 2), 1), killOften(Math.floor(kills / 2), 2)]);
  expect(lanes[0]! + lanes[1]!).toBeGreaterThan(kills / 10);
});

it("B22: lets one of 20 parallel answers win", { timeout: 120_000 }, async () => {
  const log = join(program.folder, "race.log");
  const env = { ACTION_LOG: log, ACTION_TIME: "300" };
  const session = await startSession(program, { fixture: "hello", env });
  const all = await Promise.all(Array.from({ length: 20 }, (_, at) => session.answer("greet", { name: `n${at}` })));
  expect(all.filter(({ code }) => code === 0)).toHaveLength(1);
  for (const lost of all.filter(({ code }) => code !== 0)) {
    expect(lost).toMatchObject({ code: 1, json: { kind: "error", error: "conflict" } });
  }
  expect(session.lines().filter(({ type, step }) => type === "prompt" && step === "bye")).toHaveLength(1);
});

it("B22: runs the action of one line once, however often it is asked to", { timeout: 120_000 }, async () => {
  const log = join(program.folder, "race-line.log");
  const session = await startSession(program, { fixture: "work", env: { ACTION_LOG: log, ACTION_TIME: "100" } });
  session.write("work", { n: 1 });
  const all = await Promise.all(Array.from({ length: 10 }, () => session.run("advance")));
  for (const { code, stdout } of all) {
    if (code === 0) expect(stdout).toBe("4\n");
    else expect(JSON.parse(stdout)).toMatchObject({ error: "conflict", code: "session-conflict" });
  }
  expect(actions(log)).toHaveLength(1);
});

it("says that a command is at work, and lets no other begin", { timeout: 60_000 }, async () => {
  const log = join(program.folder, "slow.log");
  const session = await startSession(program, { fixture: "work", env: { ACTION_LOG: log, ACTION_TIME: "5000" } });
  const slow = session.answer("work", { n: 1 });
  while (actions(log).length === 0) await wait(20);
  expect((await session.run("status")).json["state"]).toBe("working");
  const other = await session.answer("work", { n: 2 });
  expect(other).toMatchObject({ code: 1, json: { error: "conflict", code: "session-conflict" } });
  expect((await slow).code).toBe(0);
  expect((await session.run("status")).json["state"]).toBe("waiting");
  expect(actions(log)).toHaveLength(1);
});
