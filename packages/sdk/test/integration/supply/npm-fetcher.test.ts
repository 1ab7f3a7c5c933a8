import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { packTar } from "modern-tar";
import { describe, expect, test } from "vitest";
import { findSkills } from "../../../src/supply/fetch/find-skills.ts";
import { npmConfig } from "../../../src/supply/fetch/npm/npm-config.ts";
import { npmFetcher } from "../../../src/supply/fetch/npm/npm-fetcher.ts";
import type { FetchContext } from "../../../src/supply/fetch/skill-fetcher.ts";
import type { NpmSource } from "../../../src/supply/project/project.ts";
import { tempFolder } from "../node/temp-folder.ts";
import { fetchContext } from "./support/fetch-context.ts";
import { skillText } from "./support/git-repo.ts";
import { npmPack, serveHttp, serveRegistry, sha512 } from "./support/npm-registry.ts";

const fetcher = npmFetcher();
const name = "@team/skills";

async function pack(files: Readonly<Record<string, string>>): Promise<Buffer> {
  const entries = Object.entries(files).map(([path, body]) => ({
    header: { name: `package/${path}`, size: Buffer.byteLength(body) },
    body,
  }));
  return gzipSync(await packTar(entries));
}

const one = (): Promise<Buffer> => pack({ "package.json": "{}", "skills/a/SKILL.md": skillText("a", "one") });
const two = (): Promise<Buffer> => pack({ "package.json": "{}", "skills/a/SKILL.md": skillText("a", "two") });

async function registryOf(options: { token?: string; redirect?: string } = {}, dist: Record<string, unknown> = {}) {
  const tarballs = { "1.0.0": await one(), "2.0.0-beta.1": await two() };
  const versions = Object.fromEntries(Object.entries(tarballs).map(([key, tarball]) => [key, { tarball, dist }]));
  const registry = await serveRegistry({ name, tags: { latest: "1.0.0", next: "2.0.0-beta.1" }, versions }, options);
  return { registry, tarballs };
}

async function content(source: NpmSource, context: FetchContext, path = "skills/a/SKILL.md"): Promise<string> {
  const tree = await (await fetcher.resolve(source, context)).open();
  return new TextDecoder().decode((await tree.read([path])).get(path));
}

describe("what is fetched", () => {
  test("a package that npm packed, by version and by tag", async () => {
    const tarball = npmPack("skills", "1.2.3", {
      "skills/pdf/SKILL.md": skillText("pdf"),
      "skills/pdf/scripts/x.py": "print()",
      "test/SKILL.md": skillText("no"),
    });
    const registry = await serveRegistry({
      name: "skills",
      tags: { latest: "1.2.3" },
      versions: { "1.2.3": { tarball } },
    });
    const context = fetchContext(tempFolder());
    const base = { type: "npm", package: "skills", registry: registry.url } as const;
    for (const source of [
      { ...base, version: "1.2.3" },
      { ...base, ref: "latest" },
    ]) {
      const fetched = await fetcher.resolve(source, context);
      expect(fetched.resolved).toEqual({ version: "1.2.3", integrity: sha512(tarball) });
      const skills = await findSkills(await fetched.open());
      expect(skills.map(({ folder, files }) => [folder, files.map(({ path }) => path)])).toEqual([
        ["skills/pdf", ["skills/pdf/SKILL.md", "skills/pdf/scripts/x.py"]],
      ]);
    }
    expect(registry.requests[0]?.accept).toContain("application/vnd.npm.install-v1+json");
    expect(registry.requests.filter(({ path }) => path.endsWith(".tgz"))).toHaveLength(1);
    expect(await fetcher.latest?.({ ...base, version: "1.0.0" }, context)).toBe("1.2.3");
  });

  test("skills where the package.json declares them", async () => {
    const files = {
      "package.json": JSON.stringify({ tradecraft: { skills: ["./lib/index.js", "./agent"] } }),
      "agent/x/SKILL.md": skillText("x"),
      "skills/y/SKILL.md": skillText("y"),
    };
    const found = async (more: Readonly<Record<string, string>>): Promise<string[]> => {
      const registry = await serveRegistry({ name, tags: {}, versions: { "1.0.0": { tarball: await pack(more) } } });
      const source = { type: "npm", package: name, version: "1.0.0", registry: registry.url } as const;
      const tree = await (await fetcher.resolve(source, fetchContext(tempFolder()))).open();
      return (await findSkills(tree)).map(({ folder }) => folder);
    };
    expect(await found(files)).toEqual(["agent/x"]);
    expect(await found({ ...files, "package.json": "{}" })).toEqual(["skills/y"]);
    expect(
      await found({ "package.json": "not json", "SKILL.md": skillText("root"), "deep/SKILL.md": skillText("d") }),
    ).toEqual(["."]);
    expect(await found({ "dist/skills/z/SKILL.md": skillText("z") })).toEqual(["dist/skills/z"]);
  });

  test("unknown packages, versions, tags, and names that are none", async () => {
    const { registry } = await registryOf();
    const context = fetchContext(tempFolder());
    const base = { type: "npm", package: name, registry: registry.url } as const;
    const fails = (source: NpmSource, message: RegExp): Promise<void> =>
      expect(fetcher.resolve(source, context)).rejects.toThrow(message);
    await fails({ ...base, version: "1.0.1" }, /no version "1.0.1".*Did you mean "1.0.0"/);
    await fails({ ...base, version: "^1.0.0" }, /no version "\^1.0.0"; name an exact one/);
    await fails({ ...base, version: "constructor" }, /no version/);
    await fails({ ...base, ref: "nxt" }, /no tag "nxt".*"next"/);
    await fails({ ...base, ref: "__proto__" }, /no tag/);
    await fails({ ...base, package: "nothing", version: "1.0.0" }, /no such package/);
    for (const wrong of ["../x", "a/b", "@a/b/c", "", "a b", "a?b", ".x", "@/x"]) {
      await fails({ ...base, package: wrong, version: "1.0.0" }, /no name of a package/);
    }
    const page = await serveHttp((_, response) => response.end("<html>"));
    await fails({ ...base, registry: page.url, version: "1.0.0" }, /is it a registry/);
    await fails({ ...base, registry: "ftp://x", version: "1.0.0" }, /no https address/);
  });
});

