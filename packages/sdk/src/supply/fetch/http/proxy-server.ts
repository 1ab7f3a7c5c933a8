import { type ClientRequest, request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import type { Duplex } from "node:stream";

/** One question to a proxy. */
export interface ProxyRequest {
  readonly method?: "GET" | "CONNECT";
  /** The whole address, or for a tunnel host and port. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** A proxy that can be asked. */
export interface ProxyServer {
  /** Asks the proxy itself; nothing is sent before `end`. */
  request(options: ProxyRequest): ClientRequest;
  /** A connection through the proxy to a host, which the proxy cannot read if it is then encrypted. */
  tunnel(authority: string, signal: AbortSignal): Promise<Duplex>;
}

/** The proxy that a setting means, `http://user:password@host:port` or `host:port`. */
export function proxyServer(written: string): ProxyServer {
  const text = /^[a-z][\w+.-]*:\/\//i.test(written) ? written : `http://${written}`;
  const address = URL.canParse(text) ? new URL(text) : undefined;
  if (address?.protocol !== "http:" && address?.protocol !== "https:") throw proxyError("INVALID");
  const credentials = `${decoded(address.username)}:${decoded(address.password)}`;
  const authorization =
    credentials === ":" ? {} : { "proxy-authorization": `Basic ${Buffer.from(credentials).toString("base64")}` };
  address.username = address.password = "";
  const send = address.protocol === "https:" ? httpsRequest : httpRequest;
  const request = ({ headers, ...options }: ProxyRequest): ClientRequest =>
    send(address, { ...options, agent: false, headers: { ...headers, ...authorization } });
  return {
    request,
    tunnel: (authority, signal) =>
      new Promise((resolve, reject) => {
        const asking = request({ method: "CONNECT", path: authority, headers: { host: authority }, signal });
        asking.on("error", (error: NodeJS.ErrnoException) => reject(proxyError(error.code)));
        asking.once("connect", ({ statusCode = 0 }, socket) => {
          if (statusCode >= 200 && statusCode < 300) return resolve(socket);
          socket.destroy();
          reject(proxyError(String(statusCode)));
        });
        asking.once("close", () => reject(proxyError("ECONNRESET")));
        asking.end();
      }),
  };
}

/** Passwords with a percent sign are not always written as an address has to have them. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A failure of the proxy. Its code is all that callers show, so it has to tell whose fault it is. */
export function proxyError(what = "FAILED"): Error {
  return Object.assign(new Error("The proxy gave no connection."), { code: `PROXY_${what}` });
}
