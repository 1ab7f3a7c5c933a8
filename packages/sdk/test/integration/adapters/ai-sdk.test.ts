import { fileURLToPath } from "node:url";
import { collectLoadedSkillNames, createSkillset, type ScriptRunner, type Skillset } from "@tradecraft/sdk";
import { folderSkillSource } from "@tradecraft/sdk/node";
import {
  convertToModelMessages,
  createUIMessageStream,
  generateText,
  jsonSchema,
  readUIMessageStream,
  stepCountIs,
  streamText,
  tool,
  ToolLoopAgent,
  type UIMessage,
} from "ai";
import { describe, expect, it } from "vitest";
import { type SkillDataTypes, skillTools, withSkills, writeSkillEvents } from "../../../src/adapters/ai-sdk.ts";
import { mockModel } from "./mock-model.ts";

const folder = fileURLToPath(new URL("../../../../../examples/skills/", import.meta.url));
const load = { tool: "load_skill", input: { name: "table-tools" } };
const read = { tool: "read_skill_file", input: { skill: "table-tools", path: "references/dialects.md" } };
const run = { tool: "run_skill_script", input: { skill: "table-tools", script: "check.sh", args: ["a.csv"] } };

const runner: ScriptRunner = {
  run: ({ script, args }) =>
    Promise.resolve({
      exitCode: 0,
      signal: null,
      stdout: `ran ${script} ${args.join(" ")}`,
      stderr: "",
      truncated: false,
      timedOut: false,
      durationMs: 1,
    }),
};

async function tableSkills(): Promise<Skillset> {
  return createSkillset(folderSkillSource(folder), { allow: ["table-tools"], scripts: runner, approve: () => true });
}

/** What the model was sent, as text. */
const sent = (value: unknown): string => JSON.stringify(value);

describe("generateText", () => {
  it("loads, reads, runs and answers without further settings", async () => {
    const skillset = await tableSkills();
    const model = mockModel([load, read, run, "It is sound."]);
    const settings = withSkills({ model, system: "Be brief.", prompt: "Is a.csv sound?" }, skillset);
    const { text, steps, response } = await generateText(settings);
    expect(text).toBe("It is sound.");
    expect(steps.map((step) => step.toolCalls.map(({ toolName }) => toolName))).toEqual([
      ["load_skill"],
      ["read_skill_file"],
      ["run_skill_script"],
      [],
    ]);
    const [first, ...later] = model.doGenerateCalls;
    expect(first?.prompt[0]).toMatchObject({ role: "system", content: `Be brief.\n\n${skillset.prompt()}` });
    expect(first?.tools?.map(({ name }) => name)).toEqual(["load_skill", "read_skill_file", "run_skill_script"]);
    expect(sent(later[0]?.prompt)).toContain("Start with the bytes");
    expect(sent(later[1]?.prompt)).toContain("Delimited-text dialects");
    expect(sent(later[2]?.prompt)).toContain("ran scripts/check.sh a.csv");
    for (const each of later) expect(each.prompt[0]).toEqual(first?.prompt[0]);
    expect(collectLoadedSkillNames(response.messages)).toEqual(["table-tools"]);
    expect(skillset.loaded().map(({ id }) => id)).toEqual(["table-tools"]);
  });

  it("answers a mistake of the model's with a text, and goes on", async () => {
    const skillset = await tableSkills();
    const wrong = { tool: "load_skill", input: { name: "tabel-tools" } };
    const model = mockModel([wrong, load, "Done."]);
    const { text } = await generateText(withSkills({ model, prompt: "x" }, skillset));
    expect(text).toBe("Done.");
    expect(sent(model.doGenerateCalls[1]?.prompt.at(-1))).toContain("table-tools");
  });

  it("calls the program's own tools beside them, with their types", async () => {
    const skillset = await tableSkills();
    const weather = tool({
      inputSchema: jsonSchema<{ city: string }>({ type: "object" }),
      execute: ({ city }) => ({ city, degrees: 20 }),
    });
    const model = mockModel([load, { tool: "weather", input: { city: "Oslo" } }, "Done."]);
    const { steps } = await generateText(withSkills({ model, prompt: "x", tools: { weather } }, skillset));
    const degrees: number[] = [];
    for (const result of steps.flatMap(({ toolResults }) => toolResults)) {
      if (result.dynamic !== true) degrees.push(result.output.degrees);
    }
    expect(degrees).toEqual([20]);
  });

  it("takes the tools alone", async () => {
    const skillset = await tableSkills();
    const model = mockModel([load, "Done."]);
    const system = skillset.prompt();
    const tools = skillTools(skillset);
    const { text } = await generateText({ model, system, prompt: "x", tools, stopWhen: stepCountIs(5) });
    expect(text).toBe("Done.");
  });

  it("passes its signal on to a tool that is at work", async () => {
    const controller = new AbortController();
    let seen: AbortSignal | undefined;
    const waiting: ScriptRunner = {
      run: ({ signal }) =>
        new Promise((_, reject) => {
          seen = signal;
          signal?.addEventListener("abort", () => reject(new DOMException("stopped", "AbortError")), { once: true });
          controller.abort();
        }),
    };
    const source = folderSkillSource(folder);
    const skillset = await createSkillset(source, { allow: ["table-*"], scripts: waiting, approve: () => true });
    const settings = withSkills({ model: mockModel([run, "Done."]), prompt: "x" }, skillset);
    await expect(generateText({ ...settings, abortSignal: controller.signal })).rejects.toThrow();
    expect(seen?.aborted).toBe(true);
  });
});