describe("integrity", () => {
  test("what is not what the registry says is refused, and not kept", async () => {
    const { registry } = await registryOf({}, { integrity: sha512(Buffer.from("other")) });
    const context = fetchContext(tempFolder());
    const source = { type: "npm", package: name, version: "1.0.0", registry: registry.url } as const;
    await expect(content(source, context)).rejects.toMatchObject({ code: "digest-mismatch" });
    await expect(content(source, context)).rejects.toMatchObject({ code: "digest-mismatch" });
    expect(readdirSync(context.cacheFolder)).toEqual(["pins"]);
  });

  test.each([undefined, "", "sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=", "md5-abc", "sha512-short", "sha512-"])(
    "%j is none to rely on",
    async (integrity) => {
      const { registry } = await registryOf({}, { integrity, shasum: "0".repeat(40) });
      const source = { type: "npm", package: name, version: "1.0.0", registry: registry.url } as const;
      await expect(fetcher.resolve(source, fetchContext(tempFolder()))).rejects.toThrow(/cannot be verified/);
    },
  );

  test("of several the strongest counts", async () => {
    const tarball = await one();
    const integrity = `sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk= ${sha512(tarball)}?opt`;
    const registry = await serveRegistry({ name, tags: {}, versions: { "1.0.0": { tarball, dist: { integrity } } } });
    const source = { type: "npm", package: name, version: "1.0.0", registry: registry.url } as const;
    expect((await fetcher.resolve(source, fetchContext(tempFolder()))).resolved).toMatchObject({
      integrity: sha512(tarball),
    });
  });

  test("restore: the locked files, from the registry or the cache, and no others", async () => {
    const { registry, tarballs } = await registryOf();
    const root = tempFolder();
    const context = fetchContext(root);
    const source = { type: "npm", package: name, ref: "latest", registry: registry.url } as const;
    const locked = { version: "2.0.0-beta.1", integrity: sha512(tarballs["2.0.0-beta.1"]) };
    const tree = await (await fetcher.restore(source, locked, context)).open();
    expect(new TextDecoder().decode((await tree.read(["skills/a/SKILL.md"])).get("skills/a/SKILL.md"))).toContain(
      "two",
    );
    const other = await fetcher.restore(source, { version: "1.0.0", integrity: sha512(Buffer.from("x")) }, context);
    await expect(other.open()).rejects.toMatchObject({ code: "digest-mismatch" });
    await registry.close();
    await (await fetcher.restore(source, locked, { ...context, offline: true })).open();
    const kept = join(context.cacheFolder, "tarballs", readdirSync(join(context.cacheFolder, "tarballs"))[0] ?? "");
    writeFileSync(kept, tarballs["1.0.0"]);
    await expect((await fetcher.restore(source, locked, { ...context, offline: true })).open()).rejects.toMatchObject({
      code: "source-unavailable",
    });
    await expect(fetcher.restore(source, { version: "1.0.0", integrity: "sha1-x" }, context)).rejects.toMatchObject({
      code: "lock-invalid",
    });
    await expect(fetcher.restore(source, { commit: "x" }, context)).rejects.toMatchObject({ code: "lock-invalid" });
  });

  test("offline: what was asked before, and a clear word otherwise", async () => {
    const { registry } = await registryOf();
    const context = fetchContext(tempFolder());
    const source = { type: "npm", package: name, version: "1.0.0", registry: registry.url } as const;
    const offline = { ...context, offline: true };
    await expect(fetcher.resolve(source, offline)).rejects.toMatchObject({ code: "source-unavailable" });
    expect(await content(source, context)).toContain("one");
    await registry.close();
    expect(await content(source, offline)).toContain("one");
    await expect(fetcher.resolve(source, context)).rejects.toMatchObject({ code: "source-unavailable" });
    await expect(fetcher.latest?.(source, offline)).rejects.toMatchObject({ code: "source-unavailable" });
  });
});

