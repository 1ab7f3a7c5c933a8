import { defineAgent } from "@tradecraft/sdk";
import { runAgent } from "@tradecraft/sdk/ai-sdk";
import { calculator } from "./calculator.mjs";

export const ask = (model, question, mode, state) => {
  const agent = defineAgent({ name: "clerk", model, instructions: "Answer in one line.", skills: [calculator], mode });
  return runAgent(agent, question, { state });
};
