import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { tempFolder } from "../../node/temp-folder.ts";

/** What the real `npm pack` makes of these files. */
export function npmPack(name: string, version: string, files: Readonly<Record<string, string>>): Buffer {
  const folder = tempFolder({ "package.json": JSON.stringify({ name, version }), ...files });
  const [packed] = JSON.parse(
    execFileSync("npm", ["pack", "--json", "--ignore-scripts", "--offline"], {
      cwd: folder,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      shell: process.platform === "win32",
    }),
  ) as [{ filename: string }];
  return readFileSync(join(folder, packed.filename));
}

export const sha512 = (bytes: Uint8Array): string => `sha512-${createHash("sha512").update(bytes).digest("base64")}`;

export interface SeenRequest {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly accept: string | undefined;
}

export interface HttpPlace {
  readonly url: string;
  readonly requests: SeenRequest[];
  close(): Promise<void>;
}

/** A server that remembers what it was asked. */
export async function serveHttp(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<HttpPlace> {
  const requests: SeenRequest[] = [];
  const server = createServer((request, response) => {
    const { authorization, accept } = request.headers;
    requests.push({ path: request.url ?? "", authorization, accept });
    answer(request, response);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const close = (): Promise<void> =>
    new Promise((done) => {
      server.closeAllConnections();
      server.close(() => done());
    });
  onTestFinished(close);
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, requests, close };
}

export interface RegistryPackage {
  readonly name: string;
  readonly tags: Readonly<Record<string, string>>;
  readonly versions: Readonly<
    Record<string, { readonly tarball: Uint8Array; readonly dist?: Readonly<Record<string, unknown>> }>
  >;
}

/** A registry with one package. */
export async function serveRegistry(
  { name, tags, versions }: RegistryPackage,
  options: { readonly token?: string; readonly redirect?: string } = {},
): Promise<HttpPlace> {
  const place: HttpPlace = await serveHttp((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://x").pathname);
    const isAllowed = options.token === undefined || request.headers.authorization === `Bearer ${options.token}`;
    if (!isAllowed) return void response.writeHead(401).end();
    const version = /^\/files\/(.+)\.tgz$/.exec(path)?.[1];
    if (version !== undefined) {
      if (options.redirect !== undefined) {
        return void response.writeHead(302, { location: `${options.redirect}${version}.tgz` }).end();
      }
      return void response.end(versions[version]?.tarball);
    }
    if (path !== `/${name}`) return void response.writeHead(404).end("{}");
    const described = Object.entries(versions).map(([key, { tarball, dist }]) => [
      key,
      { name, version: key, dist: { tarball: `${place.url}files/${key}.tgz`, integrity: sha512(tarball), ...dist } },
    ]);
    response.end(JSON.stringify({ name, "dist-tags": tags, versions: Object.fromEntries(described) }));
  });
  return place;
}
