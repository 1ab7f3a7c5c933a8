import type { DemoCall } from "./demo-types.ts";

/** What the demonstration model looks at in what it is sent. */
export interface ReadCall {
  readonly tools: ReadonlySet<string>;
  readonly system: string;
  /** The person's last message. */
  readonly asked: string;
  /** The same without the instructions of skills that went with it: what the person typed. */
  readonly typed: string;
  /** Whether it is the first one. */
  readonly isFirst: boolean;
  /** What tools answered since then, in order. */
  readonly results: readonly { readonly tool: string; readonly text: string }[];
}

/** A skill that a person loaded, as it stands before the message. */
const loaded = /^<skill name="[^]*?\n<\/skill>\s*/gm;

/** Takes a call of a model apart. */
export function readCall({ prompt, tools = [] }: Pick<DemoCall, "prompt" | "tools">): ReadCall {
  let system = "";
  let asked = "";
  let turns = 0;
  let results: { tool: string; text: string }[] = [];
  for (const message of prompt) {
    if (message.role === "system") system += message.content;
    else if (message.role === "user") {
      asked = message.content.map((part) => (part.type === "text" ? part.text : "")).join("");
      results = [];
      turns++;
    } else if (message.role === "tool") {
      for (const part of message.content) {
        if (part.type !== "tool-result") continue;
        const { output } = part;
        const value = "value" in output ? output.value : "";
        results.push({ tool: part.toolName, text: typeof value === "string" ? value : JSON.stringify(value) });
      }
    }
  }
  return {
    tools: new Set(tools.map(({ name }) => name)),
    system,
    asked,
    typed: asked.replaceAll(loaded, ""),
    isFirst: turns <= 1,
    results,
  };
}
