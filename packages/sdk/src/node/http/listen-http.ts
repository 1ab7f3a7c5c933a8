import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { ListenAddress } from "./listen-address.ts";
import { nodeListener, type WebHandler } from "./node-listener.ts";

/** A server that listens. */
export interface HttpListener {
  /** Under which it is called, with the port that it got: `http://127.0.0.1:8808`. */
  readonly origin: string;
  /** Takes no more connections, lets `finish` end what is being answered, and ends. */
  close(finish: () => Promise<void>): Promise<void>;
}

/** Milliseconds for what was answered last to arrive. */
const lastWords = 1000;

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: "something else listens there already",
  EACCES: "this port needs more rights than you have; take one above 1023",
  EADDRNOTAVAIL: "this machine has no such address",
  ENOTFOUND: "there is no host of this name",
};

/** Lets a handler of the web platform answer at an address; throws an `Error` that says why it cannot listen there. */
export async function listenHttp(
  handler: WebHandler,
  address: ListenAddress,
  onError: (error: Error) => void,
): Promise<HttpListener> {
  // Much to load, and most who load this module never listen.
  const { createServer } = await import("node:http");
  const server = createServer(nodeListener(handler, onError));
  const port = await listen(server, address);
  server.on("error", onError);
  return {
    origin: `http://${address.urlHost}:${port}`,
    close: async (finish) => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await finish();
      server.closeIdleConnections();
      const late = setTimeout(() => server.closeAllConnections(), lastWords);
      await closed;
      clearTimeout(late);
    },
  };
}

async function listen(server: Server, { host, urlHost, port }: ListenAddress): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const reason = reasons[error.code ?? ""] ?? error.message;
      reject(new Error(`${urlHost}:${port}: ${reason}`, { cause: error }));
    });
    server.listen(port, host, resolve);
  });
  return (server.address() as AddressInfo).port;
}
