import type { McpHttpHandler, McpServer } from "@modelcontextprotocol/server";
import { announceChanges } from "../client/announce-changes.ts";
import { loadMcpServer, type McpServerPackage } from "../load-mcp-server.ts";
import { within } from "../within.ts";
import { allowedOrigin, type Caller, checkCaller } from "./check-caller.ts";
import { answerPreflight, readableFrom } from "./cross-origin.ts";
import type { ResolvedHandlerOptions } from "./handler-options.ts";
import { jsonError } from "./json-error.ts";
import { readJsonBody } from "./read-json-body.ts";
import { requestsIn } from "./requests-in.ts";
import { SessionShares } from "./session-shares.ts";
import { SessionStore } from "./session-store.ts";
import { whenBodyEnds } from "./when-body-ends.ts";

/** A Streamable HTTP endpoint. */
export interface HttpEndpoint {
  readonly handle: (request: Request) => Promise<Response>;
  /** Sessions that are open. */
  sessions(): number;
  announce(): void;
  /** Takes no more calls, answers those that are running, and ends all sessions. */
  close(graceMs: number): Promise<void>;
}

const methods = ["POST", "GET", "DELETE"];

/** Makes the official server for a client whose first call, or only one, has this body. */
export type BuildHttpServer = (body: unknown) => McpServer | Promise<McpServer>;

/** Serves both protocols on one address: each call of 2026 by itself, clients of 2025 in sessions. */
export function createHttpHandler(
  buildServer: BuildHttpServer,
  options: ResolvedHandlerOptions & { readonly streams?: boolean },
  onError: ((error: Error) => void) | undefined,
): HttpEndpoint {
  const shares = new SessionShares(options.maxSessionsPerCaller);
  const sessions = new SessionStore(options, shares);
  const bodies = new WeakMap<Request, unknown>();
  const build = async (request: Request | undefined): Promise<McpServer> =>
    buildServer(request === undefined ? undefined : bodies.get(request));
  /** The official endpoint, made with the first call. */
  let endpoint: McpHttpHandler | undefined;
  const open = ({ createMcpHandler }: McpServerPackage): McpHttpHandler =>
    (endpoint ??= createMcpHandler(({ requestInfo }) => build(requestInfo), {
      legacy: options.sessions ? "reject" : "stateless",
      maxSubscriptions: options.maxSessions,
      ...(onError !== undefined && { onerror: onError }),
    }));
  let calls = 0;
  let isClosing = false;
  let waiting: (() => void)[] = [];

  const serve = async (request: Request, caller: Caller): Promise<Response> => {
    let body: unknown;
    const { isJsonContentType } = await loadMcpServer();
    if (request.method === "POST") {
      if (!isJsonContentType(request.headers.get("content-type")))
        return jsonError(415, "The content type must be application/json.");
      const { maxBodyBytes: maxBytes, bodyTimeoutMs: timeoutMs } = options;
      const read = await readJsonBody(request, { maxBytes, timeoutMs });
      if (read instanceof Response) return read;
      body = read.body;
      bodies.set(request, body);
    }
    const others = requestsIn(body) - 1;
    if (calls + others > options.maxCalls) return tooMany();
    calls += others;
    try {
      return await route(request, body, caller);
    } finally {
      calls -= others;
    }
  };

  const route = async (request: Request, body: unknown, caller: Caller): Promise<Response> => {
    const given = body === undefined ? {} : { parsedBody: body };
    const official = await loadMcpServer();
    if (!options.sessions || !(await official.isLegacyRequest(request, body))) {
      const { fetch } = open(official);
      return isCallOf(body, "subscriptions/listen")
        ? listen(() => fetch(request, given), request, caller)
        : fetch(request, given);
    }
    const isOpening = isCallOf(body, "initialize") && !request.headers.has("mcp-session-id");
    return isOpening
      ? sessions.open(request, body, caller, () => build(request))
      : sessions.serve(request, body, caller.name);
  };

  /** A stream of changes is to a client of 2026 what a session is to one of 2025. */
  const listen = async (begin: () => Promise<Response>, request: Request, caller: Caller): Promise<Response> => {
    const leave = shares.enter(caller.share);
    if (leave instanceof Response) return leave;
    // Who leaves need not have read anything.
    request.signal.addEventListener("abort", leave, { once: true });
    try {
      return whenBodyEnds(await begin(), leave);
    } catch (error) {
      leave();
      throw error;
    }
  };

  const admit = async (request: Request): Promise<Response> => {
    if (isClosing) return closing();
    if (options.path !== undefined && new URL(request.url).pathname !== options.path)
      return jsonError(404, "There is nothing here.");
    const caller = await checkCaller(request, options);
    if (caller instanceof Response) return caller;
    if (!methods.includes(request.method))
      return jsonError(405, "This method is not served.", { headers: { allow: methods.join(", ") } });
    if (calls >= options.maxCalls) return tooMany();
    if (isClosing) return closing();
    calls++;
    try {
      return await serve(request, caller);
    } finally {
      calls--;
      if (calls === 0) {
        for (const resolve of waiting) resolve();
        waiting = [];
      }
    }
  };

  const handle = async (request: Request): Promise<Response> => {
    // A package that is not installed is the program's affair, not its client's: this one is thrown.
    const official = await loadMcpServer();
    try {
      const origin = allowedOrigin(request, options, official);
      if (origin === undefined) return await admit(request);
      const isPreflight = request.method === "OPTIONS" && request.headers.has("access-control-request-method");
      return isPreflight ? answerPreflight(origin) : readableFrom(await admit(request), origin);
    } catch (error) {
      onError?.(error instanceof Error ? error : new Error(String(error)));
      return jsonError(500, "The server failed.", { code: -32603 });
    }
  };

  return {
    handle,
    sessions: () => sessions.size,
    announce: () => {
      for (const mcp of sessions.servers()) announceChanges(mcp);
      endpoint?.notify.resourcesChanged();
      endpoint?.notify.toolsChanged();
      endpoint?.notify.promptsChanged();
    },
    close: async (graceMs) => {
      isClosing = true;
      if (calls > 0) await within(new Promise<void>((resolve) => waiting.push(resolve)), graceMs);
      await sessions.close();
      await endpoint?.close();
    },
  };
}

function isCallOf(body: unknown, method: string): boolean {
  return typeof body === "object" && body !== null && "method" in body && body.method === method;
}

function tooMany(): Response {
  return jsonError(503, "There are too many calls at once.", { headers: { "retry-after": "1" } });
}

function closing(): Response {
  return jsonError(503, "The server is closing.", { headers: { connection: "close" } });
}
