import { execFileSync, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { SkillError } from "../../../src/core/errors.ts";
import { findSkills } from "../../../src/supply/fetch/find-skills.ts";
import { gitFetcher } from "../../../src/supply/fetch/git/git-fetcher.ts";
import type { FetchContext } from "../../../src/supply/fetch/skill-fetcher.ts";
import type { GitSource } from "../../../src/supply/project/project.ts";
import { tempFolder } from "../node/temp-folder.ts";
import { fetchContext } from "./support/fetch-context.ts";
import { GitRepo, skillText } from "./support/git-repo.ts";
import { serveGit } from "./support/git-server.ts";

const fetcher = gitFetcher();

function setUp(): { repo: GitRepo; root: string; remotes: string; context: FetchContext } {
  const root = tempFolder();
  const remotes = join(root, "remote");
  const repo = new GitRepo(join(remotes, "skills"));
  repo.commit({ "a/SKILL.md": skillText("a", "body"), "big.txt": "x".repeat(100_000) });
  return { repo, root, remotes, context: fetchContext(root) };
}

const main = (url: string): GitSource => ({ type: "git", url, ref: "main" });

async function read(source: GitSource, context: FetchContext): Promise<string> {
  const tree = await (await fetcher.resolve(source, context)).open();
  return new TextDecoder().decode((await tree.read(["a/SKILL.md"])).get("a/SKILL.md"));
}

async function failure(action: Promise<unknown>): Promise<SkillError> {
  const error: unknown = await action.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!SkillError.is(error)) throw error ?? new Error("nothing was thrown");
  return error;
}

/** All that an error could tell somebody who logs it. */
const told = (error: Error): string => JSON.stringify([error, error.message, error.stack, String(error.cause)]);

