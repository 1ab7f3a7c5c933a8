import type { ReferenceLoader } from "../../workflow/define/workflow-definition.ts";
import type { SessionStore } from "../../workflow/session/session-store.ts";

/** How a workflow is served over MCP. */
export interface WorkflowServerOptions {
  /** Where sessions live: another server with the same store goes on with them. In memory if nothing is said. */
  readonly store?: SessionStore;
  /** Files of the skill; without it every `load` fails and says so. */
  readonly refs?: ReferenceLoader;
  /** Who calls: `claude-code`, `codex`, …; if nothing is said, what the client's name tells. */
  readonly host?: string;
  /** Tools that the agent has, beside those its host is known for. */
  readonly tools?: readonly string[];
  /** The agent is a sub-agent: `tools` is then all it has. */
  readonly isSubagent?: boolean;
  /**
   * Who asks the user. `auto`: the server, where the client offers forms, the questions of a prompt give the whole answer,
   * and the prompt holds nothing else for the agent to do. `always`: also where it does; the agent then never sees that
   * prompt. `never`: the agent. Default `auto`.
   */
  readonly elicitation?: "auto" | "always" | "never";
  /** How long the user may take, in milliseconds. Default 10 minutes. */
  readonly elicitationTimeout?: number;
  /** Sessions at the same time; finished ones make room. Default 1,000. */
  readonly maxSessions?: number;
  /** Milliseconds after which a session that nobody used is removed. Default 7 days. */
  readonly sessionTtl?: number;
  /** Told what went wrong, in full; clients hear nothing about this machine. */
  readonly onError?: (error: Error) => void;
  /** For tests. */
  readonly now?: () => Date;
}

const week = 604_800_000;

/** The limits with their defaults, checked. */
export function resolveLimits(options: WorkflowServerOptions): {
  readonly maxSessions: number;
  readonly sessionTtl: number;
  readonly elicitationTimeout: number;
} {
  const limits = {
    maxSessions: options.maxSessions ?? 1000,
    sessionTtl: options.sessionTtl ?? week,
    elicitationTimeout: options.elicitationTimeout ?? 600_000,
  };
  for (const [name, value] of Object.entries(limits))
    if (!(value > 0)) throw new TypeError(`${name} must be a positive number`);
  // Timers take longer times for none.
  return { ...limits, elicitationTimeout: Math.min(limits.elicitationTimeout, 2 ** 31 - 1) };
}
