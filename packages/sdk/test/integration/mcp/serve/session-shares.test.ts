import { createMcpSkillServer, type McpHandlerOptions } from "@tradecraft/sdk/mcp";
import { describe, expect, it, onTestFinished } from "vitest";
import { skillText } from "./skill-text.ts";

const address = "http://localhost/mcp";
const accept = { "content-type": "application/json", accept: "application/json, text/event-stream" };
const handshake = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } },
};

interface Endpoint {
  /** Opens a session, or is refused. */
  readonly open: (headers?: Record<string, string>) => Promise<Response>;
  readonly end: (opened: Response, headers?: Record<string, string>) => Promise<Response>;
  readonly handle: (request: Request) => Promise<Response>;
}

function endpoint(options: McpHandlerOptions): Endpoint {
  const server = createMcpSkillServer([skillText("pdf")]);
  onTestFinished(() => server.close({ graceMs: 100 }));
  const handle = server.handler(options);
  return {
    handle,
    open: (headers = {}) =>
      handle(
        new Request(address, { method: "POST", headers: { ...accept, ...headers }, body: JSON.stringify(handshake) }),
      ),
    end: (opened, headers = {}) => {
      const session = opened.headers.get("mcp-session-id") as string;
      return handle(new Request(address, { method: "DELETE", headers: { ...headers, "mcp-session-id": session } }));
    },
  };
}

const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });
const from = (ip: string): Record<string, string> => ({ "x-from": ip });
const byHeader = (request: Request): string | undefined => request.headers.get("x-from") ?? undefined;

async function statuses(requests: (() => Promise<Response>)[]): Promise<number[]> {
  const found: number[] = [];
  for (const request of requests) found.push((await request()).status);
  return found;
}

describe("a caller's share of the sessions", () => {
  it("is all that one of several tokens gets, until a session ends", async () => {
    const { open, end } = endpoint({ token: ["one", "two"], maxSessions: 10, maxSessionsPerCaller: 2 });
    const first = await open(bearer("one"));
    expect((await open(bearer("one"))).status).toBe(200);
    const refused = await open(bearer("one"));
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "30"]);
    expect(await refused.json()).toMatchObject({
      jsonrpc: "2.0",
      id: null,
      error: { code: -32000, message: expect.stringContaining("at most 2 sessions") },
    });
    expect((await open(bearer("two"))).status).toBe(200);
    expect((await end(first, bearer("one"))).status).toBe(200);
    expect((await open(bearer("one"))).status).toBe(200);
  });

  it("goes by what verify says, whatever the address", async () => {
    const verify = (request: Request): string => request.headers.get("x-user") ?? "";
    const { open } = endpoint({ verify, caller: byHeader, maxSessionsPerCaller: 1 });
    const as = (user: string, ip: string) => () => open({ "x-user": user, ...from(ip) });
    expect(await statuses([as("ann", "1"), as("ann", "2"), as("bob", "1")])).toEqual([200, 429, 200]);
  });

  it("goes by caller where one token is for all, where verify names nobody, and where there is no token", async () => {
    for (const options of [{ token: "one" }, { verify: () => true }, {}]) {
      const { open } = endpoint({ ...options, caller: byHeader, maxSessionsPerCaller: 1 });
      const as = (ip: string) => () => open({ ...bearer("one"), ...from(ip) });
      expect(await statuses([as("1"), as("1"), as("2")])).toEqual([200, 429, 200]);
    }
  });

  it("is everything where nobody can tell callers apart", async () => {
    const { open } = endpoint({ maxSessions: 3, maxSessionsPerCaller: 1 });
    expect(await statuses([open, open, open, open].map((one) => () => one()))).toEqual([200, 200, 200, 503]);
  });

  it("is a tenth, unless it is said", async () => {
    const { open } = endpoint({ maxSessions: 200, caller: byHeader });
    const found = await Promise.all(Array.from({ length: 25 }, () => open(from("1"))));
    expect(found.filter(({ status }) => status === 200)).toHaveLength(20);
    expect((await open(from("2"))).status).toBe(200);
  });

  it("is not spent by a handshake that fails", async () => {
    const { open, handle } = endpoint({ caller: byHeader, maxSessionsPerCaller: 1 });
    const headers = { ...accept, ...from("1") };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize" });
    await handle(new Request(address, { method: "POST", headers: { ...headers, accept: "text/plain" }, body }));
    expect((await open(from("1"))).status).toBe(200);
  });

  it("counts streams of changes, which clients of 2026 have instead", async () => {
    const { handle } = endpoint({ caller: byHeader, maxSessionsPerCaller: 1 });
    const meta = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "t", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": {},
    };
    const params = { notifications: { resourcesListChanged: true }, _meta: meta };
    const listen = (ip: string, signal?: AbortSignal): Promise<Response> =>
      handle(
        new Request(address, {
          method: "POST",
          headers: {
            ...accept,
            ...from(ip),
            "mcp-protocol-version": "2026-07-28",
            "mcp-method": "subscriptions/listen",
          },
          body: JSON.stringify({ jsonrpc: "2.0", id: 7, method: "subscriptions/listen", params }),
          ...(signal && { signal }),
        }),
      );
    const first = await listen("1");
    expect(first.headers.get("content-type")).toContain("text/event-stream");
    expect((await listen("1")).status).toBe(429);
    await first.body?.cancel();
    const gone = new AbortController();
    expect((await listen("1", gone.signal)).status).toBe(200);
    gone.abort();
    const other = await listen("1");
    expect(other.status).toBe(200);
    await other.body?.cancel();
  });
});
