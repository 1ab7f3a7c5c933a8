import type { CliStream } from "../../io.ts";
import { stringifyJson } from "../../report/stringify-json.ts";
import type { ChatView } from "../chat-view.ts";

/** For programs: each event as one line of JSON. */
export function createJsonView(output: CliStream): ChatView {
  const write = (value: object): void =>
    // Safe on a terminal too; layout is taken out again.
    void output.write(`${stringifyJson(value).replace(/\n\s*/g, " ").trim()}\n`);
  return {
    text: (text) => write({ type: "text", text }),
    event: (event) => write(event),
    toolCall: (name, input) => write({ type: "tool-call", name, input }),
    toolError: (name, error) =>
      write({ type: "tool-error", name, message: error instanceof Error ? error.message : String(error) }),
    notice: (message) => write({ type: "notice", message }),
    error: (message) => write({ type: "error", message }),
    end: (end) => write(end.kind === "done" ? { type: "done", text: end.text, state: end.state } : { type: end.kind }),
  };
}
