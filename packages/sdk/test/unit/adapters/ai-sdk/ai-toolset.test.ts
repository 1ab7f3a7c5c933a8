import { dynamicTool, jsonSchema, tool, type ToolSet } from "ai";
import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { aiToolset } from "../../../../src/adapters/ai-sdk/ai-toolset.ts";
import { SkillError } from "../../../../src/core/errors.ts";

const schema = jsonSchema<{ city: string }>({ type: "object", properties: { city: { type: "string" } } });
const execute = vi.fn(({ city }: { city: string }, _options: object) => Promise.resolve({ city, degrees: 20 }));

const tools = {
  weather: tool({ description: "Says how warm it is.", inputSchema: schema, execute }),
  plain: dynamicTool({ inputSchema: schema, execute: (input) => input }),
  zod: tool({ inputSchema: z.object({ days: z.coerce.number().default(3) }), execute: ({ days }) => days }),
  slow: tool({
    inputSchema: schema,
    async *execute() {
      yield "1 of 2";
      yield await Promise.resolve("2 of 2");
    },
  }),
  broken: tool({ inputSchema: schema, execute: (): Promise<string> => Promise.reject(new Error("no network")) }),
  sync: tool({
    inputSchema: schema,
    execute: (): string => {
      throw new Error("at once");
    },
  }),
  elsewhere: tool({ inputSchema: schema }),
  asking: tool({ inputSchema: schema, needsApproval: true, execute: () => "done" }),
  careful: tool({
    inputSchema: schema,
    needsApproval: ({ city }) => city === "Oslo",
    execute: ({ city }) => `done in ${city}`,
  }),
} satisfies ToolSet;

describe("aiToolset", () => {
  it("lists what can be run here, with JSON schemas", async () => {
    const listed = await aiToolset(tools).list();
    expect(listed.map(({ name }) => name)).toEqual(["weather", "plain", "zod", "slow", "broken", "sync", "careful"]);
    const inputSchema = { type: "object", properties: { city: { type: "string" } } };
    expect(listed[0]).toEqual({ name: "weather", description: "Says how warm it is.", inputSchema });
    expect(listed[1]).toEqual({ name: "plain", inputSchema });
    expect(listed[2]?.inputSchema).toMatchObject({ type: "object", properties: { days: { type: "number" } } });
  });

  it("has a label if it was given one", () => {
    expect(aiToolset(tools, { label: "weather station" }).label).toBe("weather station");
    expect(aiToolset(tools)).not.toHaveProperty("label");
  });

  it("calls with the id and the signal", async () => {
    const { signal } = new AbortController();
    const result = await aiToolset(tools).call("weather", { city: "Oslo" }, { callId: "7", signal });
    expect(result).toEqual({ city: "Oslo", degrees: 20 });
    expect(execute).toHaveBeenLastCalledWith({ city: "Oslo" }, { toolCallId: "7", messages: [], abortSignal: signal });
    await aiToolset(tools).call("weather", { city: "Oslo" });
    expect(execute).toHaveBeenLastCalledWith(
      { city: "Oslo" },
      { toolCallId: expect.any(String) as string, messages: [] },
    );
  });

  it("gives a tool what its schema makes of the input", async () => {
    expect(await aiToolset(tools).call("zod", { days: "5" })).toBe(5);
    expect(await aiToolset(tools).call("zod", {})).toBe(3);
    const error: unknown = await aiToolset(tools)
      .call("zod", { days: "x" })
      .catch((reason: unknown) => reason);
    expect(SkillError.is(error, "tool-failed") && error.facts).toEqual({ tool: "zod" });
    expect(String(error)).toContain("days");
  });

  it("takes the last value of several", async () => {
    expect(await aiToolset(tools).call("slow", {})).toBe("2 of 2");
  });

  it.each([
    ["broken", "no network"],
    ["sync", "at once"],
  ])("passes on the error of a tool: %s", async (name, message) => {
    await expect(aiToolset(tools).call(name, {})).rejects.toThrow(message);
  });

  it.each(["elsewhere", "asking", "constructor", "nothing"])("has no tool %s", async (name) => {
    const error: unknown = await aiToolset(tools)
      .call(name, {})
      .catch((reason: unknown) => reason);
    expect(SkillError.is(error, "tool-failed")).toBe(true);
  });

  it("refuses a call that somebody would have to approve", async () => {
    expect(await aiToolset(tools).call("careful", { city: "Rome" })).toBe("done in Rome");
    const error: unknown = await aiToolset(tools)
      .call("careful", { city: "Oslo" })
      .catch((reason: unknown) => reason);
    expect(SkillError.is(error, "approval-denied") && error.facts).toEqual({ tool: "careful" });
  });

  it("ends with the signal, also when the tool does not", async () => {
    const reason = new Error("no longer wanted");
    const controller = new AbortController();
    const endless = tool({ inputSchema: schema, execute: () => new Promise<string>(() => undefined) });
    const call = aiToolset({ endless }).call("endless", {}, { signal: controller.signal });
    controller.abort(reason);
    await expect(call).rejects.toBe(reason);
    execute.mockClear();
    await expect(aiToolset(tools).call("weather", {}, { signal: controller.signal })).rejects.toBe(reason);
    expect(execute).not.toHaveBeenCalled();
  });
});
