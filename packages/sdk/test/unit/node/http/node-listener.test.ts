import { createServer, request as httpRequest } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { nodeListener, type WebHandler } from "../../../../src/node/http/node-listener.ts";

async function listen(handler: WebHandler): Promise<{ url: string; port: number; errors: Error[] }> {
  const errors: Error[] = [];
  const server = createServer(nodeListener(handler, (error) => void errors.push(error)));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/mcp`, port, errors };
}

describe("nodeListener", () => {
  it("hands over method, address, headers and body, and gives back the response", async () => {
    const { url } = await listen(async (request) =>
      Response.json([request.method, request.url, request.headers.get("x-a"), await request.text()], {
        status: 201,
        headers: { "x-b": "2" },
      }),
    );
    const response = await fetch(`${url}?q=1`, { method: "POST", headers: { "x-a": "1" }, body: "hello" });
    expect([response.status, response.headers.get("x-b")]).toEqual([201, "2"]);
    expect(await response.json()).toEqual(["POST", `${url}?q=1`, "1", "hello"]);
  });

  it("tells the handler when its caller leaves", async () => {
    let cancelled = false;
    let signal: AbortSignal | undefined;
    const { url } = await listen(async (request) => {
      signal = request.signal;
      const body = new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode(": open\n\n")),
        cancel: () => void (cancelled = true),
      });
      return new Response(body, { headers: { "content-type": "text/event-stream" } });
    });
    const leaving = new AbortController();
    const response = await fetch(url, { signal: leaving.signal });
    await response.body?.getReader().read();
    leaving.abort();
    await vi.waitFor(() => expect([cancelled, signal?.aborted]).toEqual([true, true]));
  });

  it("answers who is refused before the body has come, and waits for no more of it", async () => {
    const { port } = await listen(async () => new Response("no", { status: 401 }));
    const request = httpRequest({ port, host: "127.0.0.1", method: "POST", path: "/mcp" });
    const closed = new Promise<void>((resolve) => request.once("close", () => resolve()));
    request.on("error", () => undefined);
    request.write("{");
    const status = await new Promise((resolve) =>
      request.once("response", (response) => {
        response.resume();
        resolve(response.statusCode);
      }),
    );
    expect(status).toBe(401);
    await closed;
  });

  it("says nothing about what went wrong inside", async () => {
    const { url, errors } = await listen(async () => {
      throw new Error("/home/me");
    });
    const response = await fetch(url);
    expect([response.status, await response.text()]).toEqual([500, ""]);
    expect(errors.map(({ message }) => message)).toEqual(["/home/me"]);
  });

  it.each(["TRACE /mcp", "GET http://elsewhere.example/mcp", "OPTIONS *"])("refuses %s", async (line) => {
    const { port } = await listen(async () => new Response("served"));
    const socket = connect(port, "127.0.0.1");
    let answer = "";
    socket.setEncoding("utf8").on("data", (text: string) => (answer += text));
    socket.end(`${line} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    await new Promise((resolve) => socket.once("close", resolve));
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  });
});
