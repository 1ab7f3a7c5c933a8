import type { DemoReply } from "./demo-types.ts";
import type { ReadCall } from "./read-call.ts";
import { diceWanted, readRolled } from "./rolled.ts";
import { closing, namedSkill, notRun, opening } from "./words.ts";

/** With sub-agents: it hands each task on. */
export function delegatingReply(call: ReadCall): DemoReply {
  const { asked, typed, results } = call;
  const [first, second] = results;
  const own = namedSkill(call);
  if (own !== undefined) {
    if (first === undefined) return { text: `That is a task for the skill ${own}. `, call: delegate(own, asked) };
    return { text: `Its sub-agent answers: ${first.text}` };
  }
  if (first === undefined) {
    const request = `Roll the dice: ${diceWanted(typed)}.`;
    return {
      text: opening(call, "Dice need a skill; I hand the task to a sub-agent. "),
      call: delegate("dice", request),
    };
  }
  const rolled = readRolled(first.text);
  if (rolled === undefined) return { text: notRun };
  if (second === undefined) {
    const { points, note } = rolled;
    return { text: "Now the skill that keeps the score. ", call: delegate("score", `Add ${points} points: ${note}`) };
  }
  return { text: closing(rolled.note, second.text.match(/\d+/)?.[0] ?? "?") };
}

/** As a sub-agent: its tools and its system prompt say which skill it has. */
export function subagentReply({ tools, system, asked, results }: ReadCall): DemoReply {
  const last = results.at(-1);
  if (tools.has("add")) {
    if (last !== undefined) return { text: `The score is ${last.text} now.` };
    const found = /Add (\d+) points: (.+)/.exec(asked);
    return { text: "", call: { tool: "add", input: { points: Number(found?.[1] ?? 0), note: found?.[2] ?? asked } } };
  }
  if (tools.has("run_skill_script") && system.includes("scripts/roll.mjs")) {
    if (last !== undefined) return { text: /rolled .* points/.exec(last.text)?.[0] ?? "The script was not run." };
    const args = [String(diceWanted(asked))];
    return { text: "", call: { tool: "run_skill_script", input: { skill: "dice", script: "scripts/roll.mjs", args } } };
  }
  return {
    text: `I was given the skill, ${system.length} characters of instructions. A model would follow them; I am a script and stop here.`,
  };
}

function delegate(skill: string, request: string): NonNullable<DemoReply["call"]> {
  return { tool: "execute_skill", input: { skill, request } };
}
