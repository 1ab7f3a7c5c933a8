import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ExampleRun, exampleRuns } from "./example-answers.ts";
import { bundleExamples, type StdioProgram } from "./stdio-program.ts";
import { call, type ClientSettings, makeClient, type Reply } from "./tool-client.ts";

let program: StdioProgram;
beforeAll(async () => {
  program = await bundleExamples();
});
afterAll(() => program.remove());

const names = ["migration-plan", "onboarding-survey", "release-assistant", "research-fan-out", "triage-desk"];

function answerer({ answers }: ExampleRun): (step: string) => unknown {
  const visits = new Map<string, number>();
  return (step) => {
    const visit = visits.get(step) ?? 0;
    visits.set(step, visit + 1);
    const answer = answers[step];
    return Array.isArray(answer) ? answer[visit] : answer;
  };
}

async function open(name: string, settings: ClientSettings = {}, args: readonly string[] = []) {
  const client = makeClient(settings);
  await client.connect(program.start(name, args));
  return client;
}

describe.each(names)("%s over stdio", (name) => {
  it("is run to its end by the official client, by two servers one after the other", async () => {
    const run = exampleRuns(program.folder)[name]!;
    const answerOf = answerer(run);
    const half = Math.floor(Object.keys(run.answers).length / 2);
    let client = await open(name);
    let reply: Reply = await call(client, "start", { params: run.params });
    const { session } = reply;
    expect(reply).toMatchObject({ status: "prompt", preamble: expect.stringContaining("<ask-user>") });
    const preambles: string[] = [];
    for (let steps = 0; reply.status === "prompt"; steps++) {
      if (steps === half) {
        await client.close();
        client = await open(name);
        const status = await call(client, "status", { session });
        expect(status).toMatchObject({ session, status: "prompt", state: "waiting", drifted: false });
        const again = await call(client, "start", { session });
        expect(again).toMatchObject({ session, step: reply.step, prompt: reply.prompt, schema: reply.schema });
        expect(again.preamble).toContain("<ask-user>");
      }
      const { step } = reply;
      reply = await call(client, "advance", { session, step, output: answerOf(step) });
      if (reply.preamble !== undefined) preambles.push(reply.step);
      expect(reply.completed?.step ?? step).toBe(step);
    }
    expect(reply).toMatchObject({ session, status: "done", finalOutput: run.finalOutput });
    // A sub-skill brings a preamble of its own.
    expect(preambles).toEqual(name === "triage-desk" ? ["reproduce/prepare"] : []);
    const late = await call(client, "advance", { session, step: Object.keys(run.answers)[0], output: {} });
    expect(late).toMatchObject({ status: "error", code: "session-ended", retry: false });
    await client.close();
  });
});

describe("scripts/run mcp", () => {
  it("says who it is and how to go on", async () => {
    const client = await open("triage-desk");
    expect(client.getServerVersion()).toMatchObject({ name: "triage-desk", version: "0.0.0" });
    const instructions = client.getInstructions();
    for (const text of ["Call `start`", "- incident:", "- where-to-ask:", "- sort: (dynamic)", '"report"'])
      expect(instructions).toContain(text);
    const { tools } = await client.listTools();
    expect(tools.map((tool) => tool.name)).toEqual(["start", "advance", "status", "topics", "topic"]);
    for (const { outputSchema } of tools) expect(outputSchema?.type).toBe("object");
    expect(await call(client, "topic", { name: "severity" })).toMatchObject({
      content: expect.stringContaining("ritical"),
    });
    const start = await call(client, "start", { subskill: "incident", params: { summary: "Down", since: "09:40" } });
    expect(start).toMatchObject({ step: "incident/message", preamble: expect.any(String) });
    await client.close();
  });

  it("begins at the first step with a prompt, and tells the skill's own instructions", async () => {
    const client = await open("release-assistant");
    const reply = await call(client, "start", { params: { repository: "/nowhere/at/all", current: "1.0.0" } });
    expect(reply).toMatchObject({ step: "ask-for-changes", autoAdvanced: [{ step: "changes", response: {} }] });
    expect(reply.preamble).toMatch(/^You prepare a release\./);
    expect(JSON.stringify(reply.autoAdvanced)).not.toContain("/nowhere/at");
    await client.close();
  });

  it.each(["2025-11-25", "2026-07-28"] as const)("asks the user where the client offers it, in %s", async (era) => {
    const { answers, params } = exampleRuns(program.folder)["onboarding-survey"]!;
    const asked: string[] = [];
    const user: ClientSettings["user"] = ({ requestedSchema }) => {
      const step = ["survey", "introduce", "read-back"][asked.length]!;
      asked.push(Object.keys(requestedSchema.properties).join());
      return { action: "accept", content: answers[step] };
    };
    const client = await open("onboarding-survey", { user, era }, ["--elicitation", "always"]);
    const first = await call(client, "start", { params });
    expect(asked).toEqual(["role,experience,interests,hopes,worries", "name,email,timeZone", "right"]);
    // The agent comes in where there is something to do, and is told everything.
    expect(first).toMatchObject({ step: "plan-week", preamble: expect.any(String) });
    expect(first.completed).toBeUndefined();
    expect(first.autoAdvanced?.map(({ step }) => step)).toEqual(["survey", "introduce", "read-back"]);
    await client.close();
  });

  it("takes an answer of 20 MB, and does not send it back", async () => {
    const { params, answers } = exampleRuns(program.folder)["release-assistant"]!;
    const client = await open("release-assistant");
    const { session } = await call(client, "start", { params });
    for (const step of ["ask-for-changes", "choose-version"])
      await call(client, "advance", { session, step, output: answers[step] });
    const output = { headline: "Long", notes: "x".repeat(20 * 1024 * 1024) };
    const reply = await call(client, "advance", { session, step: "write-notes", output });
    expect(reply).toMatchObject({ step: "run-checks", completed: { step: "write-notes", omitted: true } });
    await client.close();
  });

  it("refuses flags that nobody could have meant, as commands do", async () => {
    const client = makeClient();
    await expect(client.connect(program.start("triage-desk", ["--hots", "codex"]))).rejects.toThrow();
  });
});
