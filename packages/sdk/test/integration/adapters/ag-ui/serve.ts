import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";

export interface Served {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves a handler of web requests on a port of this machine. */
export async function serve(handler: (request: Request) => Promise<Response>): Promise<Served> {
  const answer = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const headers = new Headers(req.headers as Record<string, string>);
    const hasBody = req.method !== "GET" && req.method !== "HEAD";
    const body = hasBody ? { body: Readable.toWeb(req), duplex: "half" } : {};
    const init = { method: req.method, headers, ...body } as RequestInit;
    const response = await handler(new Request(`http://localhost${req.url}`, init));
    res.writeHead(response.status, Object.fromEntries(response.headers));
    // A client that goes away ends the run.
    if (response.body !== null) await pipeline(Readable.fromWeb(response.body as ReadableStream), res);
    else res.end();
  };
  const server = createServer((req, res) => void answer(req, res).catch(() => res.destroy()));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
