import { parseArgs } from "node:util";
import { messageOf } from "../../core/message-of.ts";
import { type ListenAddress, parseListenAddress } from "../../node/http/listen-address.ts";
import { usageFault } from "../output/failure.ts";
import { readToken } from "./http/read-token.ts";
import type { WorkflowServerOptions } from "./server-options.ts";

/** What `mcp` was asked to do. */
export interface ServeFlags {
  readonly sessionDir: string | undefined;
  /** Undefined for stdio. */
  readonly http: { readonly http: ListenAddress; readonly token: string | undefined } | undefined;
  readonly options: Pick<WorkflowServerOptions, "host" | "tools" | "isSubagent" | "elicitation">;
}

const text = { type: "string" } as const;
const known = {
  host: text,
  tools: text,
  subagent: { type: "boolean" },
  "session-dir": text,
  elicitation: text,
  http: text,
} as const;

const hint =
  "mcp [--http [HOST:]PORT] [--host H] [--tools a,b] [--subagent] [--session-dir D] [--elicitation auto|always|never]";

/** Reads the flags after `mcp`; throws a `CommandFault` for what nobody could have meant. */
export function readServeFlags(args: readonly string[], env: Readonly<Record<string, string | undefined>>): ServeFlags {
  try {
    const { values } = parseArgs({ args: [...args], options: known });
    const { host, tools, subagent, elicitation } = values;
    const http = values.http === undefined ? undefined : parseListen(values.http);
    return {
      sessionDir: values["session-dir"],
      http: http && { http, token: readToken(http, env) },
      options: {
        ...(host !== undefined && { host }),
        ...(tools !== undefined && { tools: tools.split(",").flatMap((name) => name.trim() || []) }),
        ...(subagent === true && { isSubagent: true }),
        ...(elicitation !== undefined && { elicitation: modeOf(elicitation) }),
      },
    };
  } catch (error) {
    throw usageFault(messageOf(error), { hint });
  }
}

function parseListen(text: string): ListenAddress {
  const address = parseListenAddress(text);
  if (address !== undefined) return address;
  throw new TypeError(`--http is a port or host:port, as 8808 or [::1]:8808, not "${text.slice(0, 80)}".`);
}

function modeOf(mode: string): "auto" | "always" | "never" {
  if (mode === "auto" || mode === "always" || mode === "never") return mode;
  throw new TypeError(`--elicitation is "auto", "always" or "never", not "${mode.slice(0, 80)}".`);
}
