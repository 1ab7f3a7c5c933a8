// A marketplace in a real repository, with plugins in it and in another one.

import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { findSkills } from "../../../../src/supply/fetch/find-skills.ts";
import { gitFetcher } from "../../../../src/supply/fetch/git/git-fetcher.ts";
import { marketplaceFetcher } from "../../../../src/supply/fetch/marketplace/index.ts";
import { npmFetcher } from "../../../../src/supply/fetch/npm/npm-fetcher.ts";
import { fetchContext, textsOf } from "./fetch-context.ts";

const skill = (name: string): string => `---\nname: ${name}\ndescription: x\n---\nbody\n`;

/** Makes a repository, or a further commit of one. */
function repository(folder: string, files: Readonly<Record<string, string>>): string {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const git = (...args: string[]): string =>
    execFileSync(
      "git",
      ["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false", ...args],
      {
        cwd: folder,
        encoding: "utf8",
      },
    );
  git("init", "-q", "-b", "main");
  git("add", "-A");
  git("commit", "-q", "-m", "change");
  return git("rev-parse", "HEAD").trim();
}

it("is read at its commit, and plugins of other repositories at theirs", async () => {
  const context = fetchContext({ env: process.env });
  const [market, other] = [join(context.directory, "market"), join(context.directory, "other")];
  const sha = repository(other, {
    "plugins/far/skills/away/SKILL.md": skill("away"),
    "plugins/far/skills/away/scripts/a.sh": "echo away\n",
    "README.md": "x",
  });
  const manifest = {
    name: "m",
    owner: { name: "o" },
    plugins: [
      { name: "near", source: "./plugins/near" },
      { name: "far", source: { source: "git-subdir", url: other, path: "plugins/far", sha } },
    ],
  };
  const commit = repository(market, {
    ".claude-plugin/marketplace.json": JSON.stringify(manifest),
    "plugins/near/skills/home/SKILL.md": skill("home"),
    "plugins/near/hooks/hooks.json": "{}",
  });
  const fetcher = marketplaceFetcher({ git: gitFetcher(), npm: npmFetcher() });
  const source = { type: "claude-marketplace", url: market, ref: "main" } as const;
  const fetched = await fetcher.resolve(source, context);
  expect(fetched.resolved).toMatchObject({ commit });
  const tree = await fetched.open();
  expect(await textsOf(tree)).toEqual({
    "far/away/SKILL.md": skill("away"),
    "far/away/scripts/a.sh": "echo away\n",
    "near/home/SKILL.md": skill("home"),
  });
  expect((await findSkills(tree)).map(({ name, folder }) => [name, folder])).toEqual([
    ["away", "far/away"],
    ["home", "near/home"],
  ]);
  expect(fetched.originOf?.("far/away")).toMatchObject({ source: other, resolved: { commit: sha } });
  expect(fetched.originOf?.("near/home")).toBeUndefined();

  const restored = await fetcher.restore(source, fetched.resolved, { ...context, offline: true });
  expect((await restored.open()).skillFolders).toEqual(["far/away", "near/home"]);
});

it("restores plugins of other repositories at the points of the lock, and asks for no others", async () => {
  const context = fetchContext({ env: process.env });
  const at = (name: string): string => join(context.directory, name);
  const path = "skills/away/SKILL.md";
  const old = repository(at("other"), { [path]: skill("away") });
  const plugin = (name: string): object => ({
    name,
    source: { source: "url", url: pathToFileURL(at(name === "far" ? "other" : "gone")).href },
  });
  const write = (...names: readonly string[]): string =>
    repository(at("market"), {
      ".claude-plugin/marketplace.json": JSON.stringify({ name: "m", plugins: names.map(plugin) }),
    });
  const commit = write("far", "never");
  const fetcher = marketplaceFetcher({ git: gitFetcher(), npm: npmFetcher() });
  const source = { type: "claude-marketplace", url: at("market"), ref: "main", plugins: ["far"] } as const;
  const fetched = await fetcher.resolve(source, context);
  await fetched.open();
  const from = fetched.originOf?.("far/away");
  expect(from?.resolved).toMatchObject({ commit: old });
  repository(at("other"), { [path]: `${skill("away")}new\n` });

  const cold = { ...context, cacheFolder: at("cold") };
  const { plugins: _plugins, ...all } = source;
  const origins = new Map([["far/away", from]]);
  const restored = await fetcher.restore(all, { commit }, cold, origins);
  expect(await textsOf(await restored.open())).toEqual({ "far/away/SKILL.md": skill("away") });
  expect(restored.originOf?.("far/away")?.resolved).toMatchObject({ commit: old });

  const refused = async (...points: readonly (readonly [string, typeof from])[]): Promise<unknown> =>
    (await fetcher.restore(all, { commit }, cold, new Map(points))).open();
  await expect(refused(["far/away", from && { ...from, source: "file:///else" }])).rejects.toMatchObject({
    code: "lock-invalid",
  });
  const other = from && { ...from, resolved: { commit: "0".repeat(40) } };
  await expect(refused(["far/away", from], ["far/b", other])).rejects.toMatchObject({ code: "lock-invalid" });
  await expect(refused(["far/away", other])).rejects.toMatchObject({ code: "source-unavailable" });
});
