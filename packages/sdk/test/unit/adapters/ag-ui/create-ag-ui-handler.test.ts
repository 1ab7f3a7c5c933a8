import { defineAgent, defineSkill } from "@tradecraft/sdk";
import { jsonSchema, tool } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { type AgUiHandlerOptions, createAgUiHandler } from "../../../../src/adapters/ag-ui.ts";

const run = { threadId: "t", runId: "r", messages: [], state: {} };
const hung = new MockLanguageModelV3({ doStream: () => new Promise(() => undefined) });
const own = tool({ inputSchema: jsonSchema({ type: "object" }), execute: () => 1 });
const agent = defineAgent({ name: "a", model: hung, skills: [], tools: { own } });

function ask(init: RequestInit & { body?: string } = {}, options: Partial<AgUiHandlerOptions> = {}): Promise<Response> {
  const handler = createAgUiHandler({ agent, ...options });
  const headers = { "content-type": "application/json", ...(init.headers as Record<string, string>) };
  const body = init.method === "GET" ? {} : { body: init.body ?? JSON.stringify(run) };
  return handler(new Request("http://localhost/", { method: "POST", ...init, headers, ...body }));
}

describe("createAgUiHandler: requests that are no runs", () => {
  it.each<[string, number, object, RequestInit & { body?: string }]>([
    ["another method", 405, { code: "method-not-allowed" }, { method: "GET" }],
    ["another type", 415, { code: "content-type-unsupported" }, { headers: { "content-type": "text/plain" } }],
    ["another answer", 406, { code: "not-acceptable" }, { headers: { accept: "application/json" } }],
    ["no JSON", 400, { code: "body-invalid" }, { body: "{" }],
    ["no object", 400, { code: "input-invalid", path: "" }, { body: "[]" }],
    ["no thread", 400, { code: "input-invalid", path: "threadId" }, { body: '{"runId":"r","messages":[]}' }],
    [
      "a message that is none",
      400,
      { code: "input-invalid", path: "messages.0.role" },
      { body: JSON.stringify({ ...run, messages: [{ id: "1", role: "king", content: "" }] }) },
    ],
    [
      "a tool with the name of the server's",
      400,
      { code: "tool-name-taken", path: "tools.0.name" },
      { body: JSON.stringify({ ...run, tools: [{ name: "own", description: "" }] }) },
    ],
    [
      "a tool twice",
      400,
      { code: "tool-name-taken", path: "tools.1.name" },
      { body: JSON.stringify({ ...run, tools: ["x", "x"].map((name) => ({ name, description: "" })) }) },
    ],
  ])("%s", async (_, status, problem, init) => {
    const response = await ask(init);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ ...problem, message: expect.any(String) as string });
    expect(response.headers.get("allow")).toBe(status === 405 ? "POST" : null);
  });

  it("a body over the limit, whatever its length says", async () => {
    const body = JSON.stringify({ ...run, state: "x".repeat(1000) });
    expect((await ask({ body }, { maxBodyBytes: 500 })).status).toBe(413);
    const headers = { "content-length": "1000000" };
    expect((await ask({ body, headers }, { maxBodyBytes: 2000 })).status).toBe(413);
  });

  it("a body that does not come to its end", async () => {
    const cancel = vi.fn();
    const start = (controller: ReadableStreamDefaultController<Uint8Array>): void =>
      controller.enqueue(new TextEncoder().encode("{"));
    const body = new ReadableStream<Uint8Array>({ start, cancel });
    const headers = { "content-type": "application/json" };
    const init: RequestInit & { duplex: "half" } = { method: "POST", headers, body, duplex: "half" };
    const response = await createAgUiHandler({ agent, bodyTimeout: 20 })(new Request("http://localhost/", init));
    expect(response.status).toBe(408);
    expect(await response.json()).toMatchObject({ code: "body-timeout" });
    expect(cancel).toHaveBeenCalledOnce();
  });

  it("whoever may not ask, before the body is read", async () => {
    expect((await ask({ body: "{" }, { authorize: () => false })).status).toBe(401);
    expect((await ask({}, { authorize: () => new Response(null, { status: 402 }) })).status).toBe(402);
  });

  it("an error of the program's own, without a word of it", async () => {
    const onError = vi.fn(() => undefined);
    const authorize = (): never => {
      throw new Error("secret");
    };
    const response = await ask({}, { authorize, onError });
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain("secret");
    expect(onError).toHaveBeenCalledOnce();
  });

  it("tools of the client where none are taken", async () => {
    const body = JSON.stringify({ ...run, tools: [{ name: "x", description: "" }] });
    expect((await ask({ body }, { allowClientTools: false })).status).toBe(400);
  });
});

