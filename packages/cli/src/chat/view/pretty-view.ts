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
}

/** For people: the answer as it comes, and between its parts dim lines on what happens. */
export function createPrettyView({ answer, notes, colors }: PrettyViewOptions): PrettyView {
  const isJoined = answer === notes || (answer.isTTY === true && notes.isTTY === true);
  const active = new Map<string, string>();
  let safe = createSafeText();
  let isMidLine = false;
  let isWaiting = false;

  const lines = (all: readonly string[], paint: (text: string) => string, depth = 0): void => {
    if (all.length === 0) return;
    if (isMidLine && isJoined) {
      answer.write("\n");
      isMidLine = false;
    }
    for (const line of all) notes.write(`${"  ".repeat(depth)}${paint(line)}\n`);
    isWaiting = isJoined;
  };
  const width = (): number => terminalWidth(notes) - 1;

  return {
    text(delta) {
      let text = safe(delta);
      // Between lines on what happens, an answer begins where a line does.
      if (isWaiting && !isMidLine) text = text.replace(/^\s+/, "");
      if (text === "") return;
      isWaiting = false;
      answer.write(text);
      isMidLine = !text.endsWith("\n");
    },
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
    notice: (text) => lines([visible(text)], colors.dim),
    error: (text) => lines([`✗ ${visible(text)}`], colors.red),
    end({ kind }) {
      if (isMidLine) answer.write("\n");
      isMidLine = false;
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
