import { runToolCall, toOpenAITools } from "@tradecraft/sdk";

/** A loop on the Chat Completions API. `send` posts a body to `/v1/chat/completions` and gives what comes back. */
export async function askChat(send, skillset, prompt) {
  const messages = [
    { role: "system", content: skillset.prompt() },
    { role: "user", content: prompt },
  ];
  for (let step = 0; step < 20; step++) {
    const { choices } = await send({ model: "gpt-5", messages, tools: toOpenAITools(skillset) });
    const { message } = choices[0];
    messages.push(message);
    if (message.tool_calls === undefined) break;
    for (const { id, function: called } of message.tool_calls) {
      const content = await runToolCall(skillset, called.name, called.arguments);
      messages.push({ role: "tool", tool_call_id: id, content: content ?? `There is no tool "${called.name}".` });
    }
  }
  return messages;
}

/** The same on the Responses API: `send` posts to `/v1/responses`. */
export async function askResponses(send, skillset, prompt) {
  const tools = toOpenAITools(skillset, { api: "responses" });
  const input = [{ role: "user", content: prompt }];
  for (let step = 0; step < 20; step++) {
    const { output } = await send({ model: "gpt-5", instructions: skillset.prompt(), input, tools });
    input.push(...output);
    const calls = output.filter(({ type }) => type === "function_call");
    if (calls.length === 0) break;
    for (const { call_id, name, arguments: text } of calls) {
      const result = await runToolCall(skillset, name, text);
      input.push({ type: "function_call_output", call_id, output: result ?? `There is no tool "${name}".` });
    }
  }
  return input;
}
