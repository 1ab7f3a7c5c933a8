import { createSkillset, type Skillset, SkillError } from "@tradecraft/sdk";
import { asSchema, jsonSchema, type ModelMessage, type SystemModelMessage, tool } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { describe, expect, it, vi } from "vitest";
import { type SkillLoadedPart, skillTools, withSkills, writeSkillEvents } from "../../../src/adapters/ai-sdk.ts";

const skills = [
  { name: "alpha", description: "Use when it is about A.", body: "Say A." },
  { name: "beta", description: "Use when it is about B.", body: "Say B." },
];
const model = new MockLanguageModelV3();
const weather = tool({ inputSchema: jsonSchema<{ city: string }>({ type: "object" }), execute: ({ city }) => city });
function call(skillset: Skillset, name: string, input: unknown, abortSignal?: AbortSignal): unknown {
  const options = { toolCallId: "1", messages: [], ...(abortSignal !== undefined && { abortSignal }) };
  return skillTools(skillset)[name]?.execute?.(input, options);
}

describe("skillTools", () => {
  it("has the skillset's tools by their names, with description and schema", async () => {
    const skillset = await createSkillset(skills);
    const tools = skillTools(skillset);
    expect(Object.keys(tools)).toEqual(["load_skill", "read_skill_file"]);
    for (const { name, description, inputSchema } of skillset.tools) {
      expect(tools[name]).toMatchObject({ type: "dynamic", description });
      expect(asSchema(tools[name]?.inputSchema).jsonSchema).toEqual(inputSchema);
    }
  });

  it("takes the names that the skillset was given", async () => {
    const skillset = await createSkillset(skills, { toolNames: "drover" });
    expect(Object.keys(skillTools(skillset))).toEqual(["skill_load", "skill_resource"]);
  });

  it("executes them", async () => {
    const skillset = await createSkillset(skills);
    expect(await call(skillset, "load_skill", { name: "alpha" })).toContain("Say A.");
    expect(await call(skillset, "load_skill", { name: "alhpa" })).toContain("alpha");
    expect(skillset.loaded().map(({ id }) => id)).toEqual(["alpha"]);
  });

  it("hands on the signal and the id of the call, and nothing in place of a signal", async () => {
    const execute = vi.fn(() => Promise.resolve("x"));
    const skillset = await createSkillset(skills);
    const tools = skillset.tools.map((each) => ({ ...each, execute }));
    const { signal } = new AbortController();
    await call({ ...skillset, tools }, "load_skill", { name: "alpha" }, signal);
    await call({ ...skillset, tools }, "load_skill", { name: "alpha" });
    expect(execute.mock.calls).toEqual([
      [{ name: "alpha" }, { signal, callId: "1" }],
      [{ name: "alpha" }, { callId: "1" }],
    ]);
  });

  it("is empty when there are no skills", async () => {
    expect(skillTools(await createSkillset([]))).toEqual({});
  });
});

describe("withSkills: the system prompt", () => {
  const prompt = "x";

  it("is the skillset's when there is none", async () => {
    const skillset = await createSkillset(skills);
    expect(withSkills({ model, prompt }, skillset)).toMatchObject({ model, prompt, system: skillset.prompt() });
    expect(withSkills({ model, prompt, system: "" }, skillset).system).toBe(skillset.prompt());
    expect(withSkills({ model, prompt, system: undefined }, skillset).system).toBe(skillset.prompt());
    expect(withSkills({ model, messages: [] }, skillset)).not.toHaveProperty("instructions");
  });

  it("comes behind a text", async () => {
    const skillset = await createSkillset(skills);
    expect(withSkills({ model, prompt, system: "Be brief." }, skillset).system).toBe(
      `Be brief.\n\n${skillset.prompt()}`,
    );
  });

  it("comes into a message, which keeps its options", async () => {
    const skillset = await createSkillset(skills);
    const system = { role: "system", content: "Be brief.", providerOptions: { a: { cache: true } } };
    const settings = withSkills({ model, prompt, system: system as SystemModelMessage }, skillset);
    expect(settings.system).toEqual({ ...system, content: `Be brief.\n\n${skillset.prompt()}` });
    expect(system.content).toBe("Be brief.");
  });

  it("comes behind a list of messages", async () => {
    const skillset = await createSkillset(skills);
    const system: SystemModelMessage[] = [{ role: "system", content: "Be brief." }];
    const added = { role: "system", content: skillset.prompt() };
    expect(withSkills({ model, prompt, system }, skillset).system).toEqual([...system, added]);
    expect(withSkills({ model, prompt, system: [] }, skillset).system).toEqual([added]);
    expect(system).toHaveLength(1);
  });

  it("is appended to `instructions` where those are used", async () => {
    const skillset = await createSkillset(skills);
    const settings = withSkills({ model, prompt, instructions: "Be brief." }, skillset);
    expect(settings.instructions).toBe(`Be brief.\n\n${skillset.prompt()}`);
    expect(settings).not.toHaveProperty("system");
  });

  it("is given under both names to an agent that has neither", async () => {
    const skillset = await createSkillset(skills);
    const both = { system: skillset.prompt(), instructions: skillset.prompt() };
    expect(withSkills({ model }, skillset)).toMatchObject(both);
  });

  it("is given alone where there is no tool", async () => {
    const skillset = { ...(await createSkillset(skills)), tools: [] };
    expect(withSkills({ model, prompt }, skillset)).toEqual({ model, prompt, system: skillset.prompt() });
  });
});

