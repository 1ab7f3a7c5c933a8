import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { fetchSkillSource } from "@tradecraft/sdk";
import { describe, expect, it } from "vitest";
import { type Handler, serve, skillText, status, tagged } from "./serve.ts";

const text = skillText("pdf");
const index = JSON.stringify([{ id: "pdf", description: "d" }]);
const once = { retries: 0 };

/** Answers with these, one after the other; the last one again and again. */
function inTurn(...routes: (string | Handler)[]): Handler {
  let turn = 0;
  return (request, response) => {
    const route = routes[Math.min(turn++, routes.length - 1)];
    if (typeof route === "function") route(request, response);
    else response.end(route);
  };
}

async function took(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

describe("time", () => {
  it("cuts a server that sends no headers", async () => {
    const { origin } = await serve({ "/index.json": () => {} });
    const source = fetchSkillSource(origin, { ...once, timeout: 100 });
    const time = await took(() =>
      expect(source.list()).rejects.toMatchObject({ code: "source-unavailable", facts: { reason: "timeout" } }),
    );
    expect(time).toBeLessThan(3000);
  });

  it("cuts a server that sends its body drop by drop, and closes the connection", async () => {
    let closed = false;
    const { origin } = await serve({
      "/index.json": (_request, response) => {
        response.writeHead(200).write("[");
        const timer = setInterval(() => response.write(" "), 20);
        response.on("close", () => {
          clearInterval(timer);
          closed = true;
        });
      },
    });
    await expect(fetchSkillSource(origin, { ...once, timeout: 150 }).list()).rejects.toThrow("within 150 ms");
    await expect.poll(() => closed).toBe(true);
  });

  it("cuts a fetch that does not listen, and headers that do not come", async () => {
    const never = new Promise<never>(() => {});
    const deaf = fetchSkillSource("http://127.0.0.1/", { ...once, timeout: 50, fetch: () => never });
    await expect(deaf.list()).rejects.toMatchObject({ facts: { reason: "timeout" } });
    let cancelled = 0;
    const drip = (): Promise<Response> =>
      Promise.resolve(
        new Response(
          new ReadableStream({
            pull: async (controller) => {
              await new Promise((resolve) => setTimeout(resolve, 10));
              controller.enqueue(new Uint8Array(1));
            },
            cancel: () => void (cancelled += 1),
          }),
        ),
      );
    const dripping = fetchSkillSource("http://127.0.0.1/", { ...once, timeout: 50, fetch: drip });
    await expect(dripping.list()).rejects.toMatchObject({ facts: { reason: "timeout" } });
    await expect.poll(() => cancelled).toBe(1);
    const tooLate = async () => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      return drip();
    };
    const slow = fetchSkillSource("http://127.0.0.1/", { ...once, timeout: 50, fetch: tooLate });
    await expect(slow.list()).rejects.toMatchObject({ facts: { reason: "timeout" } });
    await expect.poll(() => cancelled).toBe(2);
    const mute = fetchSkillSource("http://127.0.0.1/", { ...once, timeout: 50, headers: () => never });
    await expect(mute.list()).rejects.toMatchObject({ facts: { reason: "timeout" } });
  });
});

describe("giving up", () => {
  it("stops at once, with the caller's reason", async () => {
    const { origin } = await serve({ "/index.json": () => {} });
    const controller = new AbortController();
    const list = fetchSkillSource(origin).list({ signal: controller.signal });
    setTimeout(() => controller.abort(new Error("enough")), 30);
    await expect(list).rejects.toThrow("enough");
    await expect(fetchSkillSource(origin).list({ signal: AbortSignal.abort(new Error("before")) })).rejects.toThrow(
      "before",
    );
  });

  it("stops waiting for a retry", async () => {
    const { origin, requests } = await serve({ "/index.json": status(503, { "retry-after": "5" }) });
    const time = await took(() =>
      expect(fetchSkillSource(origin).list({ signal: AbortSignal.timeout(100) })).rejects.toMatchObject({
        name: "TimeoutError",
      }),
    );
    expect(time).toBeLessThan(3000);
    expect(requests).toHaveLength(1);
  });

  it("of one caller leaves the others alone; of all ends the request", async () => {
    let closed = 0;
    const { origin, count } = await serve({
      "/index.json": inTurn(
        (_request, response) => void setTimeout(() => response.end(index), 150),
        (_request, response) => void response.on("close", () => (closed += 1)),
      ),
    });
    const source = fetchSkillSource(origin, once);
    const impatient = source.list({ signal: AbortSignal.timeout(30) });
    const patient = source.list();
    await expect(impatient).rejects.toMatchObject({ name: "TimeoutError" });
    expect(await patient).toMatchObject([{ id: "pdf" }]);
    expect(count("/index.json")).toBe(1);
    const both = [source.list({ signal: AbortSignal.timeout(30) }), source.list({ signal: AbortSignal.timeout(60) })];
    await Promise.allSettled(both);
    await expect.poll(() => closed).toBe(1);
  });

  it("never serves an earlier answer in place of the caller's reason", async () => {
    const server = await serve({ "/index.json": tagged(index) });
    const source = fetchSkillSource(server.origin);
    await source.list();
    server.routes["/index.json"] = () => {};
    await expect(source.list({ signal: AbortSignal.timeout(50) })).rejects.toMatchObject({ name: "TimeoutError" });
  });
});