describe("over HTTP", () => {
  test("files outside of skills are fetched only when they are read", async () => {
    const { remotes, context } = setUp();
    const server = await serveGit(remotes);
    const tree = await (await fetcher.resolve(main(`${server.url}/skills/.git`), context)).open();
    const before = server.requests.length;
    expect(tree.entries.map(({ path, size }) => [path, size])).toEqual([
      ["a/SKILL.md", skillText("a", "body").length],
      ["big.txt", 0],
    ]);
    await tree.read(["a/SKILL.md"]);
    expect(server.requests.length).toBe(before);
    expect((await tree.read(["big.txt"])).get("big.txt")).toHaveLength(100_000);
    expect(server.requests.length).toBeGreaterThan(before);
  });

  test("a server that leaves nothing out", async () => {
    const { repo, remotes, context } = setUp();
    repo.git("config", "uploadpack.allowFilter", "false");
    const server = await serveGit(remotes);
    expect(await read(main(`${server.url}/skills/.git`), context)).toContain("body");
  });

  test("a server of the old protocol: a commit that it does not show by itself is found among its branches", async () => {
    const { repo, remotes, context } = setUp();
    const old = repo.git("rev-parse", "HEAD");
    repo.commit({ "a/SKILL.md": skillText("a", "later") });
    const server = await serveGit(remotes, { oldProtocol: true });
    const url = `${server.url}/skills/.git`;
    expect(await read({ type: "git", url, sha: old }, context)).toContain("body");
    expect(await read(main(url), context)).toContain("later");
    for (const allowed of ["false", "true"]) {
      repo.git("config", "uploadpack.allowAnySHA1InWant", allowed);
      const fresh = { ...context, cacheFolder: join(context.cacheFolder, allowed) };
      expect(await read({ type: "git", url, sha: old }, fresh)).toContain("body");
    }
  });

  test("a server without any git of its own", async () => {
    const { repo, remotes, context } = setUp();
    repo.git("update-server-info");
    const server = createServer((request, response) => {
      const path = join(remotes, new URL(request.url ?? "/", "http://x").pathname);
      if (existsSync(path)) response.end(readFileSync(path));
      else response.writeHead(404).end();
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const { port } = server.address() as { port: number };
    try {
      expect(await read(main(`http://127.0.0.1:${port}/skills/.git`), context)).toContain("body");
      expect(await read(main(`http://127.0.0.1:${port}/skills/.git`), { ...context, offline: true })).toContain("body");
    } finally {
      server.close();
    }
  });
});

describe("credentials", () => {
  const credentials = "me:s3cr%t/w0rd";
  const inUrl = "me:s3cr%25t%2Fw0rd";

  test("in the address: used, and told to nobody", async () => {
    const { remotes, context } = setUp();
    const server = await serveGit(remotes, { credentials });
    const url = `${server.url.replace("://", `://${inUrl}@`)}/skills/.git`;
    expect(await read(main(url), context)).toContain("body");
    const kept = readdirSync(context.cacheFolder, { recursive: true, withFileTypes: true }).filter((file) =>
      file.isFile(),
    );
    expect(kept.length).toBeGreaterThan(3);
    for (const { parentPath, name } of kept)
      expect(readFileSync(join(parentPath, name), "latin1")).not.toContain("s3cr");
  });

  test("from a helper, and from a header", async () => {
    const { remotes, context, root } = setUp();
    const server = await serveGit(remotes, { credentials, header: ["x-token", "t0ken"] });
    const helper = join(root, "helper");
    writeFileSync(helper, "#!/bin/sh\necho username=me\necho 'password=s3cr%t/w0rd'\n");
    chmodSync(helper, 0o755);
    const url = `${server.url}/skills/.git`;
    const withEnv = (name: string, key: string, value: string): FetchContext => ({
      ...context,
      cacheFolder: join(root, name),
      env: { ...context.env, GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: key, GIT_CONFIG_VALUE_0: value },
    });
    expect(await read(main(url), withEnv("one", "credential.helper", helper))).toContain("body");
    expect(await read(main(url), withEnv("two", "http.extraHeader", "x-token: t0ken"))).toContain("body");
  });

  test("missing or wrong: an error at once, without a question and without the secret", async () => {
    const { remotes, context } = setUp();
    const server = await serveGit(remotes, { credentials });
    const started = performance.now();
    const missing = await failure(read(main(`${server.url}/skills/.git`), context));
    expect(missing.code).toBe("source-unavailable");
    expect(missing.message).toContain("access is denied. Give git credentials");
    const url = `${server.url.replace("://", "://me:wr0ng-pass@")}/skills/.git?token=h1dden`;
    const wrong = await failure(read(main(url), context));
    expect(wrong.message).toContain("access is denied");
    expect(told(wrong)).not.toMatch(/wr0ng|h1dden|me:/);
    expect(performance.now() - started).toBeLessThan(15_000);
  });
});

describe("trouble", () => {
  test("a remote that is gone, one that is no repository, and a server that is silent", async () => {
    const { remotes, root, context } = setUp();
    const server = await serveGit(remotes);
    expect((await failure(read(main(`${server.url}/nothing/.git`), context))).message).toMatch(/no repository/);
    await server.close();
    const closed = await failure(read(main(`${server.url}/skills/.git`), context));
    expect(closed.code).toBe("source-unavailable");
    expect((await failure(read(main(pathToFileURL(join(root, "no")).href), context))).message).toMatch(/no repository/);
    const silent = await serveGit(remotes, { silent: true });
    const hurried = { ...context, limits: { ...context.limits, timeout: 1_000 } };
    expect((await failure(read(main(`${silent.url}/skills/.git`), hurried))).message).toMatch(/no answer for 1 second/);
    const controller = new AbortController();
    setTimeout(() => controller.abort(new Error("enough")), 300);
    await expect(read(main(`${silent.url}/skills/.git`), { ...context, signal: controller.signal })).rejects.toThrow(
      "enough",
    );
    const { port } = new URL(silent.url);
    expect(execFileSync("ps", ["-eo", "args"], { encoding: "utf8" })).not.toContain(`127.0.0.1:${port}`);
  });

  test("no git: says what to install", async () => {
    const { repo, context, root } = setUp();
    mkdirSync(join(root, "empty"));
    const error = await failure(read(main(repo.folder), { ...context, env: { PATH: join(root, "empty") } }));
    expect(error.code).toBe("source-unavailable");
    expect(error.message).toContain("https://git-scm.com/downloads");
  });

  test("two processes, and many calls in one, fetch the same at once", async () => {
    const { remotes, root, context } = setUp();
    const server = await serveGit(remotes);
    const url = `${server.url}/skills/.git`;
    const dist = new URL("../../../dist/supply/fetch/git/git-fetcher.js", import.meta.url).href;
    const script = join(root, "fetch.mjs");
    writeFileSync(
      script,
      `import { gitFetcher } from ${JSON.stringify(dist)};
       const context = ${JSON.stringify(context)};
       const tree = await (await gitFetcher().resolve(${JSON.stringify(main(url))}, context)).open();
       process.stdout.write((await tree.read(["a/SKILL.md"])).get("a/SKILL.md"));`,
    );
    const other = (): Promise<string> =>
      new Promise((done) => {
        const child = spawn(process.execPath, [script], { stdio: ["ignore", "pipe", "pipe"] });
        let text = "";
        child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
        child.stderr.on("data", (chunk: Buffer) => (text += chunk.toString()));
        child.on("close", () => done(text));
      });
    const all = await Promise.all([other(), other(), read(main(url), context), read(main(url), context)]);
    for (const text of all) expect(text).toBe(skillText("a", "body"));
    const [remote = ""] = readdirSync(context.cacheFolder);
    expect(readdirSync(join(context.cacheFolder, remote)).filter((name) => name.includes("draft"))).toEqual([]);
  });

  test.each([
    "--upload-pack=touch ran",
    "-u./x",
    "ext::sh -c touch% ran",
    "EXT::sh -c x",
    "fd::17",
    "::x",
    "transport::address",
    "https://example.com/\nx",
    "https://example.com/\0",
    "ssh://-oProxyCommand=touch ran/x",
    "ssh://me@-oProxyCommand=x/x",
    "-oProxyCommand=x:path",
    "git@-oProxyCommand=x:path",
    "",
  ])("the address %j is refused before git sees it", async (url) => {
    const root = tempFolder();
    const error = await failure(fetcher.resolve(main(url), fetchContext(root)));
    expect(error.message).toMatch(/address of a repository is refused/);
    expect(readdirSync(root)).toEqual([]);
  });

  test.each(["--upload-pack=x", "a..b", "a b", "a:b", "+main", "refs/heads/*", "a\nb", "a^{}", "@{1}", "x.lock", ""])(
    "%j is no ref",
    async (ref) => {
      const root = tempFolder();
      const source: GitSource = { type: "git", url: "https://example.com/x", ref };
      expect((await failure(fetcher.resolve(source, fetchContext(root)))).message).toMatch(/no branch or tag of git/);
    },
  );

  test("a repository's own settings run nothing", async () => {
    const { repo, root, context } = setUp();
    const run = `touch ${root}/ran`;
    repo.git("config", "core.fsmonitor", run);
    repo.git("config", "core.sshCommand", run);
    repo.git("config", "uploadpack.packObjectsHook", run);
    repo.write({ ".gitmodules": '[submodule "x"]\n\tpath = x\n\turl = --upload-pack=x\n\tupdate = !touch ran\n' });
    repo.git("-c", "core.fsmonitor=", "add", ".gitmodules");
    repo.git("-c", "core.fsmonitor=", "commit", "--quiet", "--message=x");
    const tree = await (await fetcher.resolve(main(pathToFileURL(repo.folder).href), context)).open();
    expect(await findSkills(tree)).toHaveLength(1);
    expect(readdirSync(root)).not.toContain("ran");
  });
});
