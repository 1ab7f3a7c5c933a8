import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createWorkflowEngine, memorySessionStore } from "@tradecraft/sdk/workflow";
import { createWorkflowServer, type WorkflowServerOptions } from "@tradecraft/sdk/workflow/mcp";
import { describe, expect, it, onTestFinished } from "vitest";
import { fileReferences } from "../../../../src/run/file-references.ts";
import { composite, failing, hello, patterns } from "./fixture-skills.ts";
import { call, connect, type Era, type Reply } from "./tool-client.ts";

const open = (definition: Parameters<typeof createWorkflowServer>[0], options: WorkflowServerOptions = {}) =>
  connect(createWorkflowServer(definition, options));

describe("answers", () => {
  it.each(["2025-11-25", "2026-07-28"] as Era[])("may be any JSON, in %s", async (era) => {
    const client = await connect(createWorkflowServer(hello), { era });
    const { session } = await call(client, "start");
    const answer = (step: string, output?: unknown): Promise<Reply> =>
      call(client, "advance", { session, step, output });
    expect(await answer("greet", { name: "Ada" })).toMatchObject({ step: "list", schema: { type: "array" } });
    expect(await answer("list", ["a", "b"])).toMatchObject({ step: "word", completed: { response: ["a", "b"] } });
    // A text that is JSON stays the text that it is, where texts are asked for.
    expect(await answer("word", '["x"]')).toMatchObject({
      step: "any",
      schema: null,
      completed: { response: '["x"]' },
    });
    expect(await answer("any")).toMatchObject({ step: "count" });
    expect(await answer("count", 3)).toMatchObject({ status: "done", finalOutput: 3 });
  });

  it("are read from text where the step takes objects or lists alone", async () => {
    const client = await open(hello);
    const { session } = await call(client, "start");
    expect(await call(client, "advance", { session, step: "greet", output: '{"name":"Ada"}' })).toMatchObject({
      step: "list",
    });
    expect(await call(client, "advance", { session, step: "list", output: '["a"]' })).toMatchObject({ step: "word" });
  });

  it("that do not fit are refused as data, and may be mended", async () => {
    const client = await open(hello);
    const { session } = await call(client, "start");
    const result = await client.callTool({
      name: "advance",
      arguments: { session, step: "greet", output: { name: 1 } },
    });
    expect(result.isError).toBeUndefined();
    expect(result.structuredContent).toMatchObject({
      status: "error",
      step: "greet",
      retry: true,
      code: "answer-invalid",
    });
    const skipped = await call(client, "advance", { session, step: "count", output: 1 });
    expect(skipped).toMatchObject({
      status: "error",
      code: "step-not-current",
      hint: expect.stringContaining(session),
    });
  });

  it("with the same key count once", async () => {
    const client = await open(hello);
    const { session } = await call(client, "start");
    const once = { session, step: "greet", output: { name: "Ada" }, key: "k1" };
    expect(await call(client, "advance", once)).toEqual(await call(client, "advance", once));
    expect(await call(client, "status", { session })).toMatchObject({ step: "list", visits: { greet: 1 } });
  });
});

describe("sessions", () => {
  it("that nobody knows are an error", async () => {
    const client = await open(hello);
    const args = { session: "nope", step: "greet", output: {} };
    const result = await client.callTool({ name: "advance", arguments: args });
    expect(result).toMatchObject({
      isError: true,
      structuredContent: { status: "error", code: "session-unknown", retry: false },
    });
    expect(await call(client, "status", { session: "../../etc" })).toMatchObject({
      status: "error",
      code: "session-unknown",
    });
    expect(await call(client, "start", { session: "../x" })).toMatchObject({ status: "error", code: "usage" });
  });

  it("of another skill are not this one's", async () => {
    const store = memorySessionStore();
    const other = await open(composite, { store });
    const { session } = await call(other, "start");
    const client = await open(hello, { store });
    for (const [tool, args] of [
      ["advance", { step: "greet", output: { name: "x" } }],
      ["status", {}],
      ["start", {}],
    ] as const)
      expect(await call(client, tool, { session, ...args })).toMatchObject({ code: "session-mismatch", retry: false });
  });

  it("go on in another server with the same store; an own id begins or resumes", async () => {
    const store = memorySessionStore();
    const first = await open(hello, { store });
    expect(await call(first, "start", { session: "mine" })).toMatchObject({ session: "mine", step: "greet" });
    await call(first, "advance", { session: "mine", step: "greet", output: { name: "Ada" } });
    const second = await open(hello, { store });
    const again = await call(second, "start", { session: "mine" });
    expect(again).toMatchObject({ session: "mine", step: "list", preamble: expect.stringMatching(/^Be kind\./) });
  });

  it("have a cap: finished ones make room, unfinished ones never", async () => {
    const client = await open(composite, { maxSessions: 2 });
    const [one] = [await call(client, "start"), await call(client, "start")];
    const third = await client.callTool({ name: "start", arguments: {} });
    expect(third).toMatchObject({ isError: true, structuredContent: { status: "error", code: "usage", session: "" } });
    // Also when they all come at once.
    const many = await Promise.all(Array.from({ length: 5 }, () => call(client, "start")));
    expect(many.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => "error"));
    expect(await call(client, "status", { session: one.session })).toMatchObject({ status: "prompt" });

    const short = await open(hello, { maxSessions: 1 });
    const { session } = await call(short, "start");
    for (const [step, output] of [
      ["greet", { name: "A" }],
      ["list", []],
      ["word", "w"],
      ["any", {}],
      ["count", 1],
    ] as const)
      await call(short, "advance", { session, step, output });
    expect(await call(short, "status", { session })).toMatchObject({ status: "done", finalOutput: 1 });
    expect(await call(short, "start")).toMatchObject({ status: "prompt" });
    expect(await call(short, "status", { session })).toMatchObject({ code: "session-unknown" });
  });

  it("expire when nobody uses them, also those of an earlier server", async () => {
    let time = Date.parse("2026-01-01");
    const options = { store: memorySessionStore(), sessionTtl: 1000, maxSessions: 2, now: () => new Date(time) };
    const first = await open(hello, options);
    const [old, used] = [await call(first, "start"), await call(first, "start")];
    time += 900;
    await call(first, "advance", { session: used.session, step: "greet", output: { name: "Ada" } });
    time += 200;
    const second = await open(hello, options);
    expect(await call(second, "start")).toMatchObject({ status: "prompt" });
    expect(await call(second, "status", { session: old.session })).toMatchObject({ code: "session-unknown" });
    expect(await call(second, "status", { session: used.session })).toMatchObject({ step: "list" });
    expect(await call(second, "start")).toMatchObject({ status: "error", message: "There are too many sessions." });
  });
});

