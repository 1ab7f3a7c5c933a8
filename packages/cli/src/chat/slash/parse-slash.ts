import { closest } from "../../args/closest.ts";

/** Commands of the chat itself, with what they do. */
export const slashCommands: Readonly<Record<string, string>> = {
  help: "show this",
  skills: "list the skills that the model may use",
  load: "<skill>  load a skill for the next message",
  state: "show what the skills keep",
  edit: "edit it, in $EDITOR or line by line",
  clear: "forget the conversation; the state stays",
  exit: "leave",
};

/** What a line with a slash asks for. */
export type Slash =
  | { readonly kind: "command"; readonly name: string; readonly rest: string }
  | { readonly kind: "skill"; readonly id: string; readonly rest: string }
  | { readonly kind: "unknown"; readonly name: string; readonly near: string | undefined };

/** Reads a line that begins with a slash; undefined for any other. */
export function parseSlash(line: string, skills: readonly string[]): Slash | undefined {
  const text = line.trim();
  if (!text.startsWith("/")) return undefined;
  const end = text.search(/\s/);
  const name = end < 0 ? text.slice(1) : text.slice(1, end);
  const rest = end < 0 ? "" : text.slice(end).trim();
  const command = name === "quit" ? "exit" : name;
  if (Object.hasOwn(slashCommands, command)) return { kind: "command", name: command, rest };
  if (skills.includes(name)) return { kind: "skill", id: name, rest };
  return { kind: "unknown", name, near: closest(name, [...Object.keys(slashCommands), ...skills]) };
}
