import type { McpServer, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import { loadMcpServer } from "../load-mcp-server.ts";
import type { Caller } from "./check-caller.ts";
import { jsonError } from "./json-error.ts";
import { requestsIn } from "./requests-in.ts";
import type { SessionShares } from "./session-shares.ts";
import { whenBodyEnds } from "./when-body-ends.ts";

export interface SessionStoreOptions {
  readonly maxSessions: number;
  readonly sessionIdleMs: number;
  readonly maxCallsPerSession: number;
  /** Calls are answered with streams, in which the server can ask the client something first. Default false. */
  readonly streams?: boolean;
}

interface Session {
  readonly caller: string;
  /** Gives the caller's place back. */
  readonly leave: () => void;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly mcp: McpServer;
  /** Calls and streams that are open. */
  active: number;
  calls: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** The sessions of clients that speak the protocol of 2025. Each has a server of its own. */
export class SessionStore {
  readonly #sessions = new Map<string, Session>();
  readonly #options: SessionStoreOptions;
  readonly #shares: SessionShares;
  /** Handshakes that are under way: they count, too. */
  #opening = 0;
  #isClosed = false;

  constructor(options: SessionStoreOptions, shares: SessionShares) {
    this.#options = options;
    this.#shares = shares;
  }

  get size(): number {
    return this.#sessions.size;
  }

  servers(): McpServer[] {
    return [...this.#sessions.values()].map(({ mcp }) => mcp);
  }

  /** Begins a session with the handshake that this request is. */
  async open(request: Request, body: unknown, caller: Caller, create: () => Promise<McpServer>): Promise<Response> {
    if (this.#sessions.size + this.#opening >= this.#options.maxSessions)
      return jsonError(503, "There are too many sessions; try again later.", { headers: { "retry-after": "30" } });
    const leave = this.#shares.enter(caller.share);
    if (leave instanceof Response) return leave;
    this.#opening++;
    let isOpen = false;
    try {
      const mcp = await create();
      const official = await loadMcpServer();
      const transport = new official.WebStandardStreamableHTTPServerTransport({
        sessionIdGenerator: () => crypto.randomUUID(),
        enableJsonResponse: this.#options.streams !== true,
      });
      await mcp.connect(transport);
      const response = await transport.handleRequest(request, { parsedBody: body });
      const { sessionId } = transport;
      // Whoever closed did not wait for this one.
      if (!response.ok || sessionId === undefined || this.#isClosed) {
        await mcp.close();
        return response;
      }
      const { name } = caller;
      const session: Session = { caller: name, leave, transport, mcp, active: 0, calls: 0, timer: undefined };
      this.#sessions.set(sessionId, session);
      isOpen = true;
      const onclose = transport.onclose;
      transport.onclose = () => {
        this.#forget(sessionId);
        onclose?.();
      };
      this.#rest(sessionId, session);
      return response;
    } finally {
      this.#opening--;
      if (!isOpen) leave();
    }
  }

  /** A call, a stream or the end of a session. */
  async serve(request: Request, body: unknown, caller: string): Promise<Response> {
    const id = request.headers.get("mcp-session-id");
    if (id === null) return jsonError(400, "This call needs the header mcp-session-id.");
    const session = this.#sessions.get(id);
    // A session of somebody else is not there.
    if (session === undefined || session.caller !== caller)
      return jsonError(404, "There is no such session.", { code: -32001 });
    const isCall = request.method === "POST";
    const calls = isCall ? requestsIn(body) : 0;
    if (isCall && session.calls + calls > this.#options.maxCallsPerSession)
      return jsonError(429, "This session has too many calls at once.", { headers: { "retry-after": "1" } });
    clearTimeout(session.timer);
    session.active++;
    session.calls += calls;
    const end = (): void => {
      session.active--;
      session.calls -= calls;
      if (session.active === 0) this.#rest(id, session);
    };
    try {
      const response = await session.transport.handleRequest(request, body === undefined ? {} : { parsedBody: body });
      if (isCall && this.#options.streams !== true) {
        end();
        return response;
      }
      // An open stream keeps its session alive.
      return whenBodyEnds(response, end);
    } catch (error) {
      end();
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const sessions = [...this.#sessions.values()];
    await Promise.all(sessions.map(({ mcp }) => mcp.close().catch(() => undefined)));
    for (const id of this.#sessions.keys()) this.#forget(id);
  }

  /** Nothing is open: the session ends unless something comes. */
  #rest(id: string, session: Session): void {
    clearTimeout(session.timer);
    if (this.#sessions.get(id) !== session) return;
    session.timer = setTimeout(() => void session.mcp.close().catch(() => undefined), this.#options.sessionIdleMs);
    (session.timer as { unref?: () => void }).unref?.();
  }

  #forget(id: string): void {
    const session = this.#sessions.get(id);
    if (session === undefined) return;
    clearTimeout(session.timer);
    session.leave();
    this.#sessions.delete(id);
  }
}