it("sessions that others began in the same store are never removed", async () => {
  const store = memorySessionStore();
  const engine = createWorkflowEngine(hello, { store });
  const { session } = await engine.start();
  const options = { store, maxSessions: 1, sessionTtl: 1, now: () => new Date(Date.now() + 1e9) };
  const client = await open(hello, options);
  expect(await call(client, "start", { session })).toMatchObject({ session, step: "greet" });
  for (let count = 0; count < 3; count++) await call(client, "start");
  expect(await call(client, "status", { session })).toMatchObject({ status: "prompt" });
});

describe("what is told", () => {
  it("begins after prompt-less steps, with the instructions of the skill and of its sub-skills", async () => {
    const folder = mkdtempSync(join(tmpdir(), "tradecraft-refs-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const client = await open(composite, { refs: fileReferences(folder) });
    const start = await call(client, "start");
    expect(start).toMatchObject({ step: "choose", autoAdvanced: [{ step: "gate" }] });
    expect(start.preamble).toMatch(/^You are the main one\./);
    const { session } = start;
    // Its prompt cannot be told: the reason names no folder of this machine.
    const next = await call(client, "advance", { session, step: "choose", output: { name: "x" } });
    expect(next).toMatchObject({ status: "error", code: "prompt-failed" });
    expect(next.message).toContain("missing.md");
    expect(JSON.stringify(next)).not.toContain(folder);
    const direct = await open(composite, { refs: { load: () => "Text.", asset: (path) => path } });
    const begun = await call(direct, "start", { subskill: "sub" });
    expect(begun).toMatchObject({ step: "sub/load", preamble: expect.stringMatching(/^You are the sub\./) });
  });

  it("names neither folders nor causes of what was thrown", async () => {
    const client = await open(failing);
    const { session } = await call(client, "start");
    const reply = await call(client, "advance", { session, step: "act", output: {} });
    expect(reply).toMatchObject({ code: "action-failed", retry: true });
    expect(reply.message).toContain("open 'key.pem' (see https://a.example/b/c)");

    const errors: string[] = [];
    const store = { ...memorySessionStore(), append: () => Promise.reject(new Error("EACCES /var/secret/x")) };
    const broken = await open(hello, { store, onError: ({ message }) => errors.push(message) });
    expect(await call(broken, "start")).toMatchObject({ status: "error", code: "internal", retry: false });
    expect(JSON.stringify(await call(broken, "start"))).not.toContain("secret");
    expect(errors.join()).toContain("/var/secret/x");
  });

  it("fits the host that the client belongs to, or the one that was named", async () => {
    const preamble = async (name: string, options: WorkflowServerOptions = {}): Promise<string | undefined> => {
      const client = await connect(createWorkflowServer(hello, options), { name });
      return (await call(client, "start")).preamble;
    };
    expect(await preamble("claude-code")).toContain("AskUserQuestion");
    expect(await preamble("codex-mcp-client")).toContain("request_user_input");
    expect(await preamble("unheard-of")).not.toContain("AskUserQuestion");
    expect(await preamble("claude-code", { host: "cline" })).toContain("ask_followup_question");
    expect(await preamble("unheard-of", { tools: ["AskUserQuestion"] })).toContain("AskUserQuestion");
  });

  it("says which arguments do not fit", async () => {
    const client = await open(hello);
    for (const args of [
      { step: "greet", output: {} },
      { session: 1, step: "greet" },
      { session: "a", step: "b", nope: 1 },
    ])
      expect(await call(client, "advance", args)).toMatchObject({ status: "error", code: "usage" });
    expect(await call(client, "start", { params: [] })).toMatchObject({ code: "usage" });
    expect(await call(client, "start", { session: "a", decide: "maybe" })).toMatchObject({ code: "usage" });
  });
});

describe("a reference skill", () => {
  it("has topics and nothing else, in plain text and as data", async () => {
    const client = await open(patterns);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["topics", "topic"]);
    const list = await client.callTool({ name: "topics", arguments: {} });
    expect(list).toMatchObject({
      content: [{ text: "one: The first\nlost: Lost" }],
      structuredContent: { topics: [{ name: "one", label: "The first" }, { name: "lost" }] },
    });
    const one = await client.callTool({ name: "topic", arguments: { name: "one" } });
    expect(one).toMatchObject({ content: [{ text: "Text of one." }], structuredContent: { name: "one" } });
    for (const name of ["two", "lost", "__proto__"])
      expect(await client.callTool({ name: "topic", arguments: { name } })).toMatchObject({ isError: true });
  });

  it("a workflow without topics has no tools for them", async () => {
    const client = await open(hello);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["start", "advance", "status"]);
    expect(client.getServerVersion()).toMatchObject({ name: "hello", version: "1.2.3" });
  });
});
