import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { fileSessionStore } from "../../../src/node/file-session-store.ts";
import { createWorkflowEngine } from "../../../src/workflow/engine/create-workflow-engine.ts";
import type { WorkflowEngine } from "../../../src/workflow/engine/workflow-engine.ts";
import type { CliResult } from "../../../src/workflow/results.ts";
import { tempFolder } from "../node/temp-folder.ts";
import { bundleProgram, startProgram } from "../sessions/session-program.ts";
import { answerTo, crashSkill, crashSteps, effectsIn, resultOf } from "./crash-skill.ts";

let program: Awaited<ReturnType<typeof bundleProgram>>;
beforeAll(async () => void (program = await bundleProgram(new URL("fixtures/crash-program.ts", import.meta.url))));
afterAll(() => program.remove());

interface Kill {
  readonly at: number;
  readonly when: "before" | "after";
}

interface Outcome {
  readonly result: CliResult;
  readonly uncertain: number;
  readonly ran: readonly string[];
  /** What the actions had done when the process was gone. */
  readonly ranBefore: readonly string[];
  readonly visits: readonly string[];
}

/** Has the skill run in a process that is killed, and ends the run in this one. */
async function killedAndResumed(kill: Kill): Promise<Outcome> {
  const [folder, effects] = [tempFolder(), join(tempFolder(), "effects")];
  const { ended } = startProgram(program.file, { folder, effects, kill });
  expect(await ended).toEqual({ code: null, signal: "SIGKILL", errors: "" });
  const ranBefore = effectsIn(effects);
  const store = fileSessionStore(folder, { durability: "os" });
  const engine = createWorkflowEngine(crashSkill(effects), { store, snapshotEvery: 8 });
  const { result, uncertain } = await finish(engine, effects);
  const visits = (await engine.history({ session: "one" })).map(({ step }) => step);
  await engine.flush();
  return { result, uncertain, visits, ranBefore, ran: effectsIn(effects) };
}

async function finish(engine: WorkflowEngine, effects: string): Promise<{ result: CliResult; uncertain: number }> {
  let uncertain = 0;
  let { result } = await engine.resume({ session: "one" });
  for (let calls = 0; calls < 100 && result.kind !== "done"; calls++) {
    if (result.kind === "prompt") {
      const { step, prompt } = result;
      ({ result } = await engine.advance({ session: "one", step, output: answerTo(prompt) }));
    } else if (result.kind === "error" && result.code === "session-unknown") {
      ({ result } = await engine.start({ session: "one" }));
    } else if (result.kind === "error" && result.code === "action-uncertain") {
      uncertain++;
      const hasRun = effectsIn(effects).includes(result.step);
      const decide = hasRun ? { result: resultOf(result.step) } : "run-again";
      ({ result } = await engine.resume({ session: "one", decide }));
    } else throw new Error(`No way on from ${JSON.stringify(result)}`);
  }
  return { result, uncertain };
}

it(
  "ends the same after a kill at every record boundary, and no finished action runs twice",
  { timeout: 300_000 },
  async () => {
    const [folder, effects] = [tempFolder(), join(tempFolder(), "effects")];
    const undisturbed = startProgram(program.file, { folder, effects });
    expect(await undisturbed.ended).toEqual({ code: 0, signal: null, errors: "" });
    const { result: expected, appends } = undisturbed.lines[0] as { result: CliResult; appends: number };
    expect(expected.kind).toBe("done");
    for (const step of crashSteps.slice(0, -1)) expect(JSON.stringify(expected)).toContain(resultOf(step));
    expect(effectsIn(effects)).toEqual(crashSteps);
    // One before each action and one after it, at the least.
    expect(appends).toBeGreaterThanOrEqual(2 * crashSteps.length);

    const kills = Array.from({ length: appends }, (_, at) => [
      { at: at + 1, when: "before" } as const,
      { at: at + 1, when: "after" } as const,
    ]).flat();
    let uncertain = 0;
    let unrecorded = 0;
    const lane = async (): Promise<void> => {
      for (let kill = kills.pop(); kill !== undefined; kill = kills.pop()) {
        const outcome = await killedAndResumed(kill);
        const when = `killed ${kill.when} append ${kill.at}`;
        const { kind, finalOutput } = outcome.result as Extract<CliResult, { kind: "done" }>;
        expect([kind, finalOutput], when).toEqual(["done", (expected as { finalOutput: unknown }).finalOutput]);
        expect(outcome.ran, when).toEqual(crashSteps);
        expect(outcome.visits, when).toEqual(crashSteps);
        expect(outcome.uncertain, when).toBeLessThanOrEqual(1);
        uncertain += outcome.uncertain;
        if (outcome.uncertain === 1 && kill.when === "before") unrecorded++;
      }
    };
    await Promise.all([lane(), lane(), lane()]);
    // Each action was once about to run, and once done without a record of it.
    expect(uncertain).toBeGreaterThanOrEqual(2 * crashSteps.length);
    expect(unrecorded).toBeGreaterThanOrEqual(crashSteps.length);
  },
);