describe("size", () => {
  const endless: Handler = (_request, response) => {
    const more = (): void => {
      while (response.write(" ".repeat(65_536)));
    };
    response.on("drain", more);
    more();
  };

  it("cuts an endless body", async () => {
    let closed = false;
    const { origin } = await serve({
      "/index.json": (request, response) => {
        response.on("close", () => (closed = true));
        endless(request, response);
      },
    });
    const source = fetchSkillSource(origin, { maxIndexBytes: 100_000 });
    await expect(source.list()).rejects.toMatchObject({
      code: "file-too-large",
      facts: { limit: 100_000, url: `${origin}/index.json` },
    });
    await expect.poll(() => closed).toBe(true);
  });

  it("has a limit for each kind of file, and none is retried", async () => {
    const { origin, count } = await serve({
      "/index.json": index,
      "/pdf/SKILL.md": "x".repeat(101),
      "/pdf/ok": "x".repeat(200),
      "/pdf/more": "x".repeat(201),
    });
    const source = fetchSkillSource(origin, { maxSkillBytes: 100, maxResourceBytes: 200 });
    await expect(source.read("pdf")).rejects.toMatchObject({ code: "file-too-large" });
    expect(await source.readResource?.("pdf", "ok")).toHaveLength(200);
    await expect(source.readResource?.("pdf", "more")).rejects.toMatchObject({ code: "file-too-large" });
    expect([count("/pdf/SKILL.md"), count("/pdf/more")]).toEqual([1, 1]);
  });

  it("believes a Content-Length that is too large, before any byte", async () => {
    const { origin } = await serve({
      "/index.json": (_request, response) => void response.writeHead(200, { "content-length": "5000000" }).write("["),
    });
    const time = await took(() =>
      expect(fetchSkillSource(origin).list()).rejects.toMatchObject({ code: "file-too-large" }),
    );
    expect(time).toBeLessThan(3000);
  });

  it("counts what comes out of a gzip body", async () => {
    const packed = gzipSync(" ".repeat(20_000_000));
    expect(packed.length).toBeLessThan(100_000);
    const { origin } = await serve({
      "/index.json": (_request, response) => void response.writeHead(200, { "content-encoding": "gzip" }).end(packed),
    });
    await expect(fetchSkillSource(origin).list()).rejects.toMatchObject({ code: "file-too-large" });
  });

  it("reads a gzip body within the limit", async () => {
    const { origin } = await serve({
      "/index.json": (_request, response) =>
        void response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(index)),
    });
    expect(await fetchSkillSource(origin).list()).toMatchObject([{ id: "pdf" }]);
  });

  it("takes a body that ends before its Content-Length for none", async () => {
    const { origin, count } = await serve({
      "/index.json": index,
      "/pdf/SKILL.md": (_request, response) => {
        response.writeHead(200, { "content-length": String(text.length + 100) });
        response.write(text, () => response.destroy());
      },
    });
    await expect(fetchSkillSource(origin, { retries: 1, retryDelay: 1 }).read("pdf")).rejects.toMatchObject({
      code: "source-unavailable",
    });
    expect(count("/pdf/SKILL.md")).toBe(2);
  });
});

