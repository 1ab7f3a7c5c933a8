import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { noteCaller } from "./remote-caller.ts";

/** Answers a request of the web platform. */
export type WebHandler = (request: Request) => Promise<Response>;

/** Lets a handler of the web platform answer what `node:http` receives. */
export function nodeListener(handler: WebHandler, onError: (error: Error) => void): RequestListener {
  return (request, response) => {
    answer(handler, request, response).catch((error: unknown) => {
      onError(error instanceof Error ? error : new Error(String(error)));
      if (response.headersSent) response.destroy();
      else response.writeHead(500).end();
    });
  };
}

async function answer(handler: WebHandler, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const gone = new AbortController();
  response.on("close", () => {
    if (!response.writableFinished) gone.abort();
  });
  response.on("finish", () => {
    // Who is refused may go on sending: long enough to read the answer, and no longer.
    if (!request.complete) setTimeout(() => request.destroy(), 500).unref();
  });
  const asked = toWebRequest(request, gone.signal);
  if (asked === undefined) {
    response.writeHead(400).end();
    return;
  }
  const { status, headers, body } = await handler(asked);
  response.writeHead(status, Object.fromEntries(headers));
  if (body === null) {
    response.end();
    return;
  }
  // A caller that leaves is no mistake of anybody; the handler hears of it, because its stream is given up.
  await pipeline(Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]), response).catch(() => undefined);
}

/** A name and a port: a slash or an at sign would make the address that of something else. */
const hostShape = /^[\w.:[\]-]+$/;

/** Undefined for what is no request to a server: another method, an address that is none. */
function toWebRequest(request: IncomingMessage, signal: AbortSignal): Request | undefined {
  const { method = "GET", url = "" } = request;
  const { host = "localhost" } = request.headers;
  const address = `http://${host}${url}`;
  if (!hostShape.test(host) || !url.startsWith("/") || !URL.canParse(address)) return undefined;
  if (method === "TRACE" || method === "CONNECT") return undefined;
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(request.headersDistinct))
    for (const value of values) headers.append(name, value);
  const hasBody = method !== "GET" && method !== "HEAD";
  const asked = new Request(address, {
    method,
    headers,
    signal,
    ...(hasBody && { body: bodyOf(request), duplex: "half" }),
  });
  noteCaller(asked, request.socket);
  return asked;
}

/** Touches the request only when somebody reads: Node itself gets rid of a body that nobody wants. */
function bodyOf(request: IncomingMessage): ReadableStream<Uint8Array> {
  let chunks: AsyncIterator<Uint8Array> | undefined;
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        chunks ??= request[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
        const next = await chunks.next();
        if (next.done === true) controller.close();
        else controller.enqueue(next.value);
      },
    },
    { highWaterMark: 0 },
  );
}
