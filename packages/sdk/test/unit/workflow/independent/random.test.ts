import { type CliResult, createWorkflowEngine, memorySessionStore } from "@tradecraft/sdk/workflow";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { randomSkill, type Ran, skillArbitrary } from "./random-skill.ts";
import { bench } from "./support.ts";

const runs = Number(process.env["INDEPENDENT_RUNS"] ?? 40);
const picks = fc.array(fc.nat(20), { minLength: 1, maxLength: 14 });
const text = (result: unknown): string => JSON.stringify(result, null, 1);

/** The answer to a result: to the open part that the number picks. */
function answerTo(result: CliResult, pick: number): { step: string; output: unknown } | undefined {
  if (result.kind !== "prompt") return undefined;
  const open = result.parallel?.open ?? [];
  return { step: open[pick % Math.max(open.length, 1)]?.step ?? result.step, output: { n: pick } };
}

const without = (result: CliResult, ...keys: string[]): unknown =>
  Object.fromEntries(Object.entries(result).filter(([key]) => !keys.includes(key)));

describe("random skills", () => {
  it("a session and its history told again give the same results, to the letter", async () => {
    await fc.assert(
      fc.asyncProperty(skillArbitrary(), picks, async (spec, choices) => {
        const setup = bench(randomSkill(spec));
        const { engine } = bench(randomSkill(spec));
        const history: unknown[] = [];
        const keep = (result: CliResult): void => {
          if (result.kind === "redirect") return;
          if (result.completed) history.push(result.completed);
          history.push(...(result.autoAdvanced ?? []));
        };
        let result = await setup.start({});
        const first = await engine.replay({ params: {}, history: [], preamble: true });
        expect(text(first)).toBe(text(result));
        keep(result);
        for (const pick of choices) {
          const answer = answerTo(result, pick);
          if (!answer) break;
          result = await setup.answer(answer.step, answer.output);
          const told = await engine.replay({ params: {}, history, answer });
          expect(text(told)).toBe(text(result));
          keep(result);
          if (result.kind === "error") break;
          expect(text(await setup.engine.history({ session: "s" }))).toBe(text(history));
          // Told without an answer, it shows where the session stands.
          const shown = await engine.replay({ params: {}, history });
          expect(text(without(shown, "preamble", "completed", "autoAdvanced"))).toBe(
            text(without(result, "preamble", "completed", "autoAdvanced")),
          );
        }
      }),
      { numRuns: runs, interruptAfterTimeLimit: 12_000, timeout: 5000 },
    );
  }, 30_000);

  it("a cold engine for each call gives what a warm one gives, and no action runs twice", async () => {
    await fc.assert(
      fc.asyncProperty(
        skillArbitrary(),
        picks,
        fc.integer({ min: 0, max: 6 }),
        async (spec, choices, snapshotEvery) => {
          const [ranWarm, ranCold]: [Ran, Ran] = [[], []];
          const warm = bench(randomSkill(spec, ranWarm), { snapshotEvery: 0 });
          const store = memorySessionStore();
          const cold = (): ReturnType<typeof bench> => bench(randomSkill(spec, ranCold), { store, snapshotEvery });
          let result = await warm.start({});
          const begun = cold();
          expect(text(await begun.start({}))).toBe(text(result));
          await begun.engine.flush();
          for (const pick of choices) {
            const answer = answerTo(result, pick);
            if (!answer) break;
            result = await warm.answer(answer.step, answer.output);
            const next = cold();
            expect(text(await next.answer(answer.step, answer.output))).toBe(text(result));
            await next.engine.flush();
            if (result.kind === "error") break;
            const again = await cold().resume();
            expect(text(without(again, "preamble", "completed", "autoAdvanced"))).toBe(
              text(without(result, "preamble", "completed", "autoAdvanced")),
            );
            const [here, there] = [
              await warm.engine.status({ session: "s" }),
              await cold().engine.status({ session: "s" }),
            ];
            expect(text({ ...there, startedAt: "" })).toBe(text({ ...here, startedAt: "" }));
            expect(text(await cold().engine.history({ session: "s" }))).toBe(
              text(await warm.engine.history({ session: "s" })),
            );
          }
          expect(ranCold).toEqual(ranWarm);
          expect(new Set(ranWarm).size).toBe(ranWarm.length);
        },
      ),
      { numRuns: runs, interruptAfterTimeLimit: 12_000, timeout: 5000 },
    );
  }, 30_000);

  it("going back and answering the same again leads to the same place", async () => {
    await fc.assert(
      fc.asyncProperty(
        skillArbitrary(1),
        picks,
        fc.integer({ min: 0, max: 4 }),
        async (spec, choices, snapshotEvery) => {
          const store = memorySessionStore();
          const cold = (): ReturnType<typeof bench> => bench(randomSkill(spec), { store, snapshotEvery });
          let result = await cold().start({});
          for (const pick of choices) {
            const answer = answerTo(result, pick);
            if (!answer || result.kind !== "prompt") break;
            const before = result;
            const next = cold();
            result = await next.answer(answer.step, answer.output);
            await next.engine.flush();
            if (result.kind === "error" || before.parallel || (result.kind === "prompt" && result.parallel)) {
              if (result.kind === "error") break;
              continue;
            }
            if (result.kind !== "prompt") break;
            const back = await cold().back({ force: true });
            const plain = (shown: CliResult): string => text(without(shown, "preamble", "completed", "autoAdvanced"));
            expect(plain(back)).toBe(plain(before));
            expect(text(await cold().answer(answer.step, answer.output))).toBe(text(result));
          }
        },
      ),
      { numRuns: runs, interruptAfterTimeLimit: 12_000, timeout: 5000 },
    );
  }, 30_000);

  it("a log that was cut anywhere goes on to the same end", async () => {
    await fc.assert(
      fc.asyncProperty(skillArbitrary(1), picks, fc.nat(1000), async (spec, choices, place) => {
        const whole = bench(randomSkill(spec));
        const results: CliResult[] = [await whole.start({})];
        const answers: { step: string; output: unknown }[] = [];
        for (const pick of choices) {
          const answer = answerTo(results.at(-1)!, pick);
          if (!answer) break;
          answers.push(answer);
          results.push(await whole.answer(answer.step, answer.output));
        }
        if (results.at(-1)?.kind === "error") return;
        const log = await whole.records();
        const length = 2 + (place % Math.max(log.length - 2, 1));
        const store = memorySessionStore();
        await store.append("s", log.slice(0, length), 0);
        const answered = log
          .slice(0, length)
          .filter((record) => record.type === "answered" && !("auto" in record)).length;
        const ran: Ran = [];
        const engine = createWorkflowEngine(randomSkill(spec, ran), { store });
        let { result } = await engine.resume({ session: "s" });
        if (result.kind === "error" && result.code === "action-uncertain") {
          ({ result } = await engine.resume({ session: "s", decide: "run-again" }));
        }
        for (const answer of answers.slice(answered)) {
          if (result.kind !== "prompt") break;
          ({ result } = await engine.advance({ session: "s", ...answer }));
        }
        const plain = (shown: CliResult): string => text(without(shown, "preamble", "completed", "autoAdvanced"));
        expect(plain(result)).toBe(plain(results.at(-1)!));
        expect(text(await engine.history({ session: "s" }))).toBe(text(await whole.engine.history({ session: "s" })));
        const finished = log.slice(0, length).filter((record) => record.type === "action-ended").length;
        const all = log.filter((record) => record.type === "action-started").length;
        expect(ran.length).toBeLessThanOrEqual(all - finished);
      }),
      { numRuns: runs, interruptAfterTimeLimit: 12_000, timeout: 5000 },
    );
  }, 30_000);
});