describe("trying again", () => {
  const quick = { retryDelay: 1 };

  it.each([429, 500, 502, 503])("after a %i, twice", async (code) => {
    const { origin, requests } = await serve({ "/index.json": inTurn(status(code), status(code), index) });
    expect(await fetchSkillSource(origin, quick).list()).toMatchObject([{ id: "pdf" }]);
    expect(requests).toHaveLength(3);
  });

  it("as often as it is told", async () => {
    const { origin, requests } = await serve({ "/index.json": status(500) });
    await expect(fetchSkillSource(origin, { ...quick, retries: 4 }).list()).rejects.toThrow("status 500");
    expect(requests).toHaveLength(5);
    await expect(fetchSkillSource(origin, { retries: 0 }).list()).rejects.toThrow();
    expect(requests).toHaveLength(6);
  });

  it.each([400, 401, 403, 405, 418])("not after a %i", async (code) => {
    const { origin, count } = await serve({ "/index.json": status(code) });
    await expect(fetchSkillSource(origin, quick).list()).rejects.toMatchObject({ facts: { status: code } });
    expect(count("/index.json")).toBe(1);
  });

  it("after a connection that broke", async () => {
    const { origin, requests } = await serve({
      "/index.json": inTurn((request) => void request.socket.destroy(), index),
    });
    expect(await fetchSkillSource(origin, quick).list()).toMatchObject([{ id: "pdf" }]);
    expect(requests).toHaveLength(2);
  });

  it("names why nobody could be reached", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    await expect(fetchSkillSource(`http://127.0.0.1:${port}`, quick).list()).rejects.toMatchObject({
      code: "source-unavailable",
      facts: { reason: "ECONNREFUSED" },
    });
  });

  it("when Retry-After says, if that is soon", async () => {
    const { origin, requests } = await serve({ "/index.json": inTurn(status(429, { "retry-after": "1" }), index) });
    const time = await took(() => fetchSkillSource(origin, quick).list());
    expect(time).toBeGreaterThan(950);
    expect(requests).toHaveLength(2);
  });

  it("not at all when Retry-After is far away", async () => {
    const { origin, requests } = await serve({ "/index.json": status(503, { "retry-after": "3600" }) });
    const time = await took(() => expect(fetchSkillSource(origin, quick).list()).rejects.toThrow("status 503"));
    expect(time).toBeLessThan(3000);
    expect(requests).toHaveLength(1);
  });

  it("with headers that are new each time", async () => {
    const { origin, requests } = await serve({ "/index.json": inTurn(status(500), index) });
    let turn = 0;
    const headers = async () => ({ Authorization: `Bearer ${++turn}` });
    await fetchSkillSource(origin, { ...quick, headers }).list();
    expect(requests.map(({ headers: { authorization } }) => authorization)).toEqual(["Bearer 1", "Bearer 2"]);
  });
});

describe("what comes back", () => {
  it("refuses a SKILL.md that is not UTF-8", async () => {
    const { origin } = await serve({ "/index.json": index, "/pdf/SKILL.md": new Uint8Array([0x2d, 0xff, 0xfe]) });
    await expect(fetchSkillSource(origin).read("pdf")).rejects.toMatchObject({ code: "file-not-text" });
  });

  it("keeps a byte order mark, which is for the parser to report", async () => {
    const { origin } = await serve({ "/index.json": `\uFEFF${index}`, "/pdf/SKILL.md": `\uFEFF${text}` });
    expect(await fetchSkillSource(origin).read("pdf")).toBe(`\uFEFF${text}`);
  });

  it("refuses a web page in place of a file, except where one was asked for", async () => {
    const page: Handler = (_request, response) =>
      void response.writeHead(200, { "content-type": "Text/HTML; charset=utf-8" }).end("<h1>Please log in</h1>");
    const { origin } = await serve({
      "/index.json": index,
      "/pdf/SKILL.md": page,
      "/pdf/a.md": page,
      "/pdf/report.html": page,
    });
    const source = fetchSkillSource(origin);
    await expect(source.read("pdf")).rejects.toThrow("a web page");
    await expect(source.readResource?.("pdf", "a.md")).rejects.toThrow("a web page");
    expect(await source.readResource?.("pdf", "report.html")).toHaveLength(22);
  });

  it("says which file is missing", async () => {
    const { origin } = await serve({ "/index.json": index });
    const source = fetchSkillSource(origin);
    await expect(source.read("pdf")).rejects.toMatchObject({ code: "file-missing", facts: { id: "pdf" } });
    await expect(source.readResource?.("pdf", "a.md")).rejects.toMatchObject({ code: "resource-missing" });
    await expect(source.readResource?.("pdf", "SKILL.md")).rejects.toMatchObject({ code: "resource-missing" });
  });

  it("does not take an answer to another question", async () => {
    const { origin } = await serve({ "/index.json": status(304) });
    await expect(fetchSkillSource(origin).list()).rejects.toThrow("304");
    const partial = await serve({ "/index.json": status(206) });
    await expect(fetchSkillSource(partial.origin).list()).rejects.toThrow("206");
  });
});
