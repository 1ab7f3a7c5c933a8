import { chmodSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { findSkills } from "../../../src/supply/fetch/find-skills.ts";
import { gitFetcher } from "../../../src/supply/fetch/git/git-fetcher.ts";
import type { FetchContext } from "../../../src/supply/fetch/skill-fetcher.ts";
import type { GitSource, Pin } from "../../../src/supply/project/project.ts";
import { tempFolder } from "../node/temp-folder.ts";
import { fetchContext } from "./support/fetch-context.ts";
import { forgePack, GitRepo, skillText } from "./support/git-repo.ts";
import { serveGit } from "./support/git-server.ts";

const fetcher = gitFetcher();
const gone = "0".repeat(39) + "1";

function setUp(): { repo: GitRepo; root: string; context: FetchContext; url: string } {
  const root = tempFolder();
  const repo = new GitRepo(join(root, "remote", "skills"));
  return { repo, root, context: fetchContext(root), url: pathToFileURL(repo.folder).href };
}

const source = (url: string, pin: Pin, more: Partial<GitSource> = {}): GitSource =>
  ({ type: "git", url, ...pin, ...more }) as GitSource;

async function contentAt(git: GitSource, context: FetchContext, path = "a/SKILL.md"): Promise<string> {
  const tree = await (await fetcher.resolve(git, context)).open();
  return new TextDecoder().decode((await tree.read([path])).get(path));
}

describe("what a pin means", () => {
  test("a version is the tag with or without v; an annotated tag is its commit", async () => {
    const { repo, context, url } = setUp();
    const one = repo.commit({ "a/SKILL.md": skillText("a", "one") });
    repo.git("tag", "1.0.0");
    const two = repo.commit({ "a/SKILL.md": skillText("a", "two") });
    repo.git("tag", "--annotate", "--message=x", "v2.0.0");
    repo.commit({ "a/SKILL.md": skillText("a", "three") });
    expect((await fetcher.resolve(source(url, { version: "1.0.0" }), context)).resolved).toEqual({
      commit: one,
      tag: "1.0.0",
    });
    expect((await fetcher.resolve(source(url, { version: "2.0.0" }), context)).resolved).toEqual({
      commit: two,
      tag: "v2.0.0",
    });
    expect(await contentAt(source(url, { version: "1.0.0" }), context)).toContain("one");
    expect(await contentAt(source(url, { version: "2.0.0" }), context)).toContain("two");
    await expect(fetcher.resolve(source(url, { version: "2.0.1" }), context)).rejects.toMatchObject({
      code: "source-unavailable",
      message: expect.stringContaining('has no tag "2.0.1" or "v2.0.1". Did you mean "v2.0.0"?'),
    });
  });

  test("two tags for one version must agree", async () => {
    const { repo, context, url } = setUp();
    const one = repo.commit({ "a/SKILL.md": skillText("a") });
    repo.git("tag", "1.0.0");
    repo.git("tag", "v1.0.0");
    expect((await fetcher.resolve(source(url, { version: "1.0.0" }), context)).resolved).toMatchObject({ commit: one });
    repo.commit();
    repo.git("tag", "--force", "v1.0.0");
    await expect(fetcher.resolve(source(url, { version: "1.0.0" }), context)).rejects.toThrow(/for different commits/);
    expect((await fetcher.resolve(source(url, { ref: "refs/tags/1.0.0" }), context)).resolved).toMatchObject({
      commit: one,
    });
  });

  test("a ref is a branch, else a tag; a sha is that commit and nothing else", async () => {
    const { repo, context, url } = setUp();
    const one = repo.commit({ "a/SKILL.md": skillText("a", "one") });
    repo.git("tag", "both");
    repo.git("tag", "--annotate", "--message=x", "note");
    repo.git("branch", "feature/x");
    const two = repo.commit({ "a/SKILL.md": skillText("a", "two") });
    repo.git("branch", "both");
    const commit = async (ref: string): Promise<unknown> =>
      (await fetcher.resolve(source(url, { ref }), context)).resolved;
    expect(await commit("main")).toEqual({ commit: two, ref: "main" });
    expect(await commit("feature/x")).toEqual({ commit: one, ref: "feature/x" });
    expect(await commit("both")).toEqual({ commit: two, ref: "both" });
    expect(await commit("refs/tags/both")).toEqual({ commit: one, ref: "refs/tags/both" });
    expect(await commit("note")).toEqual({ commit: one, ref: "note" });
    expect(await commit("HEAD")).toEqual({ commit: two, ref: "HEAD" });
    await expect(commit("mian")).rejects.toThrow(/no branch or tag "mian". Did you mean "main"/);
    expect(await contentAt(source(url, { sha: one.toUpperCase() }), context)).toContain("one");
    const tagObject = repo.git("rev-parse", "note");
    await expect(contentAt(source(url, { sha: tagObject }), context)).rejects.toThrow(/is no commit/);
    await expect(contentAt(source(url, { sha: gone }), context)).rejects.toThrow(/no longer has the commit/);
    await expect(contentAt(source(url, { sha: one.slice(0, 12) }), context)).rejects.toThrow(/all 40/);
  });

  test("latest is the highest release, or what the ref means now", async () => {
    const { repo, context, url } = setUp();
    repo.commit({ "a/SKILL.md": skillText("a") });
    for (const tag of ["1.2.0", "v1.10.0", "v2.0.0-rc.1", "nightly", "1.9"]) repo.git("tag", tag);
    const head = repo.commit();
    expect(await fetcher.latest?.(source(url, { version: "1.2.0" }), context)).toBe("1.10.0");
    expect(await fetcher.latest?.(source(url, { ref: "main" }), context)).toBe(head);
    expect(await fetcher.latest?.(source(url, { sha: head }), context)).toBeUndefined();
  });

  test("github:owner/repo, at GitHub or where the environment says", async () => {
    const { root, repo } = setUp();
    const head = repo.commit({ "a/SKILL.md": skillText("a") });
    mkdirSync(join(root, "hub", "o"), { recursive: true });
    symlinkSync(repo.folder, join(root, "hub", "o", "skills.git"));
    const context = fetchContext(root, { env: { TRADECRAFT_GITHUB_URL: pathToFileURL(join(root, "hub")).href } });
    const { resolved } = await fetcher.resolve(source("github:o/skills", { ref: "main" }), context);
    expect(resolved).toMatchObject({ commit: head });
    await expect(fetcher.resolve(source("github:../x", { ref: "main" }), context)).rejects.toThrow(/owner\/repo/);
  });

  test("a repository with SHA-256 ids", async () => {
    const root = tempFolder();
    const repo = new GitRepo(join(root, "r"), "--object-format=sha256");
    const head = repo.commit({ "a/SKILL.md": skillText("a", "long ids") });
    expect(head).toHaveLength(64);
    const url = pathToFileURL(repo.folder).href;
    expect(await contentAt(source(url, { ref: "main" }), fetchContext(root))).toContain("long ids");
  });
});

describe("what a lock holds", () => {
  test("a moved tag: the locked commit is restored while the server has it", async () => {
    const { repo, root, context, url } = setUp();
    const one = repo.commit({ "a/SKILL.md": skillText("a", "one") });
    repo.git("tag", "v1.0.0");
    repo.commit({ "a/SKILL.md": skillText("a", "two") });
    repo.git("tag", "--force", "v1.0.0");
    const git = source(url, { version: "1.0.0" });
    const tree = await (await fetcher.restore(git, { commit: one, tag: "v1.0.0" }, context)).open();
    expect(new TextDecoder().decode((await tree.read(["a/SKILL.md"])).get("a/SKILL.md"))).toContain("one");
    expect(readdirSync(root)).toContain("cache");
  });

  test.each([{ ref: "--upload-pack=touch x" }, { ref: "refs/heads/*" }, { tag: "a..b" }, { tag: "" }])(
    "no name that git would take for something else: %j",
    async (name) => {
      const { repo, context, url } = setUp();
      const commit = repo.commit({ "a/SKILL.md": skillText("a") });
      const restored = fetcher.restore(source(url, { ref: "main" }), { commit, ...name }, context);
      await expect(restored).rejects.toThrow(/can be no branch or tag/);
    },
  );

  test("a commit that a force-push removed is unavailable, and the error says where the tag went", async () => {
    const { repo, root, context, url } = setUp();
    const one = repo.commit({ "a/SKILL.md": skillText("a", "one") });
    repo.git("tag", "v1.0.0");
    const git = source(url, { version: "1.0.0" });
    await (await fetcher.resolve(git, context)).open();
    repo.write({ "a/SKILL.md": skillText("a", "two") });
    repo.git("commit", "--quiet", "--all", "--amend", "--message=y");
    repo.git("tag", "--force", "v1.0.0");
    repo.git("reflog", "expire", "--expire=now", "--all");
    repo.git("gc", "--quiet", "--prune=now");
    const two = repo.git("rev-parse", "HEAD");
    const empty = fetchContext(root, { cacheFolder: join(root, "other") });
    const restored = await fetcher.restore(git, { commit: one, tag: "v1.0.0" }, empty);
    await expect(restored.open()).rejects.toMatchObject({
      code: "source-unavailable",
      message: expect.stringContaining(`the tag "v1.0.0" moved from ${one} to ${two}`),
    });
    // Who has it in the cache still has it.
    const cached = await (await fetcher.restore(git, { commit: one, tag: "v1.0.0" }, context)).open();
    expect(cached.entries.map(({ path }) => path)).toEqual(["a/SKILL.md"]);
  });

  test("offline: what is in the cache, and a clear word about what is not", async () => {
    const { repo, context, url } = setUp();
    const head = repo.commit({ "a/SKILL.md": skillText("a", "kept"), "b.txt": "b" });
    repo.git("tag", "1.0.0");
    const offline = { ...context, offline: true };
    for (const pin of [{ version: "1.0.0" }, { ref: "main" }]) {
      await expect(fetcher.resolve(source(url, pin), offline)).rejects.toMatchObject({ code: "source-unavailable" });
    }
    for (const pin of [{ version: "1.0.0" }, { ref: "main" }]) {
      await expect(fetcher.latest?.(source(url, pin), offline)).rejects.toMatchObject({ code: "source-unavailable" });
    }
    await expect(contentAt(source(url, { sha: head }), offline)).rejects.toMatchObject({ code: "source-unavailable" });
    expect(await contentAt(source(url, { version: "1.0.0" }), context)).toContain("kept");
    repo.remove(".git");
    expect(await contentAt(source(url, { version: "1.0.0" }), offline)).toContain("kept");
    expect(await contentAt(source(url, { sha: head }), offline)).toContain("kept");
    const tree = await (await fetcher.restore(source(url, { ref: "main" }), { commit: head }, offline)).open();
    await expect(tree.read(["b.txt"])).rejects.toMatchObject({ code: "source-unavailable" });
    await expect(fetcher.resolve(source(url, { version: "1.0.0" }), context)).rejects.toThrow(/no repository/);
  });

  test("a poisoned cache is fetched anew, and its settings never count", async () => {
    const { repo, root, context, url } = setUp();
    const head = repo.commit({ "a/SKILL.md": skillText("a", "true"), "b.txt": "not fetched yet" });
    const git = source(url, { sha: head });
    expect(await contentAt(git, context)).toContain("true");
    const [remote = ""] = readdirSync(context.cacheFolder);
    const kept = join(context.cacheFolder, remote, `${head}.git`);
    const run = `touch ${root}/ran; git-upload-pack`;
    const settings = `[core]\n\tbare = true\n\tfsmonitor = "${run}"\n[remote "tradecraft"]\n\tuploadpack = "${run}"\n`;
    writeFileSync(join(kept, "config"), settings);
    expect(await contentAt(git, context, "b.txt")).toBe("not fetched yet");
    expect(readdirSync(root)).not.toContain("ran");
    const packs = join(kept, "objects", "pack");
    for (const name of readdirSync(packs))
      if (name.endsWith(".pack")) {
        chmodSync(join(packs, name), 0o600);
        writeFileSync(join(packs, name), "PACK nothing");
      }
    await expect(contentAt(git, { ...context, offline: true })).rejects.toMatchObject({ code: "source-unavailable" });
    expect(await contentAt(git, context)).toContain("true");
    expect(readdirSync(root)).not.toContain("ran");
  });

  test("a cache whose index gives another content for an id is noticed", async () => {
    const { repo, root, context, url } = setUp();
    const head = repo.commit({ "a/SKILL.md": skillText("a", "true") });
    const git = source(url, { sha: head });
    expect(await contentAt(git, context)).toContain("true");
    const oid = repo.git("rev-parse", "HEAD:a/SKILL.md");
    const forged = forgePack(join(root, "evil"), skillText("a", "evil"), oid);
    const [remote = ""] = readdirSync(context.cacheFolder);
    const packs = join(context.cacheFolder, remote, `${head}.git`, "objects", "pack");
    const poison = (): void => {
      for (const name of readdirSync(packs).filter((file) => file.endsWith(".idx"))) {
        const index = join(packs, name);
        if (!repo.run(["show-index"], readFileSync(index)).includes(oid)) continue;
        for (const [file, bytes] of [
          [index, forged.idx],
          [index.replace(/idx$/, "pack"), forged.pack],
        ] as const) {
          chmodSync(file, 0o600);
          writeFileSync(file, bytes);
        }
      }
    };
    poison();
    const gitDir = join(packs, "..", "..");
    expect(repo.run([`--git-dir=${gitDir}`, "cat-file", "blob", oid], "")).toContain("evil");
    await expect(contentAt(git, { ...context, offline: true })).rejects.toMatchObject({ code: "source-unavailable" });
    expect(await contentAt(git, context)).toContain("true");
  });
});

describe("what comes", () => {
  test("bytes as they were committed: modes, line endings, attributes, no hooks", async () => {
    const { repo, root, context, url } = setUp();
    const bytes = new Uint8Array([0, 13, 10, 255, 254, 10, 13]);
    repo.write({
      ".gitattributes": "* text=auto eol=crlf ident filter=evil\n*.bin working-tree-encoding=UTF-16\n",
      "a/SKILL.md": skillText("a"),
      "a/crlf.txt": "one\r\ntwo\n$Id$\n",
      "a/data.bin": bytes,
      "a/run.sh": "#!/bin/sh\n",
    });
    repo.executable("a/run.sh");
    const blobs = ["a/SKILL.md", "a/crlf.txt", "a/data.bin", "a/run.sh", ".gitattributes"];
    for (const path of blobs) {
      const oid = repo.git("hash-object", "-w", "--no-filters", path);
      repo.git("update-index", "--add", "--cacheinfo", `${path.endsWith(".sh") ? "100755" : "100644"},${oid},${path}`);
    }
    repo.git("commit", "--quiet", "--message=x");
    repo.write({
      ".git/hooks/post-checkout": `#!/bin/sh\ntouch ${root}/ran\n`,
      ".git/hooks/post-merge": `#!/bin/sh\ntouch ${root}/ran\n`,
    });
    const env = {
      GIT_CONFIG_COUNT: "1",
      GIT_CONFIG_KEY_0: "filter.evil.smudge",
      GIT_CONFIG_VALUE_0: `touch ${root}/ran`,
    };
    const tree = await (
      await fetcher.resolve(source(url, { ref: "main" }), { ...context, env: { ...context.env, ...env } })
    ).open();
    const [skill] = await findSkills(tree);
    expect(skill?.files.map(({ path, executable, size }) => [path, executable, size])).toEqual([
      ["a/SKILL.md", false, skillText("a").length],
      ["a/crlf.txt", false, 14],
      ["a/data.bin", false, 7],
      ["a/run.sh", true, 10],
    ]);
    const contents = await tree.read(["a/crlf.txt", "a/data.bin"]);
    expect(new TextDecoder().decode(contents.get("a/crlf.txt"))).toBe("one\r\ntwo\n$Id$\n");
    expect([...(contents.get("a/data.bin") ?? [])]).toEqual([...bytes]);
    expect(readdirSync(root)).not.toContain("ran");
  });

  test("links, submodules and unsafe names refuse the skill that has them, and no other", async () => {
    const { repo, context, url } = setUp();
    const text = repo.blob(skillText("x"));
    const link = repo.blob("/etc/passwd");
    const commit = "1".repeat(40);
    const skill = (extra: string): string => repo.plant(`100644 blob ${text}\tSKILL.md\n${extra}`);
    const tree = repo.plant(
      [
        `040000 tree ${skill("")}\tgood`,
        `040000 tree ${skill(`120000 blob ${link}\tlink\n`)}\tlinked`,
        `040000 tree ${skill(`160000 commit ${commit}\tsub\n`)}\tmodule`,
        `040000 tree ${skill(`100644 blob ${text}\tcon.txt\n`)}\tnamed`,
        `040000 tree ${skill(`100644 blob ${text}\ta.md\n100644 blob ${text}\tA.md\n`)}\ttwins`,
        `040000 tree ${skill(`100644 blob ${text}\tb\\c\n`)}\tslashed`,
        `040000 tree ${repo.plant(`120000 blob ${link}\tSKILL.md\n`)}\tskill-link`,
        `120000 blob ${link}\toutside`,
        `160000 commit ${commit}\tvendor`,
        `100644 blob ${text}\taux`,
      ].join("\n") + "\n",
    );
    const sha = repo.commitTree(tree);
    repo.git("update-ref", "refs/heads/main", sha);
    const open = await (await fetcher.resolve(source(url, { sha }), context)).open();
    expect((await findSkills(open, { include: ["good"] })).map(({ folder, name }) => [folder, name])).toEqual([
      ["good", "x"],
    ]);
    for (const [folder, reason] of [
      ["linked", /linked\/link.*symbolic link/],
      ["module", /module\/sub.*no file/],
      ["named", /named\/con.txt.*means something else/],
      ["twins", /differ in case/],
      ["slashed", /backslash/],
      ["skill-link", /symbolic link/],
    ] as const) {
      await expect(findSkills(open, { include: [folder] }), folder).rejects.toThrow(reason);
      await expect(findSkills(open, { include: [folder] }), folder).rejects.toMatchObject({ code: "archive-refused" });
    }
  });

  test("only a part of the repository", async () => {
    const { repo, context, url } = setUp();
    repo.commit({
      "packs/a/SKILL.md": skillText("a"),
      "other/b/SKILL.md": skillText("b"),
      "packs-b/SKILL.md": skillText("c"),
    });
    const tree = await (await fetcher.resolve(source(url, { ref: "main" }, { path: "./packs/" }), context)).open();
    expect((await findSkills(tree)).map(({ folder }) => folder)).toEqual(["packs/a"]);
    const missing = await fetcher.resolve(source(url, { ref: "main" }, { path: "pack" }), context);
    await expect(missing.open()).rejects.toThrow(/no folder "pack"/);
    await expect(fetcher.resolve(source(url, { ref: "main" }, { path: "../x" }), context)).rejects.toMatchObject({
      code: "path-refused",
    });
  });

  test("2,000 files, fetched and read at once", async () => {
    const { repo, root, context } = setUp();
    const files: Record<string, string> = { "a/SKILL.md": skillText("a") };
    for (let at = 0; at < 2_000; at++) files[`a/references/${at % 20}/${at}.md`] = `# ${at}\n`;
    repo.commit(files);
    const server = await serveGit(join(root, "remote"));
    const started = performance.now();
    const tree = await (await fetcher.resolve(source(`${server.url}/skills/.git`, { ref: "main" }), context)).open();
    const [skill] = await findSkills(tree);
    expect(skill?.files).toHaveLength(2_001);
    const contents = await tree.read(skill?.files.map(({ path }) => path) ?? []);
    expect(new TextDecoder().decode(contents.get("a/references/7/1987.md"))).toBe("# 1987\n");
    expect(performance.now() - started).toBeLessThan(20_000);
  });

  test("too much is refused: entries that a few objects spell out by the billion", async () => {
    const { repo, context, url } = setUp();
    let tree = repo.plant(Array.from({ length: 10 }, (_, at) => `100644 blob ${repo.blob("x")}\t${at}\n`).join(""));
    for (let depth = 0; depth < 9; depth++) {
      tree = repo.plant(Array.from({ length: 10 }, (_, at) => `040000 tree ${tree}\t${at}\n`).join(""));
    }
    const sha = repo.commitTree(tree);
    repo.git("update-ref", "refs/heads/main", sha);
    const fetched = await fetcher.resolve(source(url, { sha }), context);
    await expect(fetched.open()).rejects.toMatchObject({ code: "file-too-large" });
  });
});
