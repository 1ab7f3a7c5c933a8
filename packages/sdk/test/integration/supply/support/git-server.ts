import { spawn } from "node:child_process";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { gitEnv } from "./git-repo.ts";

export interface GitServerOptions {
  /** `user:password` that every request must come with. */
  readonly credentials?: string;
  /** A header that does as well. */
  readonly header?: readonly [name: string, value: string];
  /** Speak the old protocol, in which a commit cannot be asked for by its id. */
  readonly oldProtocol?: boolean;
  /** Never answer. */
  readonly silent?: boolean;
}

export interface GitServer {
  readonly url: string;
  /** Requests so far, as `GET /path`. */
  readonly requests: string[];
  close(): Promise<void>;
}

/** A real git server over HTTP: `git http-backend` behind Node, serving the repositories in a folder. */
export async function serveGit(folder: string, options: GitServerOptions = {}): Promise<GitServer> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    if (options.silent === true) return;
    if (!isAllowed(request, options)) {
      response.writeHead(401, { "www-authenticate": 'Basic realm="git"' }).end("no");
      return;
    }
    runBackend(folder, request, response, options);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const close = (): Promise<void> =>
    new Promise((done) => {
      server.closeAllConnections();
      server.close(() => done());
    });
  onTestFinished(close);
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, close };
}

function isAllowed({ headers }: IncomingMessage, { credentials, header }: GitServerOptions): boolean {
  if (header !== undefined && headers[header[0]] === header[1]) return true;
  if (credentials === undefined) return header === undefined;
  return headers.authorization === `Basic ${Buffer.from(credentials).toString("base64")}`;
}

function runBackend(
  folder: string,
  request: IncomingMessage,
  response: ServerResponse,
  { oldProtocol = false }: GitServerOptions,
): void {
  const { pathname, search } = new URL(request.url ?? "/", "http://localhost");
  const backend = spawn("git", ["-c", "safe.directory=*", "http-backend"], {
    env: {
      ...gitEnv,
      GIT_PROJECT_ROOT: folder,
      GIT_HTTP_EXPORT_ALL: "1",
      PATH_INFO: decodeURIComponent(pathname),
      QUERY_STRING: search.slice(1),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: request.headers["content-type"] ?? "",
      HTTP_CONTENT_ENCODING: request.headers["content-encoding"] ?? "",
      REMOTE_ADDR: "127.0.0.1",
      ...(oldProtocol ? {} : { GIT_PROTOCOL: String(request.headers["git-protocol"] ?? "") }),
    },
    stdio: ["pipe", "pipe", "ignore"],
  });
  request.pipe(backend.stdin);
  backend.stdin.on("error", () => undefined);
  const chunks: Buffer[] = [];
  backend.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  backend.on("close", () => {
    const output = Buffer.concat(chunks);
    const end = output.indexOf("\r\n\r\n");
    let status = 200;
    for (const line of output.subarray(0, end).toString("latin1").split("\r\n")) {
      const [name = "", value = ""] = line.split(/:\s*/, 2);
      if (name.toLowerCase() === "status") status = Number(value.slice(0, 3));
      else if (name !== "") response.setHeader(name, value);
    }
    response.writeHead(status).end(output.subarray(end + 4));
  });
}