describe("createAgUiHandler: the answer", () => {
  it("is an event stream, also for those who would rather have the binary form", async () => {
    const response = await ask({ headers: { accept: "application/vnd.ag-ui.event+proto" } });
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toEqual({
      "content-type": "text/event-stream",
      "cache-control": "no-cache, no-transform",
      "x-accel-buffering": "no",
    });
    const reader = response.body?.getReader();
    const first = new TextDecoder().decode((await reader?.read())?.value);
    expect(first).toMatch(/^data: \{"type":"RUN_STARTED".*\}\n\n$/u);
    await reader?.cancel();
  });

  it("shows life while nothing happens, and ends the run when nobody reads", async () => {
    let signal: AbortSignal | undefined;
    const model = new MockLanguageModelV3({
      doStream: ({ abortSignal }) => {
        signal = abortSignal;
        return new Promise(() => undefined);
      },
    });
    const response = await ask(
      { body: JSON.stringify({ ...run, messages: [{ id: "1", role: "user", content: "Hi" }] }) },
      { model, heartbeat: 5 },
    );
    const reader = response.body!.getReader();
    let text = "";
    while (!text.includes(": alive\n\n") || signal === undefined) {
      const { done, value } = await reader.read();
      expect(done).toBe(false);
      text += new TextDecoder().decode(value);
    }
    await reader.cancel();
    await vi.waitFor(() => expect(signal?.aborted).toBe(true));
  });

  it("ends the run when the request is aborted", async () => {
    const controller = new AbortController();
    const response = await ask({ signal: controller.signal });
    const reader = response.body!.getReader();
    await reader.read();
    controller.abort();
    for (;;) if ((await reader.read()).done) break;
  });

  it("ends the run of a client that leaves unread what it was sent", async () => {
    let signal: AbortSignal | undefined;
    const doStream: MockLanguageModelV3["doStream"] = async ({ abortSignal }) => {
      signal = abortSignal;
      return { stream: new ReadableStream() };
    };
    const body = JSON.stringify({ ...run, messages: [{ id: "1", role: "user", content: "Hi" }] });
    const response = await ask({ body }, { model: new MockLanguageModelV3({ doStream }), stall: 40, heartbeat: 0 });
    // Who waits for more has read all there is.
    const reader = response.body!.getReader();
    const reading = (async () => {
      while (!(await reader.read()).done);
    })();
    await vi.waitFor(() => expect(signal).toBeDefined());
    await new Promise((resolve) => setTimeout(resolve, 80));
    expect(signal?.aborted).toBe(false);
    await reader.cancel();
    await reading;

    signal = undefined;
    const unread = await ask({ body }, { model: new MockLanguageModelV3({ doStream }), stall: 40 });
    await vi.waitFor(() => expect(signal?.aborted).toBe(true));
    await expect(unread.text()).rejects.toThrow("did not read");
  });

  it("has the state that the program gives for one request, whatever the client says", async () => {
    const schema = z.object({ credit: z.number().default(0) });
    const bank = defineSkill({ name: "bank", description: "d", body: "b", state: { namespace: "bank", schema } });
    const stateOf = async (options: Partial<AgUiHandlerOptions>, state: object): Promise<unknown> => {
      let seen: unknown;
      const onSkillset: AgUiHandlerOptions["onSkillset"] = (skillset) => void (seen = skillset.state.snapshot());
      const body = JSON.stringify({ ...run, state });
      const response = await ask({ body }, { agent: { ...agent, skills: [bank] }, onSkillset, ...options });
      const reader = response.body!.getReader();
      await vi.waitFor(() => expect(seen).toBeDefined());
      await reader.cancel();
      return seen;
    };
    const own = { bank: { credit: 5 } };
    const forged = { bank: { credit: 1_000_000 } };
    expect(await stateOf({ perRun: () => ({ state: own }) }, forged)).toEqual(own);
    expect(await stateOf({ state: own }, {})).toEqual(own);
    expect(await stateOf({ state: own }, { bank: { credit: 1 } })).toEqual({ bank: { credit: 1 } });
  });

  it("takes options for one request alone", async () => {
    const perRun = vi.fn(() => ({ state: { x: 1 } }));
    const response = await ask({}, { perRun });
    await response.body?.cancel();
    expect(perRun).toHaveBeenCalledExactlyOnceWith(expect.any(Request), expect.objectContaining({ runId: "r" }));
  });
});
