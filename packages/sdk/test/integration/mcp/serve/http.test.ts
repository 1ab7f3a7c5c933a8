import { connect, type Socket } from "node:net";
import { createMcpSkillServer, type McpHandlerOptions } from "@tradecraft/sdk/mcp";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { connectHttp } from "./clients.ts";
import { type HttpServer, serveHttp } from "./http-server.ts";
import { skillText } from "./skill-text.ts";
import { slowTool } from "./slow-tool.ts";

const handshake = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } },
};
const accept = { "content-type": "application/json", accept: "application/json, text/event-stream" };
const call = (id: number, method: string, params: object = {}) => ({ jsonrpc: "2.0", id, method, params });

interface Endpoint extends HttpServer {
  readonly server: ReturnType<typeof createMcpSkillServer>;
  readonly post: (body: unknown, headers?: Record<string, string>) => Promise<Response>;
}

async function endpoint(
  options: McpHandlerOptions = {},
  more: Parameters<typeof createMcpSkillServer>[1] = {},
): Promise<Endpoint> {
  const server = createMcpSkillServer([skillText("pdf")], more);
  const http = await serveHttp(server.handler(options));
  onTestFinished(() => server.close({ graceMs: 100 }));
  const post: Endpoint["post"] = (body, headers = {}) =>
    fetch(http.url, {
      method: "POST",
      headers: { ...accept, ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
  return { ...http, server, post };
}

/** Refusals are short JSON without a stack or a path of this machine. */
async function refusal(response: Response, status: number): Promise<{ message: string; code: number }> {
  expect(response.status).toBe(status);
  const text = await response.text();
  expect(text.length).toBeLessThan(500);
  expect(text).not.toMatch(/\bat \/|\.ts|node_modules/);
  return JSON.parse(text).error;
}

async function openSession({ post }: Endpoint, headers: Record<string, string> = {}): Promise<string> {
  const response = await post(handshake, headers);
  expect(response.status).toBe(200);
  await response.text();
  return response.headers.get("mcp-session-id") as string;
}

/** Sends bytes as they are, and gives what comes back. */
function rawSocket(port: number): { readonly socket: Socket; readonly answer: Promise<string> } {
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  const answer = new Promise<string>((resolve) => {
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk.toString();
      if (text.includes("\r\n\r\n") && text.includes("}")) resolve(text);
    });
    socket.on("close", () => resolve(text));
    socket.on("error", () => resolve(text));
  });
  return { socket, answer };
}

describe("a token", () => {
  it("is needed, whole and exact", async () => {
    const { post } = await endpoint({ token: "correct horse".replace(" ", "-") });
    const wrong = [
      {},
      ...[
        "",
        "Bearer",
        "Bearer ",
        "Bearer wrong",
        "Bearer correct-hors",
        "Bearer correct-horse2",
        "Basic correct-horse",
        "correct-horse",
      ].map((authorization) => ({ authorization })),
    ];
    for (const headers of wrong) {
      const response = await post(handshake, headers as Record<string, string>);
      expect(response.headers.get("www-authenticate")).toBe("Bearer");
      await refusal(response, 401);
    }
    expect((await post(handshake, { authorization: "Bearer correct-horse" })).status).toBe(200);
    expect((await post(handshake, { authorization: "bearer correct-horse" })).status).toBe(200);
  });

  it("may be one of several, never empty", async () => {
    const { post } = await endpoint({ token: ["one", "two"] });
    expect((await post(handshake, { authorization: "Bearer two" })).status).toBe(200);
    const server = createMcpSkillServer([]);
    for (const token of ["", [], ["a", ""]]) expect(() => server.handler({ token })).toThrow("token");
  });

  it("is refused before the body is read", async () => {
    const { port } = await endpoint({ token: "secret" });
    const { socket, answer } = rawSocket(port);
    socket.write(
      "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{",
    );
    expect(await answer).toContain("401");
  });
});

describe("a verify hook", () => {
  const verify = (request: Request): boolean | string => {
    const who = request.headers.get("x-user");
    if (who === "broken") throw new Error("/home/me/secret");
    return who === "root" ? true : (who ?? false);
  };

  it("decides, and fails closed", async () => {
    const { post } = await endpoint({ verify });
    await refusal(await post(handshake), 401);
    await refusal(await post(handshake, { "x-user": "broken" }), 401);
    expect((await post(handshake, { "x-user": "root" })).status).toBe(200);
  });

  it("keeps a session for the one who opened it", async () => {
    const at = await endpoint({ verify });
    const id = await openSession(at, { "x-user": "ada" });
    const list = call(2, "tools/list");
    expect((await at.post(list, { "x-user": "ada", "mcp-session-id": id })).status).toBe(200);
    await refusal(await at.post(list, { "x-user": "bob", "mcp-session-id": id }), 404);
    const end = await fetch(at.url, { method: "DELETE", headers: { "x-user": "bob", "mcp-session-id": id } });
    await refusal(end, 404);
  });
});

describe("origins and hosts", () => {
  const listFrom = async (port: number, headers: string): Promise<string> => {
    const { socket, answer } = rawSocket(port);
    const body = JSON.stringify(handshake);
    socket.write(
      `POST /mcp HTTP/1.1\r\n${headers}Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    return (await answer).split("\r\n")[0] as string;
  };

  it("are this machine's by default: pages elsewhere cannot call, under any name", async () => {
    const { port } = await endpoint();
    expect(await listFrom(port, "Host: 127.0.0.1\r\n")).toContain("200");
    expect(await listFrom(port, "Host: localhost:1234\r\nOrigin: http://localhost:5173\r\n")).toContain("200");
    expect(await listFrom(port, "Host: evil.example\r\n")).toContain("403");
    expect(await listFrom(port, "Host: 127.0.0.1.evil.example\r\n")).toContain("403");
    for (const origin of ["http://evil.example", "https://localhost.evil.example", "null", "garbage"])
      expect(await listFrom(port, `Host: localhost\r\nOrigin: ${origin}\r\n`)).toContain("403");
  });

  it("are those that are named", async () => {
    const { port } = await endpoint({ origins: ["https://app.example"], hosts: ["mcp.example"] });
    expect(await listFrom(port, "Host: mcp.example\r\nOrigin: https://app.example\r\n")).toContain("200");
    expect(await listFrom(port, "Host: mcp.example\r\nOrigin: http://app.example\r\n")).toContain("403");
    expect(await listFrom(port, "Host: mcp.example\r\nOrigin: https://app.example:8443\r\n")).toContain("403");
    expect(await listFrom(port, "Host: localhost\r\n")).toContain("403");
  });

  it("let a page that is named call from a browser, and no other", async () => {
    const { url, post } = await endpoint({ token: "secret", origins: ["https://app.example"] });
    const asks = (origin: string) =>
      fetch(url, { method: "OPTIONS", headers: { origin, "access-control-request-method": "POST" } });
    const yes = await asks("https://app.example");
    expect([yes.status, yes.headers.get("access-control-allow-origin")]).toEqual([204, "https://app.example"]);
    const no = await asks("https://evil.example");
    expect([no.status, no.headers.get("access-control-allow-origin")]).toEqual([403, null]);
    const response = await post(handshake, { origin: "https://app.example", authorization: "Bearer secret" });
    expect(response.status).toBe(200);
    expect(response.headers.get("access-control-allow-origin")).toBe("https://app.example");
    expect(response.headers.get("access-control-expose-headers")).toContain("mcp-session-id");
  });

  it("with a token, any host is as good, but not any origin", async () => {
    const { port } = await endpoint({ token: "secret" });
    const auth = "Authorization: Bearer secret\r\n";
    expect(await listFrom(port, `Host: mcp.example\r\n${auth}`)).toContain("200");
    expect(await listFrom(port, `Host: mcp.example\r\nOrigin: https://evil.example\r\n${auth}`)).toContain("403");
  });
});

describe("bodies", () => {
  it("are refused when they are too large, whether they say so or not", async () => {
    const { post, url } = await endpoint({ maxBodyBytes: 1000 });
    await refusal(await post(call(1, "x", { text: "x".repeat(2000) })), 413);
    const chunks = new ReadableStream({
      pull: (controller) => controller.enqueue(new TextEncoder().encode(" ".repeat(500))),
    });
    const response = await fetch(url, {
      method: "POST",
      headers: accept,
      body: chunks,
      duplex: "half",
    } as RequestInit).catch(() => undefined);
    // The connection may be cut before the answer is read.
    if (response !== undefined) expect(response.status).toBe(413);
    expect((await post(handshake)).status).toBe(200);
  });

  it("are refused when they are too slow", async () => {
    const { port } = await endpoint({ bodyTimeoutMs: 200 });
    const { socket, answer } = rawSocket(port);
    socket.write(
      "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\nContent-Length: 1000\r\n\r\n",
    );
    const drip = setInterval(() => socket.write("{"), 50);
    const started = performance.now();
    const text = await answer;
    clearInterval(drip);
    expect(text).toContain("408");
    expect(performance.now() - started).toBeLessThan(3000);
  });

  it("are refused when they are no JSON, no messages or of another type", async () => {
    const { post } = await endpoint();
    expect((await refusal(await post("{"), 400)).code).toBe(-32700);
    expect((await refusal(await post("\u0000\u00ff"), 400)).code).toBe(-32700);
    await refusal(await post("", {}), 400);
    await refusal(await post(handshake, { "content-type": "text/plain" }), 415);
    await refusal(await post(handshake, { accept: "text/html" }), 406);
    expect((await post("null")).status).toBe(400);
    expect((await post([])).status).toBe(400);
    const deep = `${"[".repeat(50_000)}${"]".repeat(50_000)}`;
    expect((await post(deep)).status).toBe(400);
  });
});

describe("paths and methods", () => {
  it("are served or refused by name", async () => {
    const { url } = await endpoint({ path: "/mcp" });
    await refusal(await fetch(new URL("/other", url), { method: "POST", headers: accept, body: "{}" }), 404);
    for (const method of ["PUT", "PATCH", "OPTIONS"]) {
      const response = await fetch(url, { method });
      expect(response.headers.get("allow")).toBe("POST, GET, DELETE");
      await refusal(response, 405);
    }
    await refusal(await fetch(url, { headers: { accept: "text/event-stream" } }), 400);
  });
});

describe("sessions", () => {
  it("are not there unless they were opened", async () => {
    const at = await endpoint();
    await refusal(await at.post(call(2, "tools/list")), 400);
    await refusal(await at.post(call(2, "tools/list"), { "mcp-session-id": "none" }), 404);
    await refusal(await at.post(handshake, { "mcp-session-id": "none" }), 404);
  });

  it("end when their client says so", async () => {
    const at = await endpoint();
    const id = await openSession(at);
    expect(at.server.clients()).toBe(1);
    const end = await fetch(at.url, { method: "DELETE", headers: { "mcp-session-id": id } });
    expect(end.status).toBe(200);
    expect(at.server.clients()).toBe(0);
    await refusal(await at.post(call(2, "tools/list"), { "mcp-session-id": id }), 404);
  });

  it("are only so many", async () => {
    const at = await endpoint({ maxSessions: 2 });
    await openSession(at);
    const id = await openSession(at);
    const third = await at.post(handshake);
    expect(third.headers.get("retry-after")).toBe("30");
    await refusal(third, 503);
    await fetch(at.url, { method: "DELETE", headers: { "mcp-session-id": id } });
    await openSession(at);
  });

  it("end after a while without calls, but not while a stream is open", async () => {
    const at = await endpoint({ sessionIdleMs: 150 });
    const idle = await openSession(at);
    const listening = await openSession(at);
    const stop = new AbortController();
    const headers = { accept: "text/event-stream", "mcp-session-id": listening };
    const stream = await fetch(at.url, { headers, signal: stop.signal });
    expect(stream.status).toBe(200);
    await vi.waitFor(() => expect(at.server.clients()).toBe(1), 3000);
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect((await at.post(call(2, "tools/list"), { "mcp-session-id": idle })).status).toBe(404);
    expect((await at.post(call(2, "tools/list"), { "mcp-session-id": listening })).status).toBe(200);
    stop.abort();
    await vi.waitFor(() => expect(at.server.clients()).toBe(0), 3000);
  });

  it("have only so many calls at once, and so has the server", async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const wait = {
      name: "wait",
      description: "Waits.",
      inputSchema: { type: "object" as const, properties: {}, required: [], additionalProperties: false },
      execute: () => held.then(() => "done"),
    };
    const at = await endpoint({ maxCallsPerSession: 2, maxCalls: 3 }, { ownTools: [wait] });
    const [one, two] = [await openSession(at), await openSession(at)];
    const waiting = (id: number, session: string) =>
      at.post(call(id, "tools/call", { name: "wait" }), { "mcp-session-id": session });
    const running = [waiting(2, one), waiting(3, one)];
    await vi.waitFor(async () => refusal(await waiting(4, one), 429), 3000);
    running.push(waiting(5, two));
    await vi.waitFor(async () => refusal(await at.post(call(6, "tools/list"), { "mcp-session-id": two }), 503), 3000);
    release();
    expect((await Promise.all(running)).map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  it("are not needed: each call can stand alone", async () => {
    const at = await endpoint({ sessions: false });
    const response = await at.post(call(2, "tools/list"));
    expect(response.status).toBe(200);
    expect(await response.text()).toContain("load_skill");
    const client = await connectHttp(at.url);
    expect((await client.callTool({ name: "load_skill", arguments: { name: "pdf" } })).isError).toBeFalsy();
    expect(at.server.clients()).toBe(0);
  });
});

describe("closing", () => {
  it.each(["2025-11-25", "2026-07-28"] as const)(
    "answers the calls that are running, and takes no more (%s)",
    async (era) => {
      const { tool, begun } = slowTool(300);
      const at = await endpoint({}, { ownTools: [tool] });
      const client = await connectHttp(at.url, { era });
      const running = client.callTool({ name: "slow", arguments: {} });
      await begun;
      const closed = at.server.close();
      await refusal(await at.post(handshake), 503);
      expect((await running).content).toEqual([{ type: "text", text: "done" }]);
      await closed;
      expect(at.server.clients()).toBe(0);
      await refusal(await at.post(handshake), 503);
      await expect(at.server.connect({} as never)).rejects.toThrow("closed");
    },
  );

  it("waits no longer than it may", { retry: 2 }, async () => {
    const { tool, begun } = slowTool(5000);
    const at = await endpoint({}, { ownTools: [tool] });
    const client = await connectHttp(at.url);
    client.callTool({ name: "slow", arguments: {} }).catch(() => undefined);
    await begun;
    const started = performance.now();
    await at.server.close({ graceMs: 100 });
    expect(performance.now() - started).toBeLessThan(1000);
  });
});