describe("npm's settings", () => {
  test("registry and token from .npmrc and the environment; the nearest counts", async () => {
    const { registry } = await registryOf({ token: "t0ken" });
    const host = registry.url.slice("http:".length);
    const source = { type: "npm", package: name, version: "1.0.0" } as const;
    const tokenLine = `${host}:_authToken=\${MY_TOKEN}\n`;
    const read = (project: string, user: string, env: Record<string, string> = {}): Promise<string> => {
      const root = tempFolder({ ".npmrc": project, "home/.npmrc": user });
      return content(source, fetchContext(root, { env: { HOME: join(root, "home"), MY_TOKEN: "t0ken", ...env } }));
    };
    expect(await read(`registry=${registry.url}\n`, tokenLine)).toContain("one");
    expect(await read("", `; a comment\n@team:registry = "${registry.url}"\n${tokenLine}`)).toContain("one");
    expect(
      await read("", `registry=http://127.0.0.1:1/\n${tokenLine}`, { npm_config_registry: registry.url }),
    ).toContain("one");
    expect(
      await read(`@team:registry=${registry.url}\n`, tokenLine, { npm_config_registry: "http://127.0.0.1:1/" }),
    ).toContain("one");
    const wrong = read(`registry=${registry.url}\n`, tokenLine, { MY_TOKEN: "wrong" });
    await expect(wrong).rejects.toThrow(/access is denied/);
    await expect(wrong).rejects.not.toThrow(/wrong/);
  });

  test("a token goes to the registry's own origin only: not to another host's files, nor along a redirect", async () => {
    const tarball = await one();
    const elsewhere = await serveHttp((_, response) => response.end(tarball));
    const redirecting = await registryOf({ token: "t0ken", redirect: elsewhere.url });
    const pointing = await serveRegistry(
      { name, tags: {}, versions: { "1.0.0": { tarball, dist: { tarball: `${elsewhere.url}x.tgz` } } } },
      { token: "t0ken" },
    );
    for (const { url } of [redirecting.registry, pointing]) {
      const lines = [url, elsewhere.url].map((one) => `${one.slice("http:".length)}:_authToken=t0ken\n`).join("");
      const root = tempFolder({ "home/.npmrc": `registry=${url}\n${lines}` });
      const context = fetchContext(root, { env: { HOME: join(root, "home") } });
      expect(await content({ type: "npm", package: name, version: "1.0.0" }, context)).toContain("one");
    }
    expect(redirecting.registry.requests.map(({ authorization }) => authorization)).toEqual([
      "Bearer t0ken",
      "Bearer t0ken",
    ]);
    expect(elsewhere.requests.map(({ authorization }) => authorization)).toEqual([undefined, undefined]);
  });

  test("a token for another folder of the host is not sent", async () => {
    const { registry } = await registryOf();
    const root = tempFolder({
      "home/.npmrc": `registry=${registry.url}\n${registry.url.slice(5)}other/:_authToken=t0ken\n`,
    });
    const context = fetchContext(root, { env: { HOME: join(root, "home") } });
    expect(await content({ type: "npm", package: name, version: "1.0.0" }, context)).toContain("one");
    expect(registry.requests.every(({ authorization }) => authorization === undefined)).toBe(true);
  });
});

