// Requests through a real proxy. The hosts exist for the proxy alone: whoever does not ask it finds nothing.

import { gzipSync } from "node:zlib";
import { packTar } from "modern-tar";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { npmFetcher } from "../../../../src/supply/fetch/npm/npm-fetcher.ts";
import { wellKnownFetcher } from "../../../../src/supply/fetch/well-known/well-known-fetcher.ts";
import { digestOf, serve, skillText, type TestServer } from "../../http/serve.ts";
import { tempFolder } from "../../node/temp-folder.ts";
import { serveEncrypted, serveProxy } from "../support/http-proxy.ts";
import { serveRegistry } from "../support/npm-registry.ts";
import { fetchContext, textsOf } from "./fetch-context.ts";

const portOf = (url: string): number => Number(new URL(url).port);
const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => "nothing failed",
    (error: unknown) => error,
  );

async function siteServer(): Promise<TestServer> {
  const list = {
    name: "one",
    type: "skill-md",
    description: "x",
    url: "one/SKILL.md",
    digest: digestOf(skillText("one")),
  };
  return serve({
    "/.well-known/agent-skills/index.json": {
      $schema: "https://schemas.agentskills.io/discovery/0.2.0/schema.json",
      skills: [list],
    },
    "/.well-known/agent-skills/one/SKILL.md": (_request, response) => {
      response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(skillText("one")));
    },
  });
}

async function registryServer(origin: string): Promise<Awaited<ReturnType<typeof serveRegistry>>> {
  const body = skillText("a");
  const files = [{ header: { name: "package/skills/a/SKILL.md", size: Buffer.byteLength(body) }, body }];
  const tarball = gzipSync(await packTar(files));
  const versions = { "1.0.0": { tarball, dist: { tarball: `${origin}/files/1.0.0.tgz` } } };
  return serveRegistry({ name: "skills", tags: { latest: "1.0.0" }, versions });
}

const fromRegistry = (registry: string) => ({ type: "npm", package: "skills", version: "1.0.0", registry }) as const;
const site = { type: "well-known", url: "https://site.example" } as const;
const plain = "http://registry.example";

/** Nobody trusts the certificate of these tests, with a proxy or without. */
function trustAnybody(): void {
  vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
  onTestFinished(() => void vi.unstubAllEnvs());
}

