import { describe, expect, it } from "vitest";
import { SkillError } from "../../src/core/errors.ts";
import type { SubagentRunner } from "../../src/core/code/subagent-runner.ts";
import { type ContractModel, subagentRunnerContract } from "../../src/testing/index.ts";
import { loopRunner } from "./places/loop-runner.ts";

describe("a loop keeps the contract of runners", () => {
  for (const { name, run } of subagentRunnerContract({ create: (model) => ({ runner: loopRunner(model) }) }))
    it(name, run);
});

const faults: readonly [fault: string, noticed: string, spoil: (model: ContractModel) => SubagentRunner][] = [
  [
    "leaves the instructions out",
    "sends the instructions",
    (model) => ({ run: (r) => loopRunner(model).run({ ...r, instructions: "" }) }),
  ],
  [
    "sends the request twice",
    "sends the instructions",
    (model) => ({ run: (r) => loopRunner(model).run({ ...r, instructions: `${r.instructions}\n${r.request}` }) }),
  ],
  [
    "forgets the tools",
    "sends the instructions",
    (model) => ({ run: (r) => loopRunner(model).run({ ...r, tools: [] }) }),
  ],
  [
    "offers a tool of its own",
    "runs without tools",
    (model) => loopRunner(({ text, tools }) => model({ text, tools: [...tools, "think"] })),
  ],
  [
    "counts wrongly",
    "calls tools",
    (model) => ({ run: async (r) => ({ ...(await loopRunner(model).run(r)), requests: 1 }) }),
  ],
  [
    "calls tools with text",
    "calls tools",
    (model) => ({
      run: (r) =>
        loopRunner(model).run({
          ...r,
          tools: r.tools.map((tool) => ({ ...tool, execute: (input, o) => tool.execute(JSON.stringify(input), o) })),
        }),
    }),
  ],
  [
    "goes one further than the limit",
    "at the limit, and no more",
    (model) => ({ run: (r) => loopRunner(model).run({ ...r, requestLimit: r.requestLimit + 1 }) }),
  ],
  [
    "does not say that it forced",
    "at the limit, and no more",
    (model) => ({ run: async (r) => ({ ...(await loopRunner(model).run(r)), forced: false }) }),
  ],
  [
    "forces always",
    "throws at the limit",
    (model) => ({ run: (r) => loopRunner(model).run({ ...r, forceFinalAnswer: true }) }),
  ],
  [
    "throws a bare error at the limit",
    "throws at the limit",
    (model) => ({
      run: (r) =>
        loopRunner(model)
          .run(r)
          .catch(() => Promise.reject(new Error("limit"))),
    }),
  ],
  [
    "stops one before the limit",
    "with the last request",
    (model) => ({ run: (r) => loopRunner(model).run({ ...r, requestLimit: r.requestLimit - 1 }) }),
  ],
  [
    "answers what a tool throws",
    "what a tool throws",
    (model) => ({
      run: (r) =>
        loopRunner(model).run({
          ...r,
          tools: r.tools.map((tool) => ({ ...tool, execute: (input, o) => tool.execute(input, o).catch(String) })),
        }),
    }),
  ],
  [
    "takes any limit for its own",
    "somebody else's",
    (model) => ({
      run: (r) =>
        loopRunner(model)
          .run(r)
          .catch(async (error: unknown) => {
            if (!SkillError.is(error, "request-limit")) throw error;
            return { text: "forced", requests: 1, forced: true };
          }),
    }),
  ],
  [
    "answers when the model fails",
    "model fails",
    (model) => ({
      run: (r) =>
        loopRunner(model)
          .run(r)
          .catch(() => ({ text: "sorry", requests: 1, forced: false })),
    }),
  ],
  [
    "remembers",
    "keeps runs apart",
    (model) => {
      const heard: string[] = [];
      return {
        run: (r) => {
          heard.push(r.request);
          return loopRunner(model).run({ ...r, request: heard.join("\n") });
        },
      };
    },
  ],
  [
    "does not look at the signal",
    "aborted already",
    (model) => ({ run: (r) => loopRunner(model).run({ ...r, signal: new AbortController().signal }) }),
  ],
  [
    "has an abort error of its own",
    "model thinks",
    (model) => ({
      run: (r) =>
        loopRunner(model)
          .run(r)
          .catch(() => Promise.reject(new Error("AbortError"))),
    }),
  ],
  [
    "waits for the model",
    "model thinks",
    (model) => ({ run: (r) => loopRunner(model).run({ ...r, signal: new AbortController().signal }) }),
  ],
  [
    "tells no tool",
    "while a tool runs",
    (model) => ({
      run: (r) =>
        loopRunner(model).run({
          ...r,
          tools: r.tools.map((tool) => ({ ...tool, execute: (input) => tool.execute(input) })),
        }),
    }),
  ],
];

it.each(faults)("a runner that %s is noticed", async (_fault, noticed, spoil) => {
  const cases = subagentRunnerContract({ create: (model) => ({ runner: spoil(model) }), abortTimeout: 50 });
  const named = cases.filter(({ name }) => name.includes(noticed));
  expect(named).toHaveLength(1);
  for (const { run } of named) await expect(run()).rejects.toThrow(/\S/);
});

it("cleans up after each case, and names each", async () => {
  let [made, disposed] = [0, 0];
  const cases = subagentRunnerContract({
    create: (model) => {
      made += 1;
      return { runner: loopRunner(model), dispose: () => void disposed++ };
    },
  });
  await Promise.allSettled(cases.map(({ run }) => run()));
  expect(disposed).toBe(made);
  expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
});
