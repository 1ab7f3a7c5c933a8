// Strange answers that come through a real proxy.

import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { download, type Download } from "../../../../src/supply/fetch/http/download.ts";
import { siteClient } from "../../../../src/supply/fetch/well-known/site-client.ts";
import { type Handler, serve } from "../../http/serve.ts";
import { serveEncryptedBy, serveProxy } from "../support/http-proxy.ts";
import { fetchContext } from "./fetch-context.ts";

const limits = { maxDownloadBytes: 1000, timeout: 5000 };
const plain = "http://site.example/a";

/** What an address is, of which a proxy has this to say. */
async function answered(answer: Handler): Promise<Download> {
  const proxy = await serve({ [plain]: answer });
  return download(new URL(plain), { limits, proxies: { http: proxy.origin } });
}

const switching = (response: ServerResponse): void =>
  void response.socket?.write("HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n");

describe("another protocol that nobody asked for", { timeout: 15_000 }, () => {
  const unavailable = (code: string): object => ({
    code: "source-unavailable",
    message: expect.stringContaining(`(${code})`),
  });

  it("is a failure when a proxy changes to it", async () => {
    await expect(answered((_request, response) => switching(response))).rejects.toMatchObject(
      unavailable("PROXY_HTTP_101"),
    );
  });

  it("is one inside a tunnel", async () => {
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
    onTestFinished(() => void vi.unstubAllEnvs());
    const proxy = await serveProxy({
      "site.example": await serveEncryptedBy((_request, response) => switching(response)),
    });
    const work = download(new URL("https://site.example/a"), { limits, proxies: { https: proxy.url } });
    await expect(work).rejects.toMatchObject(unavailable("HTTP_101"));
  });

  it("is one for the question of a tunnel, too", async () => {
    const proxy = await serveProxy({}, { refusal: "101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x" });
    const work = download(new URL("https://site.example/a"), { limits, proxies: { https: proxy.url } });
    await expect(work).rejects.toMatchObject(unavailable("PROXY_101"));
  });
});

describe("a packed answer", () => {
  it.each([200, 204, 304, 404])("of no bytes has none, with status %d", async (status) => {
    const { bytes, ...answer } = await answered((_request, response) => {
      response.writeHead(status, { "content-encoding": "gzip" }).end();
    });
    expect([answer.status, bytes.length]).toEqual([status, 0]);
  });

  it.each(["gzip", "x-gzip", "GZip"])("may be called %s", async (encoding) => {
    const { bytes } = await answered((_request, response) => {
      response.writeHead(200, { "content-encoding": encoding }).end(gzipSync("hello"));
    });
    expect(Buffer.from(bytes).toString()).toBe("hello");
  });

  it("that ends too early is a failure", async () => {
    const work = answered((_request, response) => {
      response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("hello").subarray(0, -4));
    });
    await expect(work).rejects.toMatchObject({ code: "source-unavailable" });
  });

  it("of no bytes is an empty file for a site's client", async () => {
    const proxy = await serve({
      [plain]: (_request, response) => response.writeHead(200, { "content-encoding": "gzip" }).end(),
    });
    const ask = siteClient(fetchContext({ env: { HTTP_PROXY: proxy.origin } }));
    const answer = await ask(new URL(plain), { scope: new URL("/", plain), accept: "*/*" });
    expect(answer?.bytes.length).toBe(0);
  });
});
