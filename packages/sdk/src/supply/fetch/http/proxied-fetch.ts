import type { ClientRequest, IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP } from "node:net";
import { pipeline, Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { connect as tlsConnect } from "node:tls";
import { createGunzip, type Gunzip } from "node:zlib";
import type { FetchInit, FetchResponse } from "../../../core/source/http/fetch-function.ts";
import { proxyError, proxyServer } from "./proxy-server.ts";
import { proxyFor, type ProxySettings } from "./proxy-settings.ts";

/** An answer whose body can be read chunk by chunk. */
export interface ProxiedResponse extends FetchResponse {
  readonly body: ReadableStream<Uint8Array> | null;
}

/** A `fetch` that goes through proxies, which the one of Node does not before version 24, and then only when told. */
export function proxiedFetch(settings: ProxySettings): (url: string, init: FetchInit) => Promise<ProxiedResponse> {
  return async (address, init) => {
    const url = new URL(address);
    const proxy = proxyFor(url, settings);
    return proxy === undefined ? fetch(address, init) : fetchThrough(proxy, url, init);
  };
}

async function fetchThrough(proxy: string, url: URL, { headers, signal }: FetchInit): Promise<ProxiedResponse> {
  const server = proxyServer(proxy);
  const options = {
    headers: { host: url.host, "user-agent": "node", "accept-encoding": "gzip", ...headers },
    signal,
  };
  if (url.protocol === "https:") {
    const host = url.hostname.replaceAll(/^\[|\]$/g, "");
    const socket = await server.tunnel(`${url.hostname}:${url.port || 443}`, signal);
    const names = isIP(host) === 0 ? { host, servername: host } : { host };
    return answered(httpsRequest(url, { ...options, createConnection: () => tlsConnect({ socket, ...names }) }));
  }
  // The proxy is asked for the whole address.
  const path = `${url.origin}${url.pathname}${url.search}`;
  const response = await answered(server.request({ ...options, path })).catch((error: NodeJS.ErrnoException) => {
    throw proxyError(error.code);
  });
  if (response.status !== 407) return response;
  await response.body?.cancel();
  throw proxyError("407");
}

function answered(request: ClientRequest): Promise<ProxiedResponse> {
  return new Promise((resolve, reject) => {
    request.once("response", (response) => resolve(responseOf(response)));
    // Nobody asked for another protocol. Without a listener, Node drops the connection and says nothing.
    request.once("upgrade", (_response, socket) => {
      socket.destroy();
      reject(connectionError("HTTP_101"));
    });
    // Without a listener, what goes wrong with the body later would end the process.
    request.on("error", reject);
    request.once("close", () => reject(connectionError("ECONNRESET")));
    request.end();
  });
}

function connectionError(code: string): Error {
  return Object.assign(new Error("The connection gave no answer."), { code });
}

function responseOf(message: IncomingMessage): ProxiedResponse {
  const isPacked = /^(?:x-)?gzip$/i.test(message.headers["content-encoding"] ?? "");
  // Failures come out of the end that is read.
  const content = isPacked ? pipeline(message, gunzip(), () => undefined) : message;
  return {
    status: message.statusCode ?? 0,
    headers: {
      get: (name) => {
        const value = message.headers[name.toLowerCase()];
        return value === undefined ? null : String(value);
      },
    },
    body: Readable.toWeb(content) as ReadableStream<Uint8Array>,
  };
}

/** Unpacks gzip. Nothing stays nothing: answers without a body may say that they are packed, too. */
function gunzip(): Gunzip {
  const stream = createGunzip();
  const flush = stream._flush.bind(stream);
  stream._flush = (done) => (stream.bytesWritten === 0 ? done() : flush(done));
  return stream;
}
