import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { onTestFinished } from "vitest";

export type WebHandler = (request: Request) => Promise<Response>;

export interface HttpServer {
  readonly url: URL;
  readonly port: number;
  close(): Promise<void>;
}

/** A Web handler on a real port of this machine. */
export async function listen(handler: WebHandler): Promise<HttpServer> {
  const server = createServer((request, response) => void answer(handler, request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return { url: new URL(`http://127.0.0.1:${port}/mcp`), port, close };
}

/** The same, until the test ends. */
export async function serveHttp(handler: WebHandler): Promise<HttpServer> {
  const server = await listen(handler);
  onTestFinished(() => server.close());
  return server;
}

async function answer(handler: WebHandler, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const gone = new AbortController();
  response.on("close", () => {
    if (!response.writableFinished) gone.abort();
  });
  const hasBody = request.method !== "GET" && request.method !== "HEAD" && request.method !== "DELETE";
  const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(", ") : value]],
  );
  const init = { method: request.method ?? "GET", headers, signal: gone.signal };
  const body = hasBody ? { body: Readable.toWeb(request) as ReadableStream, duplex: "half" as const } : {};
  const given = await handler(
    new Request(`http://${request.headers.host ?? "localhost"}${request.url}`, { ...init, ...body }),
  );
  response.writeHead(given.status, Object.fromEntries(given.headers));
  if (given.body === null) response.end();
  else {
    const stream = Readable.fromWeb(given.body as never);
    stream.on("error", () => response.destroy());
    response.on("close", () => stream.destroy());
    stream.pipe(response);
  }
}
