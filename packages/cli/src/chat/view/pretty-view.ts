import type { CliStream } from "../../io.ts";
import type { Colors } from "../../text/colors.ts";
import { fit } from "../../text/fit.ts";
import { oneLine } from "../../text/one-line.ts";
import { terminalWidth } from "../../text/terminal-width.ts";
import { visible } from "../../text/visible.ts";
import type { ChatEvent } from "../chat-event.ts";
import type { ChatView } from "../chat-view.ts";
import { renderEvent } from "./render-event.ts";
import { createSafeText } from "./safe-text.ts";
import { shortJson } from "./short-json.ts";
import { createWordFlow } from "./word-flow.ts";

export interface PrettyViewOptions {
  /** Where the answer goes. */
  readonly answer: CliStream;
  /** Where everything else goes. */
  readonly notes: CliStream;
  readonly colors: Colors;
}

/** A view that others can write lines into. */
export interface PrettyView extends ChatView {
  /** Lines that are safe to print already, below what is there. */
  lines(all: readonly string[]): void;
  /** Writes nothing until the result is called: a question stands at the end of the screen. */
  hold(): () => void;
}

/** For people: the answer as it comes, and between its parts dim lines on what happens. */
export function createPrettyView({ answer, notes, colors }: PrettyViewOptions): PrettyView {
  const isJoined = answer === notes || (answer.isTTY === true && notes.isTTY === true);
  const active = new Map<string, string>();
  const width = (): number => terminalWidth(notes) - 1;
  const flow = answer.isTTY === true ? createWordFlow(() => terminalWidth(answer) - 1) : undefined;
  let safe = createSafeText();
  let isMidLine = false;
  let isWaiting = false;
  let held: (() => void)[] | undefined;

  const write = (text: string): void => {
    if (text === "") return;
    answer.write(text);
    isMidLine = !text.endsWith("\n");
  };
  const endLine = (): void => {
    write(flow?.end() ?? "");
    if (isMidLine) write("\n");
  };
  const lines = (all: readonly string[], paint: (text: string) => string, depth = 0): void => {
    if (all.length === 0) return;
    if (held !== undefined) return void held.push(() => lines(all, paint, depth));
    if (isJoined) endLine();
    for (const line of all) notes.write(`${"  ".repeat(depth)}${paint(line)}\n`);
    isWaiting = isJoined;
  };
  const say = (delta: string): void => {
    if (held !== undefined) return void held.push(() => say(delta));
    let text = safe(delta);
    // Between lines on what happens, an answer begins where a line does.
    if (isWaiting) text = text.replace(/^\s+/, "");
    if (text === "") return;
    isWaiting = false;
    write(flow?.push(text) ?? text);
  };

  return {
    text: say,
    event(event) {
      if (event.type === "subagent-end") active.delete(event.runId);
      const depth = depthOf(event, active);
      lines(renderEvent(event, width() - 2 * depth), paintOf(event, colors), depth);
      if (event.type === "subagent-start") active.set(event.runId, event.id);
    },
    toolCall(name, input) {
      lines([`▸ ${fit(name, 40)} ${shortJson(input, width() - 45)}`], colors.dim);
    },
    toolError(name, error) {
      const message = error instanceof Error ? error.message : String(error);
      lines([fit(`✗ ${name}: ${oneLine(message)}`, width())], colors.dim);
    },
    lines: (all) => lines(all, (text) => text),
    hold() {
      const waiting: (() => void)[] = (held = []);
      return () => {
        held = undefined;
        for (const each of waiting) each();
      };
    },
    notice: (text) => lines([visible(text)], colors.dim),
    error: (text) => lines([`✗ ${visible(text)}`], colors.red),
    end({ kind }) {
      endLine();
      isWaiting = false;
      safe = createSafeText();
      active.clear();
      if (kind === "cancelled") lines(["cancelled"], colors.yellow);
    },
  };
}

/** Below a sub-agent's line, what it does; scripts say whose they are by their skill alone. */
function depthOf(event: ChatEvent, active: ReadonlyMap<string, string>): number {
  if ("runId" in event && event.runId !== undefined) return active.has(event.runId) ? 1 : 0;
  const isScript = event.type === "script-start" || event.type === "script-end" || event.type === "file-read";
  return isScript && [...active.values()].includes(event.id) ? 1 : 0;
}

function paintOf(event: ChatEvent, colors: Colors): (text: string) => string {
  if (event.type === "state-changed") return colors.blue;
  const hasFailed =
    ("error" in event && event.error !== undefined) || (event.type === "script-end" && event.result?.exitCode !== 0);
  return hasFailed ? colors.red : colors.dim;
}
