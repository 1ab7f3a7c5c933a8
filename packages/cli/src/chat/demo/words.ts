import type { ReadCall } from "./read-call.ts";

const demoIds = new Set(["dice", "score"]);

/** What it says first: at the start of a chat it explains itself. */
export function opening({ isFirst }: ReadCall, how: string): string {
  const who = isFirst ? "I am a scripted demonstration; nothing leaves this computer. " : "";
  return `${who}${how}`;
}

/** The skill of the person's own that a message names, if the prompt lists it. */
export function namedSkill({ asked, system }: ReadCall): string | undefined {
  const listed = [...system.matchAll(/<skill name="([^"]+)"/g)].map(([, id]) => id ?? "");
  return listed.find((id) => !demoIds.has(id) && asked.toLowerCase().includes(id.toLowerCase()));
}

/** What it says when nobody agreed to the script. */
export const notRun =
  "The script was not run, so there is nothing to count. Ask again, and answer `y` to the question.";

/** What it says at the end. */
export function closing(note: string, total: string): string {
  return `You rolled ${note}, and the score is ${total} now. Type /state to see what the skill keeps, or /help.`;
}
