import { type SourceDiagnostic, fetchSkillSource } from "@tradecraft/sdk";
import { afterEach, describe, expect, it, vi } from "vitest";
import { digestOf, type Handler, serve, skillText, status, tagged } from "./serve.ts";

const quick = { retryDelay: 1 };
const text = skillText("pdf");
const index = JSON.stringify([{ id: "pdf", description: "d" }]);

afterEach(() => {
  vi.useRealTimers();
});

/** Moves the clock; timers stay real. */
function later(milliseconds: number): void {
  const now = Date.now();
  vi.useFakeTimers({ toFake: ["Date"], now: now + milliseconds });
}

describe("asking again", () => {
  it("sends the ETag, and uses what it holds after a 304", async () => {
    let full = 0;
    const counted = (body: string): Handler => {
      const route = tagged(body);
      return (request, response) => {
        if (request.headers["if-none-match"] === undefined) full += 1;
        route(request, response);
      };
    };
    const { origin, count } = await serve({ "/index.json": counted(index), "/pdf/SKILL.md": counted(text) });
    const source = fetchSkillSource(origin);
    for (let round = 0; round < 3; round++) {
      expect((await source.list()).map(({ id, stale }) => [id, stale])).toEqual([["pdf", undefined]]);
      expect(await source.read("pdf")).toBe(text);
    }
    expect([count("/index.json"), count("/pdf/SKILL.md"), full]).toEqual([3, 3, 2]);
  });

  it("sends Last-Modified where there is no ETag", async () => {
    const date = "Wed, 21 Oct 2015 07:28:00 GMT";
    const { origin, requests } = await serve({
      "/index.json": (request, response) => {
        const known = request.headers["if-modified-since"] === date;
        response.writeHead(known ? 304 : 200, { "last-modified": date }).end(known ? undefined : index);
      },
    });
    const source = fetchSkillSource(origin);
    await source.list();
    expect((await source.list()).map(({ id }) => id)).toEqual(["pdf"]);
    expect(requests.map(({ headers }) => headers["if-modified-since"])).toEqual([undefined, date]);
  });

  it("sees a change at once when nothing says how long an answer is good", async () => {
    const server = await serve({ "/index.json": tagged(index), "/pdf/SKILL.md": tagged(text) });
    const source = fetchSkillSource(server.origin);
    await source.read("pdf");
    server.routes["/pdf/SKILL.md"] = tagged(`${text}More.`);
    expect(await source.read("pdf")).toBe(`${text}More.`);
    server.routes["/index.json"] = tagged(JSON.stringify([{ id: "other", description: "d" }]));
    expect((await source.list()).map(({ id }) => id)).toEqual(["other"]);
    await expect(source.read("pdf")).rejects.toMatchObject({ code: "skill-unknown" });
  });

  it("does not ask while max-age lasts", async () => {
    const { origin, count } = await serve({
      "/index.json": tagged(index),
      "/pdf/SKILL.md": tagged(text, { "cache-control": "public, max-age=60", age: "10" }),
    });
    const source = fetchSkillSource(origin);
    await source.read("pdf");
    await source.read("pdf");
    expect(count("/pdf/SKILL.md")).toBe(1);
    later(51_000);
    expect(await source.read("pdf")).toBe(text);
    expect(count("/pdf/SKILL.md")).toBe(2);
    // The 304 began a new minute.
    await source.read("pdf");
    expect(count("/pdf/SKILL.md")).toBe(2);
  });

  it("holds nothing that is no-store, also while the server fails", async () => {
    const server = await serve({
      "/index.json": tagged(index),
      "/pdf/SKILL.md": tagged(text, { "cache-control": "no-store, max-age=60" }),
    });
    const source = fetchSkillSource(server.origin, quick);
    await source.read("pdf");
    await source.read("pdf");
    expect(server.requests.filter(({ headers }) => "if-none-match" in headers)).toEqual([]);
    expect(server.count("/pdf/SKILL.md")).toBe(2);
    server.routes["/pdf/SKILL.md"] = status(500);
    await expect(source.read("pdf")).rejects.toMatchObject({ code: "source-unavailable", facts: { status: 500 } });
  });

  it("asks once for callers who want the same at the same time", async () => {
    const { origin, count } = await serve({ "/index.json": index, "/pdf/SKILL.md": text });
    const source = fetchSkillSource(origin);
    const all = await Promise.all(Array.from({ length: 20 }, () => source.read("pdf")));
    expect(new Set(all)).toEqual(new Set([text]));
    expect([count("/index.json"), count("/pdf/SKILL.md")]).toEqual([1, 1]);
  });

  it("shares nothing between sources", async () => {
    const { origin, requests } = await serve({ "/index.json": tagged(index, { "cache-control": "max-age=60" }) });
    await fetchSkillSource(origin, { headers: { authorization: "a" } }).list();
    await fetchSkillSource(origin, { headers: { authorization: "b" } }).list();
    expect(requests.map(({ headers }) => [headers.authorization, headers["if-none-match"]])).toEqual([
      ["a", undefined],
      ["b", undefined],
    ]);
  });

  it("forgets what was used longest ago when the cache is full", async () => {
    const age = { "cache-control": "max-age=60" };
    const { origin, count } = await serve({
      "/index.json": tagged(index, age),
      "/pdf/a": tagged("a".repeat(4000), age),
      "/pdf/b": tagged("b".repeat(4000), age),
    });
    const source = fetchSkillSource(origin, { maxCacheBytes: 6000 });
    for (const path of ["a", "a", "b", "a"]) await source.readResource?.("pdf", path);
    expect([count("/pdf/a"), count("/pdf/b"), count("/index.json")]).toEqual([2, 1, 1]);
  });

  it("gives each reader bytes of its own", async () => {
    const { origin } = await serve({
      "/index.json": index,
      "/pdf/a": tagged("abc", { "cache-control": "max-age=60" }),
    });
    const source = fetchSkillSource(origin);
    const first = (await source.readResource?.("pdf", "a")) as Uint8Array;
    first.fill(0);
    expect(await source.readResource?.("pdf", "a")).toEqual(new TextEncoder().encode("abc"));
  });

  it("asks past what it holds when the list promises another digest", async () => {
    const age = { "cache-control": "max-age=600" };
    const promise = (body: string) => JSON.stringify([{ id: "pdf", description: "d", digest: digestOf(body) }]);
    const server = await serve({ "/index.json": tagged(promise(text)), "/pdf/SKILL.md": tagged(text, age) });
    const source = fetchSkillSource(server.origin);
    expect(await source.read("pdf")).toBe(text);
    const newer = `${text}More.`;
    server.routes["/index.json"] = tagged(promise(newer));
    server.routes["/pdf/SKILL.md"] = tagged(newer, age);
    const [entry] = await source.list();
    expect(entry?.revision).toBe(digestOf(newer));
    expect(await source.read("pdf")).toBe(newer);
  });
});

