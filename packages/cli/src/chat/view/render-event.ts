import type { SkillsetEvents } from "@tradecraft/sdk";
import { fit } from "../../text/fit.ts";
import { oneLine } from "../../text/one-line.ts";
import type { ChatEvent } from "../chat-event.ts";
import { renderPatch } from "./render-patch.ts";
import { shortJson } from "./short-json.ts";

/** What an event looks like in a chat: lines of at most so many columns, safe to print. */
export function renderEvent(event: ChatEvent, columns: number): string[] {
  const line = (text: string): string[] => [fit(oneLine(text), columns)];
  switch (event.type) {
    case "skill-loaded":
      return line(`● loaded skill ${event.id}${event.by === "user" ? ", for you" : ""}`);
    case "subagent-start":
      return line(`▸ skill ${event.id} in a sub-agent: ${event.request}`);
    case "subagent-end":
      return line(event.error === undefined ? `✓ ${event.id}: ${event.text ?? ""}` : `✗ ${event.error}`);
    case "file-read":
      return line(`● read ${event.id}/${event.path}${event.truncated ? ", in part" : ""}`);
    case "script-start":
      return line(`▸ ${event.id}/${event.script} ${event.args.map((arg) => JSON.stringify(arg)).join(" ")}`);
    case "script-end":
      return line(scriptEnd(event));
    case "tool-start":
      return [withJson(`▸ ${event.id}.${event.tool}`, event.input, columns)];
    case "tool-end":
      return event.error === undefined ? [withJson("✓", event.output, columns)] : line(`✗ ${event.error}`);
    case "state-changed":
      return renderPatch(event.patch, columns);
    case "custom":
      return [withJson(`◇ ${event.name}`, event.value, columns)];
    case "catalog-truncated":
      return line(
        `● ${event.omitted} of ${event.listed + event.omitted} skills are not in the prompt; they can be searched`,
      );
    case "signature-warning":
      return line(`● ${event.id}: ${event.message}`);
    case "approval-requested":
      // The question itself is shown.
      return [];
  }
}

function withJson(start: string, value: unknown, columns: number): string {
  const begun = fit(oneLine(start), Math.max(8, Math.floor(columns / 2)));
  return value === undefined ? begun : `${begun} ${shortJson(value, columns - begun.length - 1)}`;
}

function scriptEnd({ result, ...event }: SkillsetEvents["script-end"]): string {
  if (result === undefined) return `✗ ${"error" in event ? String(event.error) : "it could not be run"}`;
  const { exitCode, signal, timedOut, stdout, stderr } = result;
  const isGood = exitCode === 0;
  const [first = "", ...rest] = (isGood ? stdout : stderr || stdout).trim().split("\n");
  const more = rest.length === 0 ? "" : ` … ${rest.length} more lines`;
  if (isGood) return `✓ ${first === "" ? "done" : first}${more}`;
  return `✗ ${timedOut ? "its time was up" : `ended with ${signal ?? exitCode}`}: ${first}${more}`;
}
