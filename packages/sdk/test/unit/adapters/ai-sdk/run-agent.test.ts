import { defineAgent, defineSkill, SkillError, staticSkillSource } from "@tradecraft/sdk";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { runAgent } from "../../../../src/adapters/ai-sdk.ts";
import { promptsOf, scriptedModel } from "./scripted-model.ts";

const say = { description: "Says it.", input: z.object({}), execute: () => "said" };
const skill = defineSkill({ name: "notes", description: "Keeps notes.", body: "Write it down.", tools: { say } });
const load = [{ tool: "load_skill", input: { name: "notes" } }];
const again = { role: "user", content: "Again." } as const;

describe("runAgent: what an earlier turn loaded", () => {
  it("counts, with its tools", async () => {
    const agent = defineAgent({ name: "a", mode: "unlocked", skills: [skill] });
    const { messages } = await runAgent(agent, "Go.", { model: scriptedModel([load, "Yes."]) });
    const { skillset } = await runAgent(agent, [...messages, again], { model: scriptedModel(["Yes."]) });
    expect(skillset.unlocked().map(({ name }) => name)).toEqual(["say"]);
  });

  it("counts after it was loaded again because it had changed", async () => {
    const model = scriptedModel(["Yes."]);
    const text = `The skill "notes" has changed since it was loaded. These instructions replace the earlier ones.\n<skill name="notes">`;
    const part = { toolCallId: "1", toolName: "load_skill" };
    const { skillset } = await runAgent(
      defineAgent({ name: "a", mode: "unlocked", skills: [skill] }),
      [
        { role: "assistant", content: [{ type: "tool-call", ...part, input: { name: "notes" } }] },
        { role: "tool", content: [{ type: "tool-result", ...part, output: { type: "text", value: text } }] },
        again,
      ],
      { model },
    );
    expect(skillset.unlocked()).toHaveLength(1);
  });

  it("does not count if the load failed: the model has no instructions, and can ask for them", async () => {
    let isDown = true;
    const source = staticSkillSource([skill]);
    const flaky: typeof source = {
      ...source,
      read: async (id, call) => {
        if (isDown) throw new SkillError("source-unavailable", "Down.");
        return source.read(id, call);
      },
    };
    const agent = defineAgent({ name: "a", mode: "unlocked", skills: flaky });
    const { messages } = await runAgent(agent, "Go.", { model: scriptedModel([load, "No."]) });
    expect(JSON.stringify(messages)).toContain("could not be loaded");
    isDown = false;
    const model = scriptedModel([[{ tool: "say" }], load, "Yes."]);
    await runAgent(agent, [...messages, again], { model });
    expect(promptsOf(model)[1]).not.toContain('"said"');
    expect(promptsOf(model)[2]).toContain("Write it down.");
  });
});
