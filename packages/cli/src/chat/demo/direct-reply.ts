import type { DemoReply } from "./demo-types.ts";
import type { ReadCall } from "./read-call.ts";
import { diceWanted, readRolled } from "./rolled.ts";
import { closing, namedSkill, notRun, opening } from "./words.ts";

/** Without sub-agents: it asks for each skill, runs the script and calls the tool itself. */
export function directReply(call: ReadCall): DemoReply {
  const { typed, results } = call;
  const last = results.at(-1);
  const own = namedSkill(call);
  if (own !== undefined) {
    if (last === undefined) return { text: `That is a task for the skill ${own}. `, call: query(own) };
    return {
      text: `I have the instructions of ${own} now, ${last.text.length} characters. A model would follow them; I am a script and stop here.`,
    };
  }
  if (last === undefined) return { text: opening(call, "Dice need a skill; I ask for it. "), call: query("dice") };
  const rolled = results.map(({ text }) => readRolled(text)).find((found) => found !== undefined);
  if (last.tool === "query_skill" && rolled === undefined) {
    const args = [String(diceWanted(typed))];
    return {
      text: "Its instructions name a script, which runs only if you agree. ",
      call: { tool: "run_skill_script", input: { skill: "dice", script: "scripts/roll.mjs", args } },
    };
  }
  if (rolled === undefined) return { text: notRun };
  if (last.tool === "run_skill_script") return { text: "Now the skill that keeps the score. ", call: query("score") };
  if (last.tool === "query_skill") {
    const { points, note } = rolled;
    return {
      text: "",
      call: { tool: "execute_skill_tool", input: { skill: "score", tool: "add", arguments: { points, note } } },
    };
  }
  return { text: closing(rolled.note, last.text.match(/\d+/)?.[0] ?? "?") };
}

function query(skill: string): NonNullable<DemoReply["call"]> {
  return { tool: "query_skill", input: { skill } };
}
