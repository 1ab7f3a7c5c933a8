import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { collectLoadedSkillNames, createSkillset } from "@tradecraft/sdk";
import { folderSkillSource, processRunner } from "@tradecraft/sdk/node";
import { askChat, askResponses } from "./agent.mjs";

const folder = fileURLToPath(new URL("../skills/", import.meta.url));
const makeSkillset = () =>
  createSkillset(folderSkillSource(folder), {
    allow: ["table-tools"],
    scripts: processRunner(),
    approve: ({ skill, script }) => skill === "table-tools" && script === "scripts/convert.mjs",
  });
const prompt = "How many orders are in assets/orders-before.csv of the table tools?";
const names = ["load_skill", "read_skill_file", "run_skill_script"];

/** What the stand-in does next, by how many results it has; the last one is its answer. */
function decide(results) {
  const skill = "table-tools";
  const turns = [
    () => ["load_skill", { name: skill }],
    ([body]) => ["read_skill_file", { skill, path: /\]\((references\/[a-z]+\.md)\)/.exec(body)[1] }],
    () => ["run_skill_script", { skill, script: "convert.mjs", args: ["--to", "jsonl", "assets/orders-before.csv"] }],
    (texts) => [undefined, `There are ${texts.at(-1).match(/"customer":/g).length} orders.`],
  ];
  return turns[results.length](results);
}

/** Stands in for the server: it sees JSON and gives JSON, in the shapes of the API reference. */
const overTheWire = (server) => async (body) => JSON.parse(JSON.stringify(server(JSON.parse(JSON.stringify(body)))));

const chatServer = overTheWire(({ messages, tools }) => {
  for (const { type, function: each } of tools) {
    assert.equal(type, "function");
    assert.match(each.name, /^[a-zA-Z0-9_-]{1,64}$/);
    assert.equal(each.parameters.type, "object");
  }
  assert.deepEqual(
    tools.map((tool) => tool.function.name),
    names,
  );
  assert.match(messages[0].content, /<skill name="table-tools"/);
  const results = messages.filter(({ role }) => role === "tool");
  const [name, input] = decide(results.map(({ content }) => content));
  const call = { id: `call_${results.length}`, type: "function", function: { name, arguments: JSON.stringify(input) } };
  const message =
    name === undefined
      ? { role: "assistant", content: input }
      : { role: "assistant", content: null, tool_calls: [call] };
  return { choices: [{ index: 0, message, finish_reason: name === undefined ? "stop" : "tool_calls" }] };
});

const responsesServer = overTheWire(({ instructions, input, tools }) => {
  for (const { type, strict, parameters } of tools)
    assert.deepEqual([type, strict, parameters.type], ["function", false, "object"]);
  assert.deepEqual(
    tools.map(({ name }) => name),
    names,
  );
  assert.match(instructions, /<skill name="table-tools"/);
  const results = input.filter(({ type }) => type === "function_call_output");
  const calls = input.filter(({ type }) => type === "function_call");
  assert.deepEqual(
    results.map(({ call_id }) => call_id),
    calls.map(({ call_id }) => call_id),
  );
  const [name, given] = decide(results.map(({ output }) => output));
  const content = [{ type: "output_text", text: given, annotations: [] }];
  return name === undefined
    ? { output: [{ type: "message", role: "assistant", status: "completed", content }] }
    : { output: [{ type: "function_call", call_id: `call_${calls.length}`, name, arguments: JSON.stringify(given) }] };
});

const messages = await askChat(chatServer, await makeSkillset(), prompt);
assert.equal(messages.at(-1).content, "There are 4 orders.");
assert.deepEqual(
  messages.map(({ role }) => role),
  ["system", "user", "assistant", "tool", "assistant", "tool", "assistant", "tool", "assistant"],
);
assert.deepEqual(collectLoadedSkillNames(messages), ["table-tools"]);
console.log(`Chat Completions: ${messages.at(-1).content}`);

const items = await askResponses(responsesServer, await makeSkillset(), prompt);
assert.equal(items.at(-1).content[0].text, "There are 4 orders.");
assert.deepEqual(collectLoadedSkillNames(items), ["table-tools"]);
console.log(`Responses: ${items.at(-1).content[0].text}`);
