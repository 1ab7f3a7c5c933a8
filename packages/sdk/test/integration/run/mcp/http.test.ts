import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { memorySessionStore } from "@tradecraft/sdk/workflow";
import { createHttpHandler } from "@tradecraft/sdk/workflow/mcp";
import { describe, expect, it, onTestFinished } from "vitest";
import { serveHttp } from "../../mcp/serve/http-server.ts";
import { hello, questions } from "./fixture-skills.ts";
import { call, type ClientSettings, type Era, makeClient } from "./tool-client.ts";

async function open(url: URL, settings: ClientSettings, token?: string) {
  const client = makeClient(settings);
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  onTestFinished(() => client.close());
  return client;
}

describe.each(["2025-11-25", "2026-07-28"] as Era[])("over HTTP, in %s", (era) => {
  it("a session goes on at another server with the same store", async () => {
    const store = memorySessionStore();
    const first = await serveHttp(createHttpHandler(hello, { store }));
    const { session } = await call(await open(first.url, { era }), "start");
    const second = await serveHttp(createHttpHandler(hello, { store }));
    const client = await open(second.url, { era });
    const reply = await call(client, "advance", { session, step: "greet", output: { name: "Ada" } });
    expect(reply).toMatchObject({ session, step: "list" });
  });

  it("the user is asked within the call", async () => {
    const { url } = await serveHttp(createHttpHandler(questions));
    const answers = [{ color: "blue" }, { answer: true }];
    const client = await open(url, { era, user: () => ({ action: "accept", content: answers.shift() }) });
    const { session } = await call(client, "start");
    const reply = await call(client, "advance", { session, step: "begin", output: { name: "Ada" } });
    expect(reply).toMatchObject({ step: "check", autoAdvanced: [{ step: "color" }, { step: "sure" }] });
  });

  it("nobody calls without a token where one is needed", async () => {
    const { url } = await serveHttp(createHttpHandler(hello, { http: { token: "t" } }));
    await expect(open(url, { era })).rejects.toThrow();
    expect(await call(await open(url, { era }, "t"), "start")).toMatchObject({ step: "greet" });
  });
});
