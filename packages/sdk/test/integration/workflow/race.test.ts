import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { fileSessionStore } from "../../../src/node/file-session-store.ts";
import { createWorkflowEngine } from "../../../src/workflow/engine/create-workflow-engine.ts";
import type { WorkflowEngine } from "../../../src/workflow/engine/workflow-engine.ts";
import { memorySessionStore } from "../../../src/workflow/session/memory-session-store.ts";
import type { SessionStore } from "../../../src/workflow/session/session-store.ts";
import { tempFolder } from "../node/temp-folder.ts";
import { bundleProgram, startProgram } from "../sessions/session-program.ts";
import { answerTo, crashSkill, crashSteps, effectsIn } from "./crash-skill.ts";

let program: Awaited<ReturnType<typeof bundleProgram>>;
beforeAll(async () => void (program = await bundleProgram(new URL("fixtures/crash-program.ts", import.meta.url))));
afterAll(() => program.remove());

// The last is for those who come while the winner's action runs: seen from elsewhere, nobody knows whether it ran.
const refusals = ["session-conflict", "step-not-current", "action-uncertain"];

/** The run can be ended, each action has run once, and the log tells of one visit of each step. */
async function expectValid(engine: WorkflowEngine, store: SessionStore, effects: string): Promise<void> {
  let { result } = await engine.resume({ session: "one" });
  for (let calls = 0; calls < 50 && result.kind === "prompt"; calls++) {
    const { step, prompt } = result;
    ({ result } = await engine.advance({ session: "one", step, output: answerTo(prompt) }));
  }
  expect(result.kind).toBe("done");
  expect(effectsIn(effects)).toEqual(crashSteps);
  const { records = [] } = (await store.read("one")) ?? {};
  const named = (name: string): string[] =>
    records.flatMap((record) => (record.type === name && "step" in record ? [record.step] : []));
  for (const name of ["entered", "action-started", "action-ended", "saved"]) expect(named(name)).toEqual(crashSteps);
  expect(records.filter(({ type }) => type === "started" || type === "ended")).toHaveLength(2);
}

it.each([
  ["memory", () => memorySessionStore()],
  ["files", () => fileSessionStore(tempFolder())],
])("lets one of 50 advances of one step win, from 50 engines on a store in %s", async (_where, open) => {
  const effects = join(tempFolder(), "effects");
  const store = open();
  const engines = Array.from({ length: 50 }, () => createWorkflowEngine(crashSkill(effects), { store }));
  await engines[0]!.start({ session: "one" });
  const step = "step-0";
  const replies = await Promise.all(
    engines.map((engine) => engine.advance({ session: "one", step, output: answerTo("") })),
  );
  const results = replies.map(({ result }) => result);
  expect(results.filter(({ kind }) => kind === "prompt")).toHaveLength(1);
  const refused = results.filter((result) => result.kind === "error" && refusals.includes(result.code));
  expect(refused).toHaveLength(49);
  for (const result of refused) expect(result).toMatchObject({ step, message: expect.stringMatching(/\w/) });
  expect(effectsIn(effects)).toEqual([step]);
  await expectValid(engines[1]!, store, effects);
});

it("lets one of 20 processes win", { timeout: 120_000 }, async () => {
  const [folder, effects] = [tempFolder(), join(tempFolder(), "effects")];
  const store = fileSessionStore(folder);
  const engine = createWorkflowEngine(crashSkill(effects), { store });
  await engine.start({ session: "one" });
  for (const step of ["step-0", "step-1"]) {
    const racers = Array.from({ length: 20 }, () => startProgram(program.file, { folder, effects, race: step }));
    await Promise.all(racers.map(({ printed }) => printed(1)));
    for (const { child } of racers) child.stdin?.write("go\n");
    const ends = await Promise.all(racers.map(({ ended }) => ended));
    expect(ends.map(({ errors }) => errors).join("")).toBe("");
    const results = racers.map(({ lines }) => lines[1] as { kind: string; code?: string });
    expect(results.filter(({ kind }) => kind === "prompt")).toHaveLength(1);
    expect(results.filter(({ code = "" }) => refusals.includes(code))).toHaveLength(19);
  }
  expect(effectsIn(effects)).toEqual(["step-0", "step-1"]);
  await expectValid(engine, store, effects);
});
