/** A workflow of three steps, one of which is not always taken. */
export function workflowSource(name: string): string {
  const words = name.replaceAll("-", " ");
  return `import { act, prompt, skill, terminal, type } from "@tradecraft/sdk/workflow";

export default skill({
  name: ${JSON.stringify(name)},
  description: "Answers a request, and asks back when it is unclear. Use when somebody asks for ${words}.",
  resolveVersion: true,
  entry: "understand",
  params: type({ request: "string > 0" }),
  finalOutput: type({ answer: "string" }),
})
  .step("understand", {
    prompt: ({ params }) => prompt\`
      Read this request, and do nothing about it yet: \${params.request}
      Say in one sentence what is wanted, and which question must be answered first, if there is one.
    \`,
    response: type({ wanted: "string > 0", "question?": "string > 0" }),
    next: [{ to: "clarify", when: ({ response }) => response.question !== undefined }, { to: "answer" }],
  })
  .step("clarify", {
    prompt: ({ store }) => act.askUser({ question: \`Before I begin: \${store.steps.understand.question}\` }),
    response: type({ reply: "string" }),
    next: "answer",
  })
  .step("answer", {
    // Not every way here passes "clarify", and the compiler knows.
    prompt: ({ store }) => prompt\`
      Do what is wanted: \${store.steps.understand.wanted}
      \${store.steps.clarify ? \`The user said: \${store.steps.clarify.reply}\` : ""}
    \`,
    response: type({ answer: "string > 0" }),
    next: terminal,
  })
  .build();
`;
}

/** Tests of that workflow: both ways through it, an answer that does not fit, and random walks. */
export const workflowTestSource: string = `import assert from "node:assert/strict";
import { test } from "node:test";
import { createCoverage, mockModel, perAttempt, runSkill, walkSkill } from "@tradecraft/sdk/testing";
import skill from "./skill.ts";

const params = { request: "Tidy up the docs." };
const answer = { answer: "Done." };
const coverage = createCoverage(skill);

test("a clear request is answered", async () => {
  const model = mockModel({ understand: { wanted: "Tidy docs." }, answer });
  const run = await runSkill(skill, { params, model, coverage });
  assert.deepEqual(run.path, ["understand", "answer"]);
  assert.equal(run.finalOutput.answer, "Done.");
});

test("an unclear request is asked about first", async () => {
  const understand = { wanted: "Tidy docs.", question: "Which ones?" };
  const model = mockModel({ understand, clarify: { reply: "The guide." }, answer });
  const run = await runSkill(skill, { params, model, coverage });
  assert.deepEqual(run.path, ["understand", "clarify", "answer"]);
  assert.match(run.prompts[2]?.prompt ?? "", /The user said: The guide\\./);
});

test("an answer that does not fit is asked for again", async () => {
  const model = mockModel({ understand: { wanted: "Tidy docs." }, answer: perAttempt([{ answer: "" }, answer]) });
  const run = await runSkill(skill, { params, model });
  assert.equal(run.retried.length, 1);
});

test("these tests take every way", () => {
  assert.equal(coverage.report().percent.total, 100, coverage.report().toText());
});

test("every walk comes to an end", async () => {
  const walks = await walkSkill(skill, { runs: 20 });
  assert.ok(walks.ok, walks.toText());
});
`;