describe("while the server fails", () => {
  async function warm(options = {}) {
    const server = await serve({ "/index.json": tagged(index), "/pdf/SKILL.md": tagged(text), "/pdf/a": tagged("a") });
    const found: SourceDiagnostic[] = [];
    const onDiagnostic = (diagnostic: SourceDiagnostic) => void found.push(diagnostic);
    const source = fetchSkillSource(server.origin, { ...quick, onDiagnostic, ...options });
    await source.list();
    await source.read("pdf");
    await source.readResource?.("pdf", "a");
    const fail = (code: number) => {
      for (const path of Object.keys(server.routes)) server.routes[path] = status(code);
    };
    const recover = () => {
      Object.assign(server.routes, { "/index.json": tagged(index), "/pdf/SKILL.md": tagged(`${text}New.`) });
    };
    return { server, source, found, fail, recover, onDiagnostic };
  }

  it("serves what it holds, marked, and the server's own again after recovery", async () => {
    const { server, source, found, fail, recover, onDiagnostic } = await warm();
    fail(500);
    expect(await source.list({ onDiagnostic })).toMatchObject([{ id: "pdf", stale: true }]);
    expect(found).toMatchObject([
      { code: "source-stale", source: `${server.origin}/`, path: `${server.origin}/index.json`, severity: "warning" },
    ]);
    expect(found[0]?.message).toContain("status 500");
    expect(await source.read("pdf")).toBe(text);
    expect(found[1]).toMatchObject({ code: "source-stale", id: "pdf", path: `${server.origin}/pdf/SKILL.md` });
    expect(await source.readResource?.("pdf", "a")).toEqual(new TextEncoder().encode("a"));
    recover();
    const [entry] = await source.list({ onDiagnostic });
    expect(entry).not.toHaveProperty("stale");
    expect(await source.read("pdf")).toBe(`${text}New.`);
    expect(found).toHaveLength(3);
  });

  it("does so when nobody answers at all", async () => {
    let down = false;
    const { source } = await warm({
      fetch: (url: string, init: RequestInit) =>
        down ? Promise.reject(new TypeError("fetch failed")) : fetch(url, init),
    });
    down = true;
    expect(await source.list()).toMatchObject([{ stale: true }]);
    expect(await source.read("pdf")).toBe(text);
  });

  it.each([401, 403, 404, 410])("serves nothing after a %i: it is gone, or no longer for us", async (code) => {
    const { source, fail } = await warm();
    fail(code);
    await expect(source.read("pdf")).rejects.toMatchObject({ facts: { status: expect.any(Number) } });
    await expect(source.list()).rejects.toMatchObject({ code: "source-unavailable" });
    fail(500);
    await expect(source.read("pdf")).rejects.toMatchObject({ code: "source-unavailable", facts: { status: 500 } });
  });

  it("does so for a day at most, or as long as it is told", async () => {
    const { source, fail } = await warm();
    fail(500);
    later(86_300_000);
    expect(await source.read("pdf")).toBe(text);
    later(200_000);
    await expect(source.read("pdf")).rejects.toMatchObject({ code: "source-unavailable" });
    await expect(source.list()).rejects.toMatchObject({ code: "source-unavailable" });
    const never = await warm({ maxStale: 0 });
    never.fail(500);
    await expect(never.source.list()).rejects.toMatchObject({ code: "source-unavailable" });
  });

  it("obeys the server's own stale-if-error", async () => {
    const control = { "cache-control": "max-age=0, stale-if-error=30" };
    const server = await serve({ "/index.json": tagged(index, control) });
    const source = fetchSkillSource(server.origin, quick);
    await source.list();
    server.routes["/index.json"] = status(503);
    expect(await source.list()).toMatchObject([{ stale: true }]);
    later(31_000);
    await expect(source.list()).rejects.toMatchObject({ code: "source-unavailable", facts: { status: 503 } });
  });

  describe("and is slow to do so", () => {
    const hang: Handler = () => {};

    async function hung() {
      const warmed = await warm({ timeout: 1050, retries: 0 });
      for (const path of Object.keys(warmed.server.routes)) warmed.server.routes[path] = hang;
      return warmed;
    }

    async function took(work: () => Promise<unknown>): Promise<number> {
      const start = performance.now();
      await work();
      return performance.now() - start;
    }

    it("makes callers wait once, then serves what it holds at once, still marked", { retry: 2 }, async () => {
      const { server, source, found } = await hung();
      expect(await took(() => source.read("pdf"))).toBeGreaterThan(1000);
      expect(await took(() => source.list())).toBeGreaterThan(1000);
      const asked = server.requests.length;
      const time = await took(async () => {
        for (let round = 0; round < 5; round++) {
          expect(await source.read("pdf")).toBe(text);
          expect(await source.list()).toMatchObject([{ id: "pdf", stale: true }]);
        }
      });
      expect(time).toBeLessThan(500);
      expect(server.requests).toHaveLength(asked);
      expect(found.filter(({ code }) => code === "source-stale")).toHaveLength(6);
    });

    it("asks again after half a minute, then after twice as long", async () => {
      const { server, source } = await hung();
      const asked = () => server.count("/pdf/SKILL.md");
      await source.read("pdf");
      later(29_000);
      await source.read("pdf");
      expect(asked()).toBe(2);
      later(3_000);
      await source.read("pdf");
      expect(asked()).toBe(3);
      later(58_000);
      await source.read("pdf");
      expect(asked()).toBe(3);
      server.routes["/pdf/SKILL.md"] = tagged(`${text}New.`);
      later(3_000);
      expect(await source.read("pdf")).toBe(`${text}New.`);
      expect(await source.read("pdf")).toBe(`${text}New.`);
      expect(asked()).toBe(5);
    });
  });

  it("keeps the last list when the new one cannot be read", async () => {
    const { server, source, found, onDiagnostic } = await warm();
    server.routes["/index.json"] = "<html>We are back soon";
    for (let round = 0; round < 2; round++) {
      found.length = 0;
      expect(await source.list({ onDiagnostic })).toMatchObject([{ id: "pdf", stale: true }]);
      expect(found.map(({ code }) => code)).toEqual(["index-invalid", "source-stale"]);
    }
    expect(await source.read("pdf")).toBe(text);
  });

  it("throws when it holds nothing", async () => {
    const { origin, requests } = await serve({ "/index.json": status(500) });
    await expect(fetchSkillSource(`${origin}?token=s3cret`, quick).list()).rejects.toThrow();
    const source = fetchSkillSource(origin, quick);
    await expect(source.list()).rejects.toMatchObject({
      code: "source-unavailable",
      facts: { url: `${origin}/index.json`, status: 500 },
    });
    expect(requests.length).toBeGreaterThan(3);
  });
});
