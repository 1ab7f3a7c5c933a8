import { createSkillset, defineAgent, type Skillset } from "@tradecraft/sdk";
import { asSkill, memorySessionStore, skill, terminal, type } from "@tradecraft/sdk/workflow";
import { describe, expect, it } from "vitest";
import { runAgent } from "../../../src/adapters/ai-sdk.ts";
import { promptsOf, scriptedModel } from "../adapters/ai-sdk/scripted-model.ts";

const greeter = skill({
  name: "greeter",
  description: "Greets somebody. Use it when somebody comes.",
  entry: "gate",
  system: "Be kind.",
  params: type({ lang: "string" }),
})
  .step("gate", { next: "greet" })
  .step("greet", {
    prompt: ({ params, host }) => `Greet in ${params.lang} on ${host.name}`,
    response: type({ name: "string" }),
    next: "list",
  })
  .step("list", { prompt: ({ refs }) => refs.load("list.md"), response: type("string[]"), next: terminal })
  .build();

const refs = { load: (file: string) => `Text of ${file}`, asset: (path: string) => path };

function execute(skillset: Skillset, tool: string, args: object = {}): Promise<string> {
  const own = skillset.tools.find(({ name }) => name === "execute_skill_tool")!;
  return own.execute({ skill: "greeter", tool, arguments: args });
}

function caller(skillset: Skillset) {
  return async (tool: string, args: object = {}): Promise<Record<"session" | "prompt" | "preamble", string>> =>
    JSON.parse(await execute(skillset, tool, args));
}

describe("asSkill", () => {
  it("makes an ordinary skill that explains the loop", async () => {
    const skillset = await createSkillset([asSkill(greeter)]);
    expect(skillset.prompt()).toContain("Greets somebody.");
    const loaded = await skillset.tools.find(({ name }) => name === "load_skill")!.execute({ name: "greeter" });
    for (const text of ["Call `start`", "`advance`", "`status`", "- gate: (passed by itself)", "lang"])
      expect(loaded).toContain(text);
    expect(asSkill(greeter, { name: "hello" })).toMatchObject({ name: "hello" });
  });

  it("is run by its tools", async () => {
    const skillset = await createSkillset([asSkill(greeter, { refs, host: "codex" })]);
    const call = caller(skillset);
    expect(await call("status")).toMatchObject({ status: "error", code: "session-unknown" });
    expect(await execute(skillset, "start", { params: {} })).toContain("its input does not fit. /params");
    expect(await call("start")).toMatchObject({ status: "error", code: "params-invalid" });
    const start = await call("start", { params: { lang: "Basque" } });
    expect(start).toMatchObject({ status: "prompt", step: "greet", autoAdvanced: [{ step: "gate" }] });
    expect(start.prompt).toBe("<prompt>\nGreet in Basque on codex\n</prompt>");
    expect(start.preamble).toMatch(/^Be kind\..*request_user_input/s);
    expect(await call("advance", { step: "greet", output: { name: 1 } })).toMatchObject({
      code: "answer-invalid",
      retry: true,
    });
    const next = await call("advance", { step: "greet", output: { name: "Ada" } });
    expect(next).toMatchObject({ step: "list", prompt: expect.stringContaining("Text of list.md") });
    expect(await call("status")).toMatchObject({ status: "prompt", state: "waiting", step: "list" });
    expect(await call("start", { session: start.session })).toMatchObject({ step: "list", preamble: start.preamble });
    expect(await call("advance", { session: start.session, step: "list", output: ["a"] })).toMatchObject({
      status: "done",
      finalOutput: ["a"],
    });
    expect(await call("advance", { step: "list", output: [] })).toMatchObject({ code: "session-ended" });
  });

  it("keeps the runs of one skillset session from those of another", async () => {
    const definition = asSkill(greeter, { store: memorySessionStore(), refs });
    const [one, other] = [await createSkillset([definition]), await createSkillset([definition])];
    const { session } = await caller(one)("start", { params: { lang: "Basque" } });
    const answer = { session, step: "greet", output: { name: "Ada" } };
    for (const tool of ["start", "advance", "status"])
      expect(await caller(other)(tool, tool === "advance" ? answer : { session })).toMatchObject({
        code: "session-unknown",
      });
    expect(await caller(one)("advance", answer)).toMatchObject({ step: "list" });
  });

  it("is run by an AI SDK agent", async () => {
    const use = (tool: string, args: object) => [
      { tool: "execute_skill_tool", input: { skill: "greeter", tool, arguments: args } },
    ];
    const model = scriptedModel([
      [{ tool: "load_skill", input: { name: "greeter" } }],
      use("start", { params: { lang: "Basque" } }),
      use("advance", { step: "greet", output: { name: "Ada" } }),
      use("advance", { step: "list", output: '["kaixo"]' }),
      "Done.",
    ]);
    const agent = defineAgent({ name: "a", skills: [asSkill(greeter, { refs })] });
    const { text } = await runAgent(agent, "Greet Ada.", { model });
    expect(text).toBe("Done.");
    expect(promptsOf(model)[2]).toContain("Greet in Basque on generic");
    expect(promptsOf(model)[4]).toContain("kaixo");
    expect(promptsOf(model)[4]).toMatch(/status[\\"]*:[\\"]*done/);
  });
});
