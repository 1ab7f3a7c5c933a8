/** Flags with a value. */
export type ValueFlag =
  | "params"
  | "step"
  | "output"
  | "history"
  | "host"
  | "tools"
  | "session"
  | "session-dir"
  | "output-mode"
  | "key"
  | "decide"
  | "to"
  | "older-than";

/** Flags that are there or not. */
export type SwitchFlag = "subagent" | "force" | "preamble" | "accept-drift";

/** What was given. */
export type Flags = { readonly [Name in ValueFlag]?: string } & { readonly [Name in SwitchFlag]?: true };

/** Commands of a workflow; `topics`, `topic` and `mcp` are those of a reference skill too. */
export type Command =
  | "start"
  | "advance"
  | "status"
  | "resume"
  | "back"
  | "list"
  | "preamble"
  | "cleanup"
  | "topics"
  | "topic"
  | "mcp";

const handshake = ["host", "tools", "subagent"] as const;
const session = ["session", "session-dir"] as const;

/** Which flags a command takes. Those of `mcp` are the server's own. */
export const commandFlags: Readonly<Record<Command, readonly (ValueFlag | SwitchFlag)[]>> = {
  start: ["params", ...handshake, ...session, "output-mode"],
  advance: ["step", "output", "params", "history", ...handshake, ...session, "key"],
  status: session,
  resume: [...session, "decide", "preamble", "accept-drift", "params", "history", ...handshake],
  back: [...session, "to", "force"],
  list: ["session-dir"],
  preamble: [...session, ...handshake],
  cleanup: [...session, "older-than"],
  topics: [],
  topic: [],
  mcp: [],
};

const switches: ReadonlySet<string> = new Set<SwitchFlag>(["subagent", "force", "preamble", "accept-drift"]);

/** Whether a flag takes no value. */
export function isSwitch(name: string): name is SwitchFlag {
  return switches.has(name);
}
