import { runToolCall, toAnthropicTools } from "@tradecraft/sdk";

/** A loop on the Messages API. `send` posts a body to `/v1/messages` and gives what comes back. */
export async function ask(send, skillset, prompt) {
  const messages = [{ role: "user", content: prompt }];
  const request = { model: "claude-sonnet-4-5", max_tokens: 4096, system: skillset.prompt() };
  for (let step = 0; step < 20; step++) {
    const { content, stop_reason } = await send({ ...request, messages, tools: toAnthropicTools(skillset) });
    messages.push({ role: "assistant", content });
    if (stop_reason !== "tool_use") break;
    const results = [];
    for (const { id, name, input } of content.filter(({ type }) => type === "tool_use")) {
      const text = await runToolCall(skillset, name, input);
      results.push({ type: "tool_result", tool_use_id: id, content: text ?? `There is no tool "${name}".` });
    }
    // All results of one turn go back in one message.
    messages.push({ role: "user", content: results });
  }
  return messages;
}