describe("streamText", () => {
  it("streams the same, with a part for each load, which becomes part of the message", async () => {
    type Message = UIMessage<unknown, SkillDataTypes>;
    const skillset = await tableSkills();
    const stream = createUIMessageStream<Message>({
      execute: async ({ writer }) => {
        const stop = writeSkillEvents(skillset, writer);
        const result = streamText(withSkills({ model: mockModel([load, "Done."]), prompt: "x" }, skillset));
        writer.merge(result.toUIMessageStream<Message>());
        await result.text;
        stop();
      },
    });
    let message: Message | undefined;
    for await (const each of readUIMessageStream<Message>({ stream })) message = each;
    const parts = message?.parts ?? [];
    expect(parts.filter(({ type }) => type !== "step-start").map(({ type }) => type)).toEqual([
      "dynamic-tool",
      "data-skill_loaded",
      "text",
    ]);
    const names = parts.flatMap((part) => (part.type === "data-skill_loaded" ? [part.data.name] : []));
    expect(names).toEqual(["table-tools"]);
    expect(collectLoadedSkillNames(message === undefined ? [] : [message])).toEqual(["table-tools"]);
    const next = await convertToModelMessages(message === undefined ? [] : [message]);
    expect(collectLoadedSkillNames(next)).toEqual(["table-tools"]);
  });

  it("sends a transient part to the client alone", async () => {
    const skillset = await tableSkills();
    const stream = createUIMessageStream({
      execute: async ({ writer }) => {
        writeSkillEvents(skillset, writer, { transient: true });
        const result = streamText(withSkills({ model: mockModel([load, "Done."]), prompt: "x" }, skillset));
        writer.merge(result.toUIMessageStream());
        await result.text;
      },
    });
    const [toClient, toMessage] = stream.tee();
    const types: string[] = [];
    for await (const { type } of toClient) types.push(type);
    expect(types).toContain("data-skill_loaded");
    let message: UIMessage | undefined;
    for await (const each of readUIMessageStream({ stream: toMessage })) message = each;
    expect(message?.parts.some(({ type }) => type === "data-skill_loaded")).toBe(false);
  });
});

describe("ToolLoopAgent", () => {
  it.each([{}, { instructions: "Be brief." }])("sends the prompt once, with %j", async (settings) => {
    const skillset = await tableSkills();
    const model = mockModel([load, "Done."]);
    const agent = new ToolLoopAgent(withSkills({ model, ...settings }, skillset));
    expect((await agent.generate({ prompt: "x" })).text).toBe("Done.");
    const systems = model.doGenerateCalls[0]?.prompt.filter(({ role }) => role === "system") ?? [];
    expect(systems).toHaveLength(1);
    expect(sent(systems).split("table-tools").length).toBe(sent(skillset.prompt()).split("table-tools").length);
  });
});
