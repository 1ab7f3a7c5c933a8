import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { collectLoadedSkillNames } from "@tradecraft/sdk";
import { MockLanguageModelV3 } from "ai/test";
import { ask } from "./agent.mjs";

const read = (name) => readFile(new URL(name, import.meta.url), "utf8");
const code = await read("agent.mjs");
assert.ok((await read("README.md")).includes(`\`\`\`js\n${code}\`\`\``), "README.md shows agent.mjs as it is");
assert.ok(code.trimEnd().split("\n").length <= 10, "agent.mjs has at most ten lines");

const skill = "table-tools";
const call = (toolName, input) => ({ type: "tool-call", toolCallId: toolName, toolName, input: JSON.stringify(input) });
const answer = (text) => ({ type: "text", text });

/** What the model does in each step. It knows nothing but what it was given so far. */
const steps = [
  ({ system, tools }) => {
    assert.match(system, /<skill name="table-tools"[^>]*>Inspects, converts and compares CSV/);
    assert.deepEqual(tools, ["load_skill", "read_skill_file", "run_skill_script"]);
    return call("load_skill", { name: skill });
  },
  ({ result }) => {
    assert.match(result, /^<skill name="table-tools" directory="[^"]+">/);
    const [, path] = /\]\((references\/[a-z]+\.md)\)/.exec(result);
    return call("read_skill_file", { skill, path });
  },
  ({ result, everything }) => {
    assert.match(result, /^<skill_file skill="table-tools" path="references\/dialects\.md" [^>]*untrusted="true">/);
    const [, script] = /node (scripts\/convert\.mjs)/.exec(everything);
    return call("run_skill_script", { skill, script, args: ["--to", "jsonl", "assets/orders-before.csv"] });
  },
  ({ result }) => {
    assert.match(result, /^<skill_script skill="table-tools" script="scripts\/convert\.mjs" outcome="ok" exit="0"/);
    return answer(`There are ${result.match(/"customer":/g).length} orders.`);
  },
];

const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
const model = new MockLanguageModelV3({
  doGenerate: async ({ prompt, tools }) => {
    const [{ content: system }] = prompt;
    const results = prompt.flatMap((message) => (message.role === "tool" ? message.content : []));
    const texts = results.map(({ output }) => output.value);
    const given = { system, tools: tools.map(({ name }) => name), result: texts.at(-1), everything: texts.join("\n") };
    const content = steps[results.length](given);
    console.log(content.type === "text" ? `answer: ${content.text}` : `${content.toolName} ${content.input}`);
    const unified = content.type === "text" ? "stop" : "tool-calls";
    return { content: [content], finishReason: { unified, raw: undefined }, usage, warnings: [] };
  },
});

// The agent names its folder of skills from the top of the repository.
process.chdir(fileURLToPath(new URL("../../", import.meta.url)));
const { text, response } = await ask(model, "How many orders are in assets/orders-before.csv of the table tools?");
assert.equal(text, "There are 4 orders.");
assert.equal(model.doGenerateCalls.length, steps.length);
assert.deepEqual(collectLoadedSkillNames(response.messages), [skill]);

const [first, ...later] = model.doGenerateCalls.map(({ prompt }) => prompt[0]);
for (const system of later) assert.deepEqual(system, first);
console.log("the system prompt was the same in each step");
