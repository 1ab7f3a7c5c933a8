import { jsonSchema, tool, type ToolSet } from "ai";
import type { MockLanguageModelV3 } from "ai/test";
import { describe, it } from "vitest";
import { aiSubagents } from "../../src/adapters/ai-sdk/ai-subagents.ts";
import { aiToolset } from "../../src/adapters/ai-sdk/ai-toolset.ts";
import { type ContractModel, subagentRunnerContract, toolsetContract } from "../../src/testing/index.ts";
import { scriptedModel, type Turn } from "../unit/adapters/ai-sdk/scripted-model.ts";

/** The contract's model, as the AI SDK has models. */
function modelOf(model: ContractModel): MockLanguageModelV3 {
  const turn: Turn = async ({ prompt, tools = [] }) => {
    const answer = await model({ text: JSON.stringify(prompt), tools: tools.map(({ name }) => name) });
    if ("error" in answer) return answer.error;
    return "text" in answer ? answer.text : [{ tool: answer.tool, input: answer.input as object }];
  };
  return scriptedModel(Array.from({ length: 100 }, () => turn));
}

describe("aiSubagents keeps the contract of runners", () => {
  const cases = subagentRunnerContract({
    create: (model) => ({ runner: aiSubagents({ model: modelOf(model), env: {}, maxRetries: 0 }) }),
  });
  for (const { name, run } of cases) it(name, run);
});

describe("aiToolset keeps the contract of toolsets", () => {
  const cases = toolsetContract({
    create: (tools) => {
      const set: ToolSet = Object.fromEntries(
        tools.map((each) => [
          each.name,
          tool({
            description: each.description,
            inputSchema: jsonSchema<object>(each.inputSchema),
            execute: (input, { abortSignal: signal }) => each.execute(input, signal === undefined ? {} : { signal }),
          }),
        ]),
      );
      return { toolset: aiToolset(set) };
    },
  });
  for (const { name, run } of cases) it(name, run);
});
