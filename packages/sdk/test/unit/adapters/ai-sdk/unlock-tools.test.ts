import { jsonSchema, tool } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { describe, expect, it } from "vitest";
import { skillTools } from "../../../../src/adapters/ai-sdk/skill-tools.ts";
import { withSkills } from "../../../../src/adapters/ai-sdk/with-skills.ts";
import { SkillError } from "../../../../src/core/errors.ts";
import type { SkillTool } from "../../../../src/core/skillset/skill-tool.ts";
import type { Skillset } from "../../../../src/core/skillset/skillset.ts";

const inputSchema = { type: "object", properties: {}, required: [], additionalProperties: true } as const;
const makeTool = (name: string): SkillTool => ({
  name,
  description: name,
  inputSchema,
  execute: () => Promise.resolve(name),
});

const unlockable = [makeTool("add"), makeTool("note")];
const unlocked: SkillTool[] = [];
// Only what withSkills looks at.
const skillset = {
  prompt: () => "",
  tools: [makeTool("load_skill")],
  unlockable,
  unlocked: () => unlocked,
} as Partial<Skillset> as Skillset;

const model = new MockLanguageModelV3();
const weather = tool({ inputSchema: jsonSchema({ type: "object" }), execute: () => "warm" });
const clock = tool({ inputSchema: jsonSchema({ type: "object" }), execute: () => "late" });
const step = { stepNumber: 0, steps: [], messages: [] };

interface More {
  activeTools?: ("weather" | "clock")[];
  prepareStep?: () => unknown;
}

async function stepOf(more: More): Promise<unknown> {
  const settings: More & { model: typeof model; prompt: string } = { model, prompt: "x", ...more };
  const { prepareStep } = withSkills({ ...settings, tools: { weather, clock } }, skillset) as {
    prepareStep: (options: typeof step) => unknown;
  };
  return prepareStep(step);
}

describe("withSkills in mode unlocked", () => {
  it("has all tools that could be unlocked", () => {
    expect(Object.keys(skillTools(skillset))).toEqual(["load_skill", "add", "note"]);
    const settings = withSkills({ model, prompt: "x", tools: { weather } }, skillset);
    expect(Object.keys(settings.tools)).toEqual(["weather", "load_skill", "add", "note"]);
  });

  it("refuses a tool of the program with the name of one of them", () => {
    const refused = (): unknown => withSkills({ model, prompt: "x", tools: { note: weather } }, skillset);
    expect(refused).toThrow(SkillError);
  });

  it.each<[string, More, string[], object]>([
    ["all tools of the program", {}, ["weather", "clock"], {}],
    ["its active tools", { activeTools: ["clock"] }, ["clock"], {}],
    [
      "what its prepareStep says",
      { prepareStep: () => ({ activeTools: ["weather", "add"], toolChoice: "auto" }) },
      ["weather"],
      { toolChoice: "auto" },
    ],
    [
      "what it says when its prepareStep does not",
      { activeTools: ["clock"], prepareStep: () => Promise.resolve({ system: "s" }) },
      ["clock"],
      { system: "s" },
    ],
    ["all, where its prepareStep says nothing", { prepareStep: () => undefined }, ["weather", "clock"], {}],
  ])("shows %s, and what is unlocked by then", async (_, more, own, rest) => {
    unlocked.length = 0;
    expect(await stepOf(more)).toEqual({ ...rest, activeTools: [...own, "load_skill"] });
    unlocked.push(...unlockable.slice(1));
    expect(await stepOf(more)).toEqual({ ...rest, activeTools: [...own, "load_skill", "note"] });
  });

  it("leaves prepareStep alone where nothing can be unlocked", () => {
    const settings = withSkills({ model, prompt: "x" }, { ...skillset, unlockable: [] });
    expect(settings).not.toHaveProperty("prepareStep");
  });
});
