import { type FetchSkillSourceOptions, fetchSkillSource } from "@tradecraft/sdk";
import { describe, expect, it } from "vitest";
import { type Handler, type Route, serve, skillText, status } from "./serve.ts";

const text = skillText("pdf");
const index = JSON.stringify([{ id: "pdf", description: "d" }]);
const once = { retries: 0 };

describe("paths and ids", () => {
  /** A server that decodes whatever it gets, as careless ones do, and has somebody else's secret. */
  async function tenants() {
    const secrets: string[] = [];
    const routes = { "/tenantA/index.json": index, "/tenantA/pdf/SKILL.md": text } as Record<string, Route>;
    const careless: Handler = (request, response) => {
      let path = request.url ?? "";
      for (let round = 0; round < 3; round++) path = decodeURIComponent(path.split(/[?#]/)[0] ?? "");
      const { pathname } = new URL(path.replaceAll("\\", "/"), "http://x");
      if (pathname.startsWith("/tenantB")) {
        secrets.push(request.url ?? "");
        response.end("tenant B's secret");
      } else response.writeHead(404).end();
    };
    const all = new Proxy(routes, {
      get: (target, key: string) => target[key] ?? careless,
      getOwnPropertyDescriptor: () => ({ configurable: true, enumerable: true, value: 1, writable: true }),
    });
    const server = await serve(all);
    return { ...server, secrets, source: fetchSkillSource(`${server.origin}/tenantA`, once) };
  }

  it("the server of this test would give the secret away", async () => {
    const { origin, secrets } = await tenants();
    expect(await (await fetch(`${origin}/tenantA/pdf/..%252f..%252ftenantB/secret`)).text()).toContain("secret");
    expect(secrets).toHaveLength(1);
  });

  it.each([
    "../tenantB/secret",
    "../../tenantB/secret",
    "..\\..\\tenantB\\secret",
    "%2e%2e/%2e%2e/tenantB/secret",
    "%2E%2E/%2E%2E/tenantB/secret",
    "..%2f..%2ftenantB/secret",
    "%252e%252e/%252e%252e/tenantB/secret",
    ".%2e/.%2e/tenantB/secret",
    "a/../../../tenantB/secret",
    "/tenantB/secret",
    "//127.0.0.1/tenantB/secret",
    "http://127.0.0.1/tenantB/secret",
    "．．/．．/tenantB/secret",
    "..;/..;/tenantB/secret?",
    "..\t/..\n/tenantB/secret",
    "x/..#/../../tenantB/secret",
    ". ./. ./tenantB/secret",
    "..",
    ".",
    "",
  ])("readResource with path %j brings nothing of another tenant", async (path) => {
    const { source, secrets } = await tenants();
    await expect(source.readResource?.("pdf", path)).rejects.toMatchObject({
      code: expect.stringMatching(/^(path-refused|resource-missing)$/),
    });
    expect(secrets).toEqual([]);
  });

  it.each([
    "../tenantB",
    "../../tenantB",
    "..\\tenantB",
    "%2e%2e/tenantB",
    "pdf/../../tenantB",
    "pdf/%2e%2e/%2e%2e/tenantB",
    "x?y=#",
    "pdf?",
    "pdf#",
    "pdf/",
    "/tenantB",
    "//tenantB",
    "",
    ".",
    "__proto__",
    "constructor",
    "PDF",
  ])("id %j brings nothing of another tenant", async (id) => {
    const { source, secrets, count, requests } = await tenants();
    const refused = { code: expect.stringMatching(/^(path-refused|skill-unknown)$/) };
    await expect(source.read(id)).rejects.toMatchObject(refused);
    await expect(source.readResource?.(id, "secret")).rejects.toMatchObject(refused);
    await expect(source.listResources?.(id)).rejects.toMatchObject(refused);
    expect(secrets).toEqual([]);
    // At most the list was asked for.
    expect(requests.length).toBe(count("/tenantA/index.json"));
  });

  it("sends signs that mean something in addresses as what they are", async () => {
    const { origin } = await serve({
      "/index.json": [{ id: "x?y=#", description: "d" }],
      "/x%3Fy%3D%23/SKILL.md": text,
      "/x%3Fy%3D%23/50%25%20off%3B%26%2B.md": "file",
    });
    const source = fetchSkillSource(origin);
    expect(await source.read("x?y=#")).toBe(text);
    expect(await source.readResource?.("x?y=#", "50% off;&+.md")).toHaveLength(4);
  });

  it("refuses files whose names some system takes for one", async () => {
    const files = ["references/Guide.md", "references/guide.md", "caf\u00e9.md", "cafe\u0301.md", "other.md"];
    const { origin, requests } = await serve({
      "/index.json": [{ id: "pdf", description: "d", files }],
      "/pdf/other.md": "other",
    });
    const source = fetchSkillSource(origin);
    for (const file of files.slice(0, 4)) {
      await expect(source.readResource?.("pdf", file)).rejects.toMatchObject({ code: "path-refused" });
    }
    expect(await source.readResource?.("pdf", "other.md")).toHaveLength(5);
    await expect(source.readResource?.("pdf", "OTHER.md")).rejects.toMatchObject({ code: "resource-missing" });
    expect(requests).toHaveLength(2);
  });
});

describe("redirects", () => {
  const to = (location: string): Handler => status(302, { location });

  it("are followed within the origin, with the headers", async () => {
    const { origin, requests } = await serve({ "/index.json": to("/v2/index.json"), "/v2/index.json": index });
    await fetchSkillSource(origin, { headers: { "X-Key": "k" } }).list();
    expect(requests.map(({ path, headers }) => [path, headers["x-key"]])).toEqual([
      ["/index.json", "k"],
      ["/v2/index.json", "k"],
    ]);
  });

  describe("below a base", () => {
    const secret = skillText("pdf", "tenant B's");

    async function tenantA(location: string, options: FetchSkillSourceOptions = {}) {
      const server = await serve({
        "/tenantA/index.json": index,
        "/tenantA/pdf/SKILL.md": to(location),
        "/tenantA/v2/pdf.md": text,
        "/tenantB/secret.md": secret,
        "/tenantAB/secret.md": secret,
      });
      const headers = { authorization: "Bearer s3cret" };
      return { ...server, source: fetchSkillSource(`${server.origin}/tenantA`, { headers, ...options }) };
    }

    it("are followed while they stay there", async () => {
      const { source, requests } = await tenantA("../v2/pdf.md");
      expect(await source.read("pdf")).toBe(text);
      expect(requests.at(-1)).toMatchObject({
        path: "/tenantA/v2/pdf.md",
        headers: { authorization: "Bearer s3cret" },
      });
    });

    it.each([
      "/tenantB/secret.md",
      "../../tenantB/secret.md",
      "/tenantA/../tenantB/secret.md",
      "/tenantA/..%2ftenantB/secret.md",
      "/tenantA/%2e%2e%2ftenantB/secret.md",
      "/tenantA/..;/tenantB/secret.md",
      "/tenantAB/secret.md",
      "/tenantA",
      "/",
    ])("are not followed to %j on the same origin", async (location) => {
      const { source, requests } = await tenantA(location);
      const error: unknown = await source.read("pdf").catch((reason: unknown) => reason);
      expect(error).toMatchObject({ code: "source-unavailable" });
      expect(String(error)).toContain("leaves");
      expect(requests.map(({ path }) => path)).toEqual(["/tenantA/index.json", "/tenantA/pdf/SKILL.md"]);
    });

    it("are followed elsewhere when the origin is allowed by name, without the headers", async () => {
      const { origin } = await tenantA("");
      const away = await tenantA("/tenantB/secret.md", { allowedOrigins: [origin] });
      await expect(away.source.read("pdf")).rejects.toMatchObject({ code: "source-unavailable" });
      const named = fetchSkillSource(`${away.origin}/tenantA`, {
        headers: { authorization: "Bearer s3cret" },
        allowedOrigins: [away.origin],
      });
      expect(await named.read("pdf")).toBe(secret);
      expect(away.requests.at(-1)?.path).toBe("/tenantB/secret.md");
      expect(away.requests.at(-1)?.headers).not.toHaveProperty("authorization");
    });

    it("do not lead the list itself away", async () => {
      const { origin, count } = await serve({ "/tenantA/index.json": to("/tenantB/index.json") });
      await expect(fetchSkillSource(`${origin}/tenantA`, once).list()).rejects.toThrow("leaves");
      expect(count("/tenantB/index.json")).toBe(0);
    });

    it("may go where a list of the whole origin may", async () => {
      const path = "/.well-known/skills/index.json";
      const { origin } = await serve({
        [path]: { skills: [{ name: "pdf", description: "d", files: ["SKILL.md"] }] },
        "/.well-known/skills/pdf/SKILL.md": to("/skills/pdf.md"),
        "/skills/pdf.md": text,
      });
      expect(await fetchSkillSource(`${origin}/docs`, once).read("pdf")).toBe(text);
    });
  });

  it("are not followed out of it", async () => {
    const other = await serve({ "/index.json": index });
    const { origin } = await serve({ "/index.json": to(`${other.origin}/index.json?sig=s3cret`) });
    const source = fetchSkillSource(origin, { headers: { authorization: "Bearer s3cret" } });
    const error: unknown = await source.list().catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "source-unavailable" });
    expect(String(error)).toContain(other.origin);
    expect(String(error)).not.toContain("s3cret");
    expect(other.requests).toEqual([]);
  });

  it("are followed to an origin that is allowed, without the headers, and with them again on the way back", async () => {
    const other = await serve();
    const { origin, requests } = await serve({ "/index.json": to(`${other.origin}/there`), "/back": index });
    other.routes["/there"] = to(`${origin}/back`);
    const headers = { authorization: "Bearer s3cret", cookie: "id=s3cret", "X-Key": "s3cret" };
    await fetchSkillSource(origin, { headers, allowedOrigins: [`${other.origin}/any/path`] }).list();
    expect(other.requests).toHaveLength(1);
    expect(JSON.stringify(other.requests)).not.toContain("s3cret");
    expect(requests.map((request) => request.headers["x-key"])).toEqual(["s3cret", "s3cret"]);
  });

  it("can be switched off, and end", async () => {
    const { origin, requests } = await serve({ "/index.json": to("/index.json") });
    await expect(fetchSkillSource(origin, { allowRedirects: false }).list()).rejects.toThrow("none may be followed");
    expect(requests).toHaveLength(1);
    await expect(fetchSkillSource(origin).list()).rejects.toThrow("more than 5 redirects");
    expect(requests).toHaveLength(7);
  });

  it.each(["file:///etc/passwd", "data:application/json,[]", "javascript:0", "http://u:p@127.0.0.1/", "http://[", ""])(
    "to %j are refused",
    async (location) => {
      const { origin, requests } = await serve({ "/index.json": to(location) });
      // An empty Location is the page itself.
      await expect(fetchSkillSource(origin).list()).rejects.toMatchObject({ code: "source-unavailable" });
      expect(requests.length).toBeLessThanOrEqual(location === "" ? 6 : 1);
    },
  );
});

describe("secrets", () => {
  it("are in no error and in no diagnostic", async () => {
    const server = await serve({ "/index.json?token=s3cret-query": [null, { id: "pdf", description: "d" }] });
    const seen: unknown[] = [];
    const source = fetchSkillSource(`${server.origin}/?token=s3cret-query`, {
      headers: { authorization: "s3cret-header" },
      retryDelay: 1,
      onDiagnostic: (diagnostic) => seen.push(diagnostic),
    });
    const attempt = (work: Promise<unknown> | undefined) =>
      work?.then(
        (value) => seen.push(value),
        (error: Error) => seen.push(error.message, error.stack, JSON.stringify(error), error.cause),
      );
    const listing = () => attempt(source.list({ onDiagnostic: (diagnostic) => seen.push(diagnostic) }));
    await listing();
    await attempt(source.read("pdf"));
    await attempt(source.readResource?.("pdf", "a.md"));
    for (const code of [401, 500]) {
      for (const path of ["/index.json", "/pdf/SKILL.md", "/pdf/a.md"]) {
        server.routes[`${path}?token=s3cret-query`] = status(code);
      }
      await listing();
      await attempt(source.read("pdf"));
      await attempt(source.readResource?.("pdf", "a.md"));
    }
    expect(seen.length).toBeGreaterThan(10);
    expect(server.requests.every(({ headers }) => headers.authorization === "s3cret-header")).toBe(true);
    expect(JSON.stringify(seen)).not.toContain("s3cret");
    expect(source.label).not.toContain("s3cret");
  });

  it("are not in the error of a header that cannot be sent", async () => {
    const source = fetchSkillSource("http://127.0.0.1:1", { ...once, headers: { authorization: "s3cret\nvalue" } });
    const error: Error = await source.list().then(
      () => expect.unreachable(),
      (reason: Error) => reason,
    );
    expect(`${error.stack}${JSON.stringify(error)}${String(error.cause)}`).not.toContain("s3cret");
  });
});

describe("what it is made with", () => {
  it.each([
    "",
    "skills",
    "/skills",
    "ftp://example.com/",
    "file:///skills",
    "https://",
    "https://u:s3cret@example.com/",
  ])("refuses the base %j", (base) => {
    expect(() => fetchSkillSource(base)).toThrow(TypeError);
    expect(() => fetchSkillSource(base)).not.toThrow("s3cret");
  });

  it("takes a URL object, and leaves it as it is", async () => {
    const { origin } = await serve({ "/skills/index.json": index });
    const url = new URL(`${origin}/skills#top`);
    expect((await fetchSkillSource(url).list()).map(({ id }) => id)).toEqual(["pdf"]);
    expect(url.href).toBe(`${origin}/skills#top`);
  });

  it("refuses options that mean nothing", () => {
    const make = (options: object) => () => fetchSkillSource("https://example.com", options);
    expect(make({ timeout: -1 })).toThrow(TypeError);
    expect(make({ retries: Number.NaN })).toThrow(TypeError);
    expect(make({ format: "xml" })).toThrow(TypeError);
    expect(make({ allowedOrigins: ["example.org"] })).toThrow(TypeError);
  });
});