describe("the npm fetcher", () => {
  it("asks a proxy for plain addresses, with its user and password", async () => {
    const registry = await registryServer(plain);
    const authorization = `Basic ${Buffer.from("me:p@ss").toString("base64")}`;
    const proxy = await serveProxy({ "registry.example": portOf(registry.url) }, { authorization });
    const HTTP_PROXY = proxy.url.replace("://", "://me:p%40ss@");
    const context = fetchContext({ env: { HTTP_PROXY } });
    const tree = await (await npmFetcher().resolve(fromRegistry(plain), context)).open();
    expect(await textsOf(tree)).toEqual({ "skills/a/SKILL.md": skillText("a") });
    expect(proxy.requests.map(({ method, target }) => `${method} ${target}`)).toEqual([
      `GET ${plain}/skills`,
      `GET ${plain}/files/1.0.0.tgz`,
    ]);
    expect(registry.requests.every(({ authorization: sent }) => sent === undefined)).toBe(true);
  });

  it("has a tunnel made for encrypted ones, and sends tokens through it only", async () => {
    trustAnybody();
    const registry = await registryServer("https://registry.example");
    const proxy = await serveProxy({ "registry.example": await serveEncrypted(portOf(registry.url)) });
    const home = tempFolder({ ".npmrc": `https-proxy=${proxy.url}\n//registry.example/:_authToken=secret\n` });
    const context = fetchContext({ env: { HOME: home } });
    await (await npmFetcher().resolve(fromRegistry("https://registry.example"), context)).open();
    expect(registry.requests.map(({ authorization }) => authorization)).toEqual(["Bearer secret", "Bearer secret"]);
    expect(proxy.requests).toEqual(
      [1, 2].map(() => ({ method: "CONNECT", target: "registry.example:443", authorization: undefined })),
    );
  });

  it("takes proxies of npm's settings, but none of a project's", async () => {
    const registry = await registryServer(plain);
    const proxy = await serveProxy({ "registry.example": portOf(registry.url) });
    const nobody = "http://127.0.0.1:9";
    const ask = (env: Record<string, string>, directory = tempFolder()): Promise<unknown> =>
      npmFetcher().resolve(fromRegistry(plain), fetchContext({ env, directory }));
    await ask({ npm_config_proxy: proxy.url, HTTP_PROXY: nobody });
    await ask({ HOME: tempFolder({ ".npmrc": `proxy = ${proxy.url}\n` }), http_proxy: nobody });
    await ask({ HTTP_PROXY: proxy.url, HOME: tempFolder({ ".npmrc": "proxy=null\n" }) });
    expect(proxy.requests).toHaveLength(3);
    await ask({ HTTP_PROXY: proxy.url }, tempFolder({ ".npmrc": `proxy=${nobody}\nnoproxy=registry.example\n` }));
    expect(proxy.requests).toHaveLength(4);
    for (const env of [{ NO_PROXY: ".example" }, { npm_config_noproxy: "registry.example" }])
      expect(await failure(ask({ HTTP_PROXY: proxy.url, ...env }))).toMatchObject({ code: "source-unavailable" });
    expect(proxy.requests).toHaveLength(4);
  });

  it("tells the proxy's failures from the server's, without its password", async () => {
    const proxy = await serveProxy({}, { authorization: "Basic x" });
    const ask = (HTTP_PROXY: string, registry = plain): Promise<unknown> =>
      failure(
        npmFetcher().resolve(fromRegistry(registry), fetchContext({ env: { HTTP_PROXY, HTTPS_PROXY: HTTP_PROXY } })),
      );
    for (const [address, code] of [
      [proxy.url.replace("://", "://me:secret@"), "PROXY_407"],
      ["http://me:secret@127.0.0.1:9", "PROXY_ECONNREFUSED"],
      ["socks5://me:secret@127.0.0.1:9", "PROXY_INVALID"],
    ] as const) {
      for (const registry of [plain, "https://registry.example"]) {
        const error = await ask(address, registry);
        expect(error).toMatchObject({ code: "source-unavailable", message: expect.stringContaining(`(${code})`) });
        expect(JSON.stringify(error) + String(error)).not.toContain("secret");
      }
    }
  });

  it("does not wait for a proxy that says nothing", async () => {
    const silent = await serve({ "http://registry.example/skills": () => {} });
    const limits = { ...fetchContext().limits, timeout: 300 };
    const context = fetchContext({ env: { HTTP_PROXY: silent.origin }, limits });
    const error = await failure(npmFetcher().resolve(fromRegistry(plain), context));
    expect(error).toMatchObject({ code: "source-unavailable", message: expect.stringContaining("no answer") });
    const cancelled = fetchContext({ env: { HTTP_PROXY: silent.origin }, signal: AbortSignal.timeout(100) });
    expect(await failure(npmFetcher().resolve(fromRegistry(plain), cancelled))).toMatchObject({ name: "TimeoutError" });
  });
});

describe("the well-known fetcher", () => {
  it("goes through a tunnel", async () => {
    trustAnybody();
    const server = await siteServer();
    const proxy = await serveProxy({ "site.example": await serveEncrypted(portOf(server.origin)) });
    const context = fetchContext({ env: { HTTPS_PROXY: proxy.url.slice("http://".length) } });
    const tree = await (await wellKnownFetcher().resolve(site, context)).open();
    expect(await textsOf(tree)).toEqual({ "one/SKILL.md": skillText("one") });
    expect(proxy.requests.map(({ method, target }) => `${method} ${target}`)).toContain("CONNECT site.example:443");
    expect(server.requests[0]?.headers.host).toBe("site.example");
  });

  it("does not trust a certificate because a proxy is in between", async () => {
    const server = await siteServer();
    const proxy = await serveProxy({ "site.example": await serveEncrypted(portOf(server.origin)) });
    const error = await failure(wellKnownFetcher().resolve(site, fetchContext({ env: { HTTPS_PROXY: proxy.url } })));
    expect(error).toMatchObject({ message: expect.stringContaining("DEPTH_ZERO_SELF_SIGNED_CERT") });
    expect(server.requests).toEqual([]);
  });

  it("asks this machine itself, and no proxy", async () => {
    const server = await siteServer();
    const env = { HTTP_PROXY: "http://127.0.0.1:9", HTTPS_PROXY: "http://127.0.0.1:9" };
    const fetched = await wellKnownFetcher().resolve({ type: "well-known", url: server.origin }, fetchContext({ env }));
    expect((await fetched.open()).skillFolders).toEqual(["one"]);
  });
});
