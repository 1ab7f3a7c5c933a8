import assert from "node:assert/strict";
import { mockModel, runSkill } from "@tradecraft/sdk/testing";
import { createWorkflowEngine, isDone, isPrompt } from "@tradecraft/sdk/workflow";
import type { Demo } from "../demo.ts";
import researchFanOut from "./skill.ts";

const params = { question: "Do standing desks help against back pain?" };

const titles = ["Trials", "Habits", "Harm"];
const findings = titles.map((title) => ({
  answer: `What we know of ${title.toLowerCase()}.`,
  claims: [{ text: `A claim about ${title.toLowerCase()}.`, source: `https://journal.example/${title.toLowerCase()}` }],
  confidence: "medium",
}));

const answers: Record<string, object> = {
  split: { angles: titles.map((title) => ({ title, question: `What about ${title.toLowerCase()}?` })) },
  "gather#0": findings[0] ?? {},
  "gather#1": findings[1] ?? {},
  "gather#2": findings[2] ?? {},
  "review#contradictions": { pairs: [] },
  "review#gaps": { missing: ["Nobody looked beyond six months."] },
  report: {
    answer: "A little, for some people, as long as they do use them.",
    confidence: "medium",
    sources: findings.flatMap(({ claims }) => claims.map(({ source }) => source)),
    open: ["What happens after six months"],
  },
};

export const demo: Demo = async function* () {
  const inOrder = await runSkill(researchFanOut, { params, model: mockModel(answers) });
  assert.equal(inOrder.finalOutput.sources.length, 3);
  yield { title: "Parts answered one after the other", ...inOrder };

  // The same, as a host with sub-agents would do it: all open parts at once, the last one first.
  const engine = createWorkflowEngine(researchFanOut);
  const { session, result: first } = await engine.start({ params });
  for (let result = first; !isDone(result);) {
    assert.ok(isPrompt(result), JSON.stringify(result));
    const open = result.parallel?.open.map(({ step }) => step) ?? [result.step];
    const replies = await Promise.all(
      open.toReversed().map((step) => engine.advance({ session, step, output: answers[step] })),
    );
    for (const reply of replies) assert.notEqual(reply.result.kind, "error");
    // Where the run is now, whichever answer was the last to arrive.
    ({ result } = await engine.resume({ session }));
  }
  const { finalOutput } = await engine.status({ session });
  const path = (await engine.history({ session })).map(({ step }) => step);
  assert.deepEqual(finalOutput, inOrder.finalOutput);
  // The order of the answers is another; the joined result is that of the list.
  const joined = (await engine.history({ session })).find(({ step }) => step === "gather")?.result;
  assert.deepEqual(joined, findings);
  yield { title: "Parts answered at the same time, in another order", path, finalOutput };
};
