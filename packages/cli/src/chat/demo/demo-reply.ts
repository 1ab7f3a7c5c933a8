import type { DemoReply } from "./demo-types.ts";
import { directReply } from "./direct-reply.ts";
import type { ReadCall } from "./read-call.ts";
import { delegatingReply, subagentReply } from "./subagent-replies.ts";

const slow = /\b(slow|slowly|story|long|wait)\b/i;
const hello = /\b(who|what) are you\b|^\s*(hello|hi|hey|help)\b/i;

/** What the demonstration model answers to what it is sent. */
export function demoReply(call: ReadCall): DemoReply {
  if (call.tools.has("execute_skill")) return general(call) ?? delegatingReply(call);
  if (call.tools.has("query_skill")) return general(call) ?? directReply(call);
  return subagentReply(call);
}

function general({ typed, results }: ReadCall): DemoReply | undefined {
  if (results.length > 0) return undefined;
  if (slow.test(typed)) return { text: story(), pace: 120 };
  if (hello.test(typed)) {
    return {
      text: [
        "I am no language model. I am a script that behaves like one, so that you can see what skills do without a key",
        "and without a network.\n\nSay `roll three dice` and I use two skills, or `tell me a slow story` and press Escape.",
      ].join(" "),
    };
  }
  return undefined;
}

function story(): string {
  const line = "Once there was a skill that took its time, and nobody minded, because Escape was always near. ";
  return `${line.repeat(8)}The end.`;
}
