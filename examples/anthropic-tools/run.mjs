import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { collectLoadedSkillNames, createSkillset } from "@tradecraft/sdk";
import { folderSkillSource, processRunner } from "@tradecraft/sdk/node";
import { ask } from "./agent.mjs";

const skill = "table-tools";
const skillset = await createSkillset(folderSkillSource(fileURLToPath(new URL("../skills/", import.meta.url))), {
  allow: [skill],
  scripts: processRunner(),
  approve: (request) => request.skill === skill && request.script === "scripts/convert.mjs",
});

const use = (id, name, input) => ({ type: "tool_use", id, name, input });

/** What the stand-in says in each turn, from the results that it has. */
const turns = [
  () => [{ type: "text", text: "I load the skill." }, use("toolu_1", "load_skill", { name: skill })],
  // Two calls in one turn, one of them a mistake; arguments may be flags.
  ([body]) => [
    use("toolu_2", "read_skill_file", { skill, path: /\]\((references\/[a-z]+\.md)\)/.exec(body)[1] }),
    use("toolu_3", "run_skill_script", { skill, script: "convert.mjs", args: { to: "spreadsheet" } }),
  ],
  ([, , failed]) => {
    assert.match(failed, /outcome="failed"/);
    const args = ["--to", "jsonl", "assets/orders-before.csv"];
    return [use("toolu_4", "run_skill_script", { skill, script: "convert.mjs", args })];
  },
  (texts) => [{ type: "text", text: `There are ${texts.at(-1).match(/"customer":/g).length} orders.` }],
];

/** Stands in for the server: checks the request as the API reference describes it, and answers in its shape. */
function server({ system, messages, tools, max_tokens }) {
  assert.ok(max_tokens > 0);
  assert.match(system, /<skill name="table-tools"/);
  assert.deepEqual(
    tools.map(({ name, input_schema }) => [name, input_schema.type]),
    ["load_skill", "read_skill_file", "run_skill_script"].map((name) => [name, "object"]),
  );
  const blocks = (role, type) =>
    messages
      .filter((each) => each.role === role && Array.isArray(each.content))
      .flatMap(({ content }) => content.filter((block) => block.type === type));
  // Each call has its result in the very next message, or the API refuses the request.
  assert.deepEqual(
    blocks("user", "tool_result").map(({ tool_use_id }) => tool_use_id),
    blocks("assistant", "tool_use").map(({ id }) => id),
  );
  messages.forEach(({ role }, at) => assert.equal(role, at % 2 === 0 ? "user" : "assistant"));
  const turn = messages.filter(({ role }) => role === "assistant").length;
  const content = turns[turn](blocks("user", "tool_result").map((block) => block.content));
  const stop_reason = content.some(({ type }) => type === "tool_use") ? "tool_use" : "end_turn";
  return { type: "message", role: "assistant", content, stop_reason };
}
const send = async (body) => JSON.parse(JSON.stringify(server(JSON.parse(JSON.stringify(body)))));

const messages = await ask(send, skillset, "How many orders are in assets/orders-before.csv of the table tools?");
assert.equal(messages.at(-1).content[0].text, "There are 4 orders.");
assert.equal(messages.length, 2 * turns.length);
assert.deepEqual(collectLoadedSkillNames(messages), [skill]);
console.log(`Messages: ${messages.at(-1).content[0].text}`);
