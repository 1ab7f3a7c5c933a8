import { longestTimer } from "../within.ts";

/** Who may call over HTTP, and how much. */
export interface McpHandlerOptions {
  /** Callers must send one of these as `Authorization: Bearer …`. */
  readonly token?: string | readonly string[];
  /** Decides on each request; a text says who it is, and their sessions are theirs alone. Replaces `token`. */
  readonly verify?: (request: Request) => boolean | string | Promise<boolean | string>;
  /** Web pages that may call, as `https://app.example.com`. Default: pages of this machine. */
  readonly origins?: readonly string[];
  /** Names under which this server may be called, without ports. Default: this machine's, or any with `token` or `verify`. */
  readonly hosts?: readonly string[];
  /** The only path that is served, as `/mcp`; others get 404. Default: every path. */
  readonly path?: string;
  /** Default 1 MiB. */
  readonly maxBodyBytes?: number;
  /** How long a body may take to arrive. Default 10 seconds. */
  readonly bodyTimeoutMs?: number;
  /** Keep sessions for clients of the 2025 protocol. Without, each call stands alone. Default true. */
  readonly sessions?: boolean;
  /** Sessions at the same time. Default 1,000. */
  readonly maxSessions?: number;
  /**
   * Sessions, and streams of changes, of one caller at the same time, so that nobody takes them all. Default: a tenth of
   * `maxSessions`, but at least 10. Callers are told apart by `verify`, by several tokens, or else by `caller`; where nobody
   * can tell them apart, there is no share.
   */
  readonly maxSessionsPerCaller?: number;
  /** Whose share of the sessions a request counts for, as the address it comes from. It lets nobody in. */
  readonly caller?: (request: Request) => string | undefined;
  /** A session without a call or an open stream ends after this. Default 10 minutes. */
  readonly sessionIdleMs?: number;
  /** Calls of one session at the same time. Default 32. */
  readonly maxCallsPerSession?: number;
  /** Calls of all clients at the same time. Default 1,024. */
  readonly maxCalls?: number;
}

/** The options with all defaults in place. */
export type ResolvedHandlerOptions = Required<
  Omit<McpHandlerOptions, "token" | "verify" | "origins" | "hosts" | "path" | "caller">
> &
  Pick<McpHandlerOptions, "verify" | "origins" | "hosts" | "path" | "caller"> & {
    readonly tokens: readonly string[] | undefined;
  };

/** Puts the defaults in place, and refuses what could not work. */
export function resolveHandlerOptions(options: McpHandlerOptions): ResolvedHandlerOptions {
  const { token, verify, origins, hosts, path, caller, maxSessions = 1000 } = options;
  const tokens = token === undefined ? undefined : typeof token === "string" ? [token] : [...token];
  // An empty token would let in whoever sends an empty header.
  if (tokens !== undefined && (tokens.length === 0 || tokens.some((text) => typeof text !== "string" || text === "")))
    throw new TypeError("token must be a text that is not empty");
  const limits = {
    maxBodyBytes: options.maxBodyBytes ?? 1024 * 1024,
    bodyTimeoutMs: options.bodyTimeoutMs ?? 10_000,
    maxSessions,
    maxSessionsPerCaller: options.maxSessionsPerCaller ?? Math.max(10, Math.floor(maxSessions / 10)),
    sessionIdleMs: options.sessionIdleMs ?? 600_000,
    maxCallsPerSession: options.maxCallsPerSession ?? 32,
    maxCalls: options.maxCalls ?? 1024,
  };
  for (const [name, value] of Object.entries(limits))
    if (!(value > 0)) throw new TypeError(`${name} must be a positive number`);
  return {
    ...limits,
    bodyTimeoutMs: Math.min(limits.bodyTimeoutMs, longestTimer),
    sessionIdleMs: Math.min(limits.sessionIdleMs, longestTimer),
    tokens,
    sessions: options.sessions ?? true,
    ...(verify !== undefined && { verify }),
    ...(origins !== undefined && { origins }),
    ...(hosts !== undefined && { hosts }),
    ...(path !== undefined && { path }),
    ...(caller !== undefined && { caller }),
  };
}
