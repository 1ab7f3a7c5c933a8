import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { HttpAgent } from "@ag-ui/client";
import { simulateReadableStream } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { agent } from "./agent.mjs";
import { serve } from "./server.mjs";

const read = (name) => readFile(new URL(name, import.meta.url), "utf8");
assert.ok(
  (await read("README.md")).includes(`\`\`\`js\n${await read("server.mjs")}\`\`\``),
  "README.md shows server.mjs",
);

const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
let calls = 0;

/** Puts every word behind "buy" on the list, then answers. It knows nothing but what it is given. */
const model = new MockLanguageModelV3({
  doStream: async ({ prompt }) => {
    const last = prompt.at(-1);
    const items = last.role === "user" ? last.content[0].text.replace("buy ", "").split(" ") : [];
    const parts = items.map((item) => ({
      type: "tool-call",
      toolCallId: `call-${++calls}`,
      toolName: "execute_skill_tool",
      input: JSON.stringify({ skill: "shopping", tool: "put", arguments: { item } }),
    }));
    const text = [
      { type: "text-start", id: "1" },
      { type: "text-delta", id: "1", delta: "It is on the list." },
      { type: "text-end", id: "1" },
    ];
    const unified = parts.length > 0 ? "tool-calls" : "stop";
    const finish = { type: "finish", finishReason: { unified, raw: undefined }, usage };
    const chunks = [{ type: "stream-start", warnings: [] }, ...(parts.length > 0 ? parts : text), finish];
    return { stream: simulateReadableStream({ chunks, chunkDelayInMs: null }) };
  },
});

const skillsets = [];
const server = serve({ agent, model, onSkillset: (skillset) => skillsets.push(skillset) });
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const url = `http://127.0.0.1:${server.address().port}/`;

/** Asks as a browser would, and compares what the client holds with what the server does. */
async function ask(client, content) {
  const events = [];
  client.addMessage({ id: crypto.randomUUID(), role: "user", content });
  await client.runAgent({}, { onEvent: ({ event }) => void events.push(event) });
  const { theirs, ...ours } = client.state;
  assert.deepEqual(ours, skillsets.at(-1).state.snapshot(), "the client holds the server's state");
  console.log(`${content}: ${events.map(({ type }) => type).join(" ")}`);
  return { events, ours, theirs };
}

try {
  const client = new HttpAgent({ url, initialState: { shopping: { items: ["salt"], price: 1 }, theirs: true } });
  const first = await ask(client, "buy bread milk");
  assert.equal(first.events[1].type, "STATE_SNAPSHOT", "a price is no part of the list, so the client is corrected");
  assert.equal(first.theirs, true, "what others keep in the state is left alone");
  assert.deepEqual(first.ours.shopping.items, ["salt", "bread", "milk"]);
  assert.deepEqual(
    first.events.filter(({ type }) => type === "CUSTOM").map(({ name, value }) => `${name} ${value}`),
    ["put bread", "put milk"],
  );
  assert.equal(client.messages.at(-1).content, "It is on the list.");

  const second = await ask(client, "buy moon");
  assert.deepEqual(
    second.ours.shopping.items,
    ["salt", "bread", "milk", "moon"],
    "a tool that failed told what it did",
  );
  assert.equal(second.events.at(-1).type, "RUN_FINISHED");

  const stranger = await ask(new HttpAgent({ url }), "buy eggs");
  assert.deepEqual(stranger.ours.shopping.items, ["eggs"], "nobody sees somebody else's list");
  console.log("the client's state is the server's");
} finally {
  server.close();
  server.closeAllConnections();
}
