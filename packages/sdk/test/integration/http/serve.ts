import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** What an address answers: a body, something to make JSON of, or a function that answers by itself. */
export type Route = string | Uint8Array | object | Handler;

export interface TestServer {
  readonly origin: string;
  /** What each address answers; change it at any time. Everything else is a 404. */
  readonly routes: Record<string, Route>;
  /** Every request so far. */
  readonly requests: { readonly path: string; readonly headers: IncomingMessage["headers"] }[];
  /** How often an address was asked. */
  readonly count: (path: string) => number;
}

/** A server of this test's own, on a free port, gone when the test is. */
export async function serve(routes: Record<string, Route> = {}): Promise<TestServer> {
  const requests: { path: string; headers: IncomingMessage["headers"] }[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    requests.push({ path, headers: request.headers });
    const route = Object.hasOwn(routes, path) ? routes[path] : undefined;
    if (typeof route === "function") (route as Handler)(request, response);
    else if (route === undefined) response.writeHead(404).end("nothing here");
    else response.end(typeof route === "string" || route instanceof Uint8Array ? route : JSON.stringify(route));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { origin, routes, requests, count: (path) => requests.filter((one) => one.path === path).length };
}

/** A body with an ETag made from it, and a 304 for who has it. */
export function tagged(body: string, headers: Record<string, string> = {}): Handler {
  const etag = `"${createHash("sha256").update(body).digest("hex").slice(0, 16)}"`;
  return (request, response) => {
    const known = request.headers["if-none-match"] === etag;
    response.writeHead(known ? 304 : 200, { etag, ...headers });
    response.end(known ? undefined : body);
  };
}

/** An answer with nothing but a status. */
export function status(code: number, headers: Record<string, string> = {}): Handler {
  return (_request, response) => void response.writeHead(code, headers).end(`status ${code}`);
}

export function skillText(name: string, body = "Do it."): string {
  return `---\nname: ${name}\ndescription: Does ${name} things.\n---\n${body}\n`;
}

export function digestOf(text: string | Uint8Array): string {
  return `sha256:${createHash("sha256").update(text).digest("hex")}`;
}
