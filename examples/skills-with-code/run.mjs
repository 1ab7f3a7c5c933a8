import assert from "node:assert/strict";
import { MockLanguageModelV3 } from "ai/test";
import { ask } from "./agent.mjs";

const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
const call = (toolName, input) => ({ type: "tool-call", toolCallId: crypto.randomUUID(), toolName, input: JSON.stringify(input) });
const say = (text) => ({ type: "text", text });

/** A model that plays its steps; each sees the result of the one before. */
function scripted(steps) {
  let at = 0;
  return new MockLanguageModelV3({
    doGenerate: async ({ prompt }) => {
      const results = prompt.flatMap(({ role, content }) => (role === "tool" ? content : []));
      const content = steps[at++](results.at(-1)?.output.value ?? "", results.length);
      const unified = content.type === "text" ? "stop" : "tool-calls";
      return { content: [content], finishReason: { unified, raw: undefined }, usage, warnings: [] };
    },
  });
}

const skill = "calculator";
const tool = (name, input) => call("execute_skill_tool", { skill, tool: name, arguments: input });
const scripts = {
  direct: [
    () => call("query_skill", { skill }),
    () => tool("add", { a: "seven", b: 5 }),
    // What does not fit the schema comes back as a text that says why.
    (result) => (assert.match(result, /was not called: its input does not fit. \/a: /), tool("add", { a: 7, b: 5 })),
    (result) => tool("divide", { a: Number(result), b: 0 }),
    // What a tool changed before it failed is kept.
    (result) => (assert.match(result, /divided by 0/), tool("divide", { a: 12, b: 4 })),
    (result) => say(`It is ${result}.`),
  ],
  unlocked: [
    () => call("load_skill", { name: skill }),
    () => call("add", { a: 7, b: 5 }),
    (result) => call("divide", { a: Number(result), b: 0 }),
    () => call("divide", { a: 12, b: 4 }),
    (result) => say(`It is ${result}.`),
  ],
  // The agent and its sub-agent talk to one model here, in turn.
  subagent: [
    () => call("execute_skill", { skill, request: "Add 7 and 5, then divide by 0, then by 4." }),
    () => call("add", { a: 7, b: 5 }),
    (result) => call("divide", { a: Number(result), b: 0 }),
    () => call("divide", { a: 12, b: 4 }),
    (result) => say(`It is ${result}.`),
    (result) => say(result),
  ],
};

for (const [mode, steps] of Object.entries(scripts)) {
  const { text, state } = await ask(scripted(steps), "What is 7 + 5, shared by four?", mode, {});
  console.log(mode, text, JSON.stringify(state));
  assert.equal(text, "It is 3.");
  assert.deepEqual(state, { calculator: { history: ["7 + 5 = 12", "12 / 0", "12 / 4"] } });
}