describe("withSkills: the tools", () => {
  const prompt = "x";

  it("stand beside the program's own", async () => {
    const skillset = await createSkillset(skills);
    const given = { weather };
    const settings = withSkills({ model, prompt, tools: given, temperature: 0 }, skillset);
    expect(Object.keys(settings.tools)).toEqual(["weather", "load_skill", "read_skill_file"]);
    expect(settings.tools.weather).toBe(weather);
    expect(settings.temperature).toBe(0);
    expect(Object.keys(given)).toEqual(["weather"]);
  });

  it("refuse a tool with one of their names", async () => {
    const skillset = await createSkillset(skills);
    const settings = { model, prompt, tools: { load_skill: weather } };
    const error = catchError(() => withSkills(settings, skillset));
    expect(SkillError.is(error, "skillset-invalid") && error.facts).toEqual({ tool: "load_skill" });
    const renamed = await createSkillset(skills, { toolNames: "drover" });
    expect(() => withSkills(settings, renamed)).not.toThrow();
  });

  it("leave a name free that the skillset does not use", async () => {
    const skillset = await createSkillset(skills);
    expect(() => withSkills({ model, prompt, tools: { search_skills: weather } }, skillset)).not.toThrow();
    expect(() => withSkills({ model, prompt, tools: { toString: weather } }, skillset)).not.toThrow();
  });

  it("are active when only some tools are", async () => {
    const skillset = await createSkillset(skills);
    const { activeTools } = withSkills({ model, prompt, tools: { weather }, activeTools: ["weather"] }, skillset);
    expect(activeTools).toEqual(["weather", "load_skill", "read_skill_file"]);
  });

  it("get 20 steps unless the program says when to stop", async () => {
    const skillset = await createSkillset(skills);
    const { stopWhen } = withSkills({ model, prompt } as { model: typeof model; stopWhen?: unknown }, skillset);
    const stops = stopWhen as (state: { steps: unknown[] }) => boolean;
    expect([19, 20].map((length) => stops({ steps: Array.from({ length }) }))).toEqual([false, true]);
    const own = (): boolean => true;
    expect(withSkills({ model, prompt, stopWhen: own }, skillset).stopWhen).toBe(own);
  });

  it("and everything else is left alone when there are no skills", async () => {
    const messages: ModelMessage[] = [{ role: "user", content: "x" }];
    const settings = { model, messages, system: "Be brief.", tools: { load_skill: weather }, activeTools: [] };
    expect(withSkills(settings, await createSkillset([]))).toEqual(settings);
  });
});

describe("writeSkillEvents", () => {
  it("writes a part at each load, until it is stopped", async () => {
    const skillset = await createSkillset(skills);
    const parts: SkillLoadedPart[] = [];
    const stop = writeSkillEvents(skillset, { write: (part) => void parts.push(part) });
    await call(skillset, "load_skill", { name: "alpha" });
    await call(skillset, "load_skill", { name: "alpha" });
    await skillset.activate("/beta");
    stop();
    await call(skillset, "load_skill", { name: "alpha", reload: true });
    expect(parts).toEqual([
      { type: "data-skill_loaded", data: { name: "alpha" } },
      { type: "data-skill_loaded", data: { name: "beta" } },
    ]);
  });

  it("marks parts that are not to be kept", async () => {
    const skillset = await createSkillset(skills);
    const write = vi.fn();
    writeSkillEvents(skillset, { write }, { transient: true });
    await call(skillset, "load_skill", { name: "alpha" });
    expect(write).toHaveBeenCalledExactlyOnceWith({
      type: "data-skill_loaded",
      data: { name: "alpha" },
      transient: true,
    });
  });

  it("does not stop a load when the writer fails", async () => {
    const skillset = await createSkillset(skills);
    const write = (): never => {
      throw new Error("closed");
    };
    writeSkillEvents(skillset, { write });
    expect(await call(skillset, "load_skill", { name: "alpha" })).toContain("Say A.");
  });
});

function catchError(work: () => unknown): unknown {
  try {
    work();
    return undefined;
  } catch (error) {
    return error;
  }
}
