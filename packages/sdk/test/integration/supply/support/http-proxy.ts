import { createServer, type IncomingMessage, request, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, connect, type Server } from "node:net";
import { onTestFinished } from "vitest";

/** What a proxy was asked. */
export interface ProxiedRequest {
  readonly method: string;
  /** The whole address, or of a tunnel host and port. */
  readonly target: string;
  readonly authorization: string | undefined;
}

export interface HttpProxy {
  readonly url: string;
  readonly requests: ProxiedRequest[];
}

/** A proxy, for plain requests and tunnels, in a world where each of these hosts is a port of this machine. */
export async function serveProxy(
  hosts: Readonly<Record<string, number>>,
  options: {
    readonly authorization?: string;
    /** What it says to tunnels to other hosts. */
    readonly refusal?: string;
  } = {},
): Promise<HttpProxy> {
  const requests: ProxiedRequest[] = [];
  const isAllowed = ({ method = "", url = "", headers }: IncomingMessage): boolean => {
    const authorization = headers["proxy-authorization"];
    requests.push({ method, target: url, authorization });
    return options.authorization === undefined || authorization === options.authorization;
  };
  const server = createServer((asked, response) => {
    if (!isAllowed(asked)) return void response.writeHead(407).end();
    const { hostname, pathname, search } = new URL(asked.url ?? "");
    const port = hosts[hostname];
    if (port === undefined) return void response.writeHead(502).end();
    const { "proxy-authorization": _own, ...headers } = asked.headers;
    const passed = request(
      { host: "127.0.0.1", port, path: `${pathname}${search}`, headers, agent: false },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    passed.on("error", () => response.destroy());
    passed.end();
  });
  server.on("connect", (asked: IncomingMessage, socket) => {
    const port = hosts[asked.url?.split(":")[0] ?? ""];
    if (!isAllowed(asked)) return void socket.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n");
    if (port === undefined) return void socket.end(`HTTP/1.1 ${options.refusal ?? "502 Bad Gateway"}\r\n\r\n`);
    const onward = connect(port, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      onward.pipe(socket).pipe(onward);
    });
    onward.on("error", () => socket.destroy());
    socket.on("error", () => onward.destroy());
  });
  return { url: `http://127.0.0.1:${await listen(server)}`, requests };
}

/** Serves over TLS what a plain server of this machine has, as `site.example` and `registry.example`; gives its port. */
export async function serveEncrypted(plainPort: number): Promise<number> {
  return serveEncryptedBy(({ url, headers }, response) => {
    request({ host: "127.0.0.1", port: plainPort, path: url, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    }).end();
  });
}

/** The same, of what a function answers. */
export async function serveEncryptedBy(answer: RequestListener): Promise<number> {
  return listen(createTlsServer({ key, cert }, answer));
}

async function listen(server: Server & { closeAllConnections(): void }): Promise<number> {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

// Made for these tests, good for nothing else, and trusted by nobody.
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgKocgRig01ycQXrT2
aAngUFvzmkzdCRIF0n9FWfnofNWhRANCAAQofjQ4qvBZ9RdwhMtTwawcMC3Z5vkh
3I9kJymT+KRbJnLaHOsLka8+UOSR3alKhjwiYSxQnOAvrXcnLLrzOXrI
-----END PRIVATE KEY-----
`;
const cert = `-----BEGIN CERTIFICATE-----
MIIBsDCCAVagAwIBAgIUalPombjgpfvz5h4Dty2n+dPFtcUwCgYIKoZIzj0EAwIw
FzEVMBMGA1UEAwwMc2l0ZS5leGFtcGxlMCAXDTI2MTExNjEwNTgyMloYDzIxMjYx
MDIzMTA1ODIyWjAXMRUwEwYDVQQDDAxzaXRlLmV4YW1wbGUwWTATBgcqhkjOPQIB
BggqhkjOPQMBBwNCAAQofjQ4qvBZ9RdwhMtTwawcMC3Z5vkh3I9kJymT+KRbJnLa
HOsLka8+UOSR3alKhjwiYSxQnOAvrXcnLLrzOXrIo34wfDAdBgNVHQ4EFgQUFzUD
02DHpAbSantf0nRP/j9gg9kwHwYDVR0jBBgwFoAUFzUD02DHpAbSantf0nRP/j9g
g9kwDwYDVR0TAQH/BAUwAwEB/zApBgNVHREEIjAgggxzaXRlLmV4YW1wbGWCEHJl
Z2lzdHJ5LmV4YW1wbGUwCgYIKoZIzj0EAwIDSAAwRQIgDfrBUqohejNiOqMkUOfP
dJ5om5qp8nm1VuJ8Xn9N8BMCIQDqdGCDbhlHpZmyf89HlSjkLIKGKWjZKlxUBnXE
WMEe4A==
-----END CERTIFICATE-----
`;