describe("the .npmrc of a project, which may be anybody's", () => {
  const source = { type: "npm", package: name, version: "1.0.0" } as const;
  const env = { AWS_SECRET_ACCESS_KEY: "s3cret", GITHUB_TOKEN: "s3cret" };

  test.each(["registry", "@team:registry"])("cannot send variables along in %s", async (key) => {
    const place = await serveHttp((_, response) => response.writeHead(404).end());
    const root = tempFolder({ ".npmrc": `${key}=${place.url}\${AWS_SECRET_ACCESS_KEY}/\n` });
    const answer = fetcher.resolve(source, fetchContext(root, { env }));
    await expect(answer).rejects.toThrow(/\$\{AWS_SECRET_ACCESS_KEY\}.*your own \.npmrc/);
    await expect(answer).rejects.not.toThrow(/s3cret/);
    expect(place.requests).toEqual([]);
  });

  test.each(["${GITHUB_TOKEN}", "plain"])("brings no credentials: %s", async (token) => {
    const { registry } = await registryOf();
    const host = registry.url.slice("http:".length);
    const lines = [`${host}:_authToken=${token}`, `${host}:_auth=${token}`, `\${GITHUB_TOKEN}=x`];
    const root = tempFolder({ ".npmrc": `registry=${registry.url}\n${lines.join("\n")}\n` });
    expect(await content(source, fetchContext(root, { env }))).toContain("one");
    expect(registry.requests.map(({ authorization }) => authorization)).toEqual([undefined, undefined]);
  });

  test("is the user's own where the project is the home folder", async () => {
    const { registry } = await registryOf({ token: "s3cret" });
    const token = `${registry.url.slice("http:".length)}:_authToken=\${GITHUB_TOKEN}\n`;
    const root = tempFolder({ ".npmrc": `registry=${registry.url}\n${token}` });
    expect(await content(source, fetchContext(root, { env: { ...env, HOME: root } }))).toContain("one");
  });

  test("has no token of the user's sent without encryption, nor to another host", async () => {
    const ofUser = "//registry.example.com/:_authToken=s3cret\n";
    const headers = async (project: string, user: string, registry?: string): Promise<object> => {
      const root = tempFolder({ ".npmrc": project, "home/.npmrc": `${user}${ofUser}` });
      const options = { directory: root, env: { HOME: join(root, "home") }, registry };
      const config = await npmConfig(name, options);
      return config.authorization(new URL("x", config.registry));
    };
    const sent = { authorization: "Bearer s3cret" };
    const [plain, encrypted] = ["http://registry.example.com/", "https://registry.example.com/"];
    expect(await headers(`registry=${encrypted}\n`, "")).toEqual(sent);
    expect(await headers("", "", encrypted)).toEqual(sent);
    expect(await headers("", `registry=${plain}\n`)).toEqual(sent);
    expect(await headers(`registry=${plain}\n`, "")).toEqual({});
    expect(await headers("", "", plain)).toEqual({});
    expect(await headers("registry=https://registry.example.com.evil.example/\n", "")).toEqual({});
    expect(await headers("registry=https://registry.example.com:8443/\n", "")).toEqual({});
  });
});

test("too much, too slow, redirected for ever, aborted", async () => {
  const context = fetchContext(tempFolder());
  const source = (registry: string): NpmSource => ({ type: "npm", package: name, version: "1.0.0", registry });
  const big = await serveHttp((_, response) => response.end("x".repeat(5_000)));
  const tight = { ...context, limits: { ...context.limits, maxDownloadBytes: 4_000 } };
  await expect(fetcher.resolve(source(big.url), tight)).rejects.toMatchObject({ code: "file-too-large" });
  const slow = await serveHttp(() => undefined);
  const hurried = { ...context, limits: { ...context.limits, timeout: 300 } };
  await expect(fetcher.resolve(source(slow.url), hurried)).rejects.toThrow(/no answer/);
  const round = await serveHttp((request, response) => response.writeHead(302, { location: request.url ?? "" }).end());
  await expect(fetcher.resolve(source(round.url), context)).rejects.toThrow(/too often/);
  const away = await serveHttp((_, response) => response.writeHead(302, { location: "file:///etc/passwd" }).end());
  await expect(fetcher.resolve(source(away.url), context)).rejects.toThrow(/no http address/);
  const stopped = { ...context, signal: AbortSignal.timeout(200) };
  await expect(fetcher.resolve(source(slow.url), stopped)).rejects.toThrow(/abort|timeout/i);
});
