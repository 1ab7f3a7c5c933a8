import { createSkillset } from "@tradecraft/sdk";
import { describe, expect, it, vi } from "vitest";
import { runToolCall } from "../../../src/core/skillset/run-tool-call.ts";
import { toAnthropicTools } from "../../../src/core/skillset/to-anthropic-tools.ts";
import { toOpenAITools } from "../../../src/core/skillset/to-openai-tools.ts";

const skillset = await createSkillset([{ name: "alpha", description: "Use when it is about A.", body: "Say A." }]);
const none = await createSkillset([]);
const parameters = {
  type: "object",
  properties: {
    name: { type: "string", description: "Name of the skill.", enum: ["alpha"] },
    reload: { type: "boolean", description: expect.any(String) as string },
  },
  required: ["name"],
  additionalProperties: false,
};
const description = expect.stringContaining("instructions of a skill") as string;

describe("toOpenAITools", () => {
  // https://platform.openai.com/docs/api-reference/chat/create
  it("gives what the Chat Completions API takes", () => {
    const tools = toOpenAITools(skillset);
    expect(tools.map((tool) => tool.function.name)).toEqual(["load_skill", "read_skill_file"]);
    expect(tools[0]).toEqual({ type: "function", function: { name: "load_skill", description, parameters } });
    expect(toOpenAITools(skillset, { api: "chat" })).toEqual(tools);
  });

  // https://platform.openai.com/docs/api-reference/responses/create
  it("gives what the Responses API takes, where strict must be switched off for parameters that may be left out", () => {
    const [load] = toOpenAITools(skillset, { api: "responses" });
    expect(load).toEqual({ type: "function", name: "load_skill", description, parameters, strict: false });
  });

  it("is empty without skills", () => {
    expect(toOpenAITools(none)).toEqual([]);
    expect(toOpenAITools(none, { api: "responses" })).toEqual([]);
  });
});

describe("toAnthropicTools", () => {
  // https://docs.anthropic.com/en/api/messages
  it("gives what the Messages API takes", () => {
    const tools = toAnthropicTools(skillset);
    expect(tools.map(({ name }) => name)).toEqual(["load_skill", "read_skill_file"]);
    expect(tools[0]).toEqual({ name: "load_skill", description, input_schema: parameters });
  });

  it("is empty without skills", () => {
    expect(toAnthropicTools(none)).toEqual([]);
  });
});

describe("all three", () => {
  it.each([
    ["chat", () => toOpenAITools(skillset).map((tool) => tool.function.parameters)],
    ["responses", () => toOpenAITools(skillset, { api: "responses" }).map((tool) => tool.parameters)],
    ["anthropic", () => toAnthropicTools(skillset).map((tool) => tool.input_schema)],
  ])("are JSON, and the caller's own: %s", (_, schemas) => {
    const [schema] = schemas();
    expect(JSON.parse(JSON.stringify(schema))).toEqual(parameters);
    const before = JSON.stringify(skillset.tools);
    Object.assign(schema ?? {}, { strict: true });
    Object.assign((schema?.["properties"] as object | undefined) ?? {}, { more: {} });
    expect(JSON.stringify(skillset.tools)).toBe(before);
  });
});

describe("runToolCall", () => {
  it("takes an object, and JSON text", async () => {
    const own = await createSkillset([{ name: "alpha", description: "Use when it is about A.", body: "Say A." }]);
    expect(await runToolCall(own, "load_skill", { name: "alpha" })).toContain("Say A.");
    expect(await runToolCall(own, "load_skill", '{"name":"alpha"}')).toContain("already loaded");
  });

  it("tells the model about arguments that cannot be read", async () => {
    expect(await runToolCall(skillset, "load_skill", '{"name":')).toContain("not valid JSON");
    expect(await runToolCall(skillset, "load_skill", "")).toContain("There is no skill");
    expect(await runToolCall(skillset, "load_skill", "null")).toContain("There is no skill");
    expect(await runToolCall(skillset, "load_skill", undefined)).toContain("There is no skill");
  });

  it("leaves other tools to the program", async () => {
    expect(await runToolCall(skillset, "get_weather", {})).toBeUndefined();
    expect(await runToolCall(skillset, "toString", {})).toBeUndefined();
    expect(await runToolCall(none, "load_skill", { name: "alpha" })).toBeUndefined();
  });

  it("hands on the signal", async () => {
    const execute = vi.fn(() => Promise.resolve("x"));
    const { signal } = new AbortController();
    const [tool] = skillset.tools;
    if (tool === undefined) throw new Error("no tool");
    await runToolCall({ tools: [{ ...tool, execute }] }, tool.name, {}, { signal });
    expect(execute).toHaveBeenCalledWith({}, { signal });
  });
});
