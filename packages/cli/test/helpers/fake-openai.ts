import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** A request to the chat endpoint, as far as tests look at it. */
export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content?: unknown; readonly tool_calls?: unknown }[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
  readonly stream?: boolean;
}

/** What the server says: words, or a call of a tool. */
export type ChatAnswer = string | { readonly tool: string; readonly input: object };

export interface FakeOpenAi {
  readonly url: string;
  readonly requests: readonly (ChatRequest & { readonly authorization: string | undefined })[];
}

/** An OpenAI-compatible server that streams what `answer` says; a number is sent as an error with that status. */
export async function fakeOpenAi(answer: (request: ChatRequest) => ChatAnswer | number): Promise<FakeOpenAi> {
  const requests: (ChatRequest & { authorization: string | undefined })[] = [];
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const parsed = JSON.parse(body) as ChatRequest;
      requests.push({ ...parsed, authorization: request.headers.authorization });
      const said = request.url === "/v1/chat/completions" ? answer(parsed) : 404;
      if (typeof said === "number") {
        response.writeHead(said, { "content-type": "application/json" });
        response.end(JSON.stringify({ error: { message: "refused", type: "x" } }));
        return;
      }
      const call = typeof said === "string" ? undefined : toolCall(said);
      const reason = call === undefined ? "stop" : "tool_calls";
      const whole = typeof said === "string" ? { content: said } : { content: null, tool_calls: [call] };
      const base = { id: "1", created: 1, model: parsed.model };
      if (parsed.stream !== true) {
        const message = { role: "assistant", ...whole };
        response.writeHead(200, { "content-type": "application/json" });
        response.end(
          JSON.stringify({
            ...base,
            object: "chat.completion",
            choices: [{ index: 0, message, finish_reason: reason }],
          }),
        );
        return;
      }
      response.writeHead(200, { "content-type": "text/event-stream" });
      const send = (delta: object, finish: string | null = null): void =>
        void response.write(
          `data: ${JSON.stringify({ ...base, object: "chat.completion.chunk", choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`,
        );
      if (call !== undefined) send({ role: "assistant", tool_calls: [{ index: 0, ...call }] });
      else if (typeof said === "string")
        for (const word of said.match(/\S+\s*/g) ?? []) send({ role: "assistant", content: word });
      send({}, reason);
      response.end("data: [DONE]\n\n");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, requests };
}

function toolCall({ tool, input }: Exclude<ChatAnswer, string>) {
  return { id: `call-${tool}`, type: "function", function: { name: tool, arguments: JSON.stringify(input) } };
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request.setEncoding("utf8")) body += String(chunk);
  return body;
}
