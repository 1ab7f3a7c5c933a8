import type { SkillTool } from "@tradecraft/sdk";

/** A tool that takes its time, and says when it has begun. */
export function slowTool(ms: number): { readonly tool: SkillTool; readonly begun: Promise<void> } {
  let begin: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const tool: SkillTool = {
    name: "slow",
    description: "Takes its time.",
    inputSchema: { type: "object", properties: {}, required: [], additionalProperties: false },
    execute: () => {
      begin();
      return new Promise((resolve) => setTimeout(() => resolve("done"), ms));
    },
  };
  return { tool, begun };
}
