import { createInterface } from "node:readline";

/** What a person can answer: once, for as long as the content stays the same, or not at all. */
export type Answer = "once" | "always" | "no";

export interface AskStreams {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}

/** Asks on a terminal; the end of the input and Ctrl-C are a no. */
export function ask(question: string, { input, output }: AskStreams): Promise<Answer> {
  return new Promise((resolve) => {
    const lines = createInterface({ input, output });
    lines.once("close", () => resolve("no"));
    lines.once("SIGINT", () => lines.close());
    lines.question(question, (line) => {
      resolve(toAnswer(line));
      lines.close();
    });
  });
}

function toAnswer(line: string): Answer {
  const word = line.trim().toLowerCase();
  if (word === "y" || word === "yes") return "once";
  return word === "a" || word === "always" ? "always" : "no";
}
