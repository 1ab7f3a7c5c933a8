import { SkillError } from "@tradecraft/sdk";
import { describe, expect, it } from "vitest";
import { memoryTree } from "../../../../../src/supply/fetch/archive/memory-tree.ts";
import { DEFAULT_FETCH_LIMITS } from "../../../../../src/supply/fetch/default-fetch-limits.ts";
import { findSkills } from "../../../../../src/supply/fetch/find-skills.ts";
import { marketplaceFetcher } from "../../../../../src/supply/fetch/marketplace/index.ts";
import type { FetchContext, FetchedSource, SkillFetcher } from "../../../../../src/supply/fetch/skill-fetcher.ts";
import type { ResolvedPoint } from "../../../../../src/supply/lock/lock.ts";
import type { GitSource, MarketplaceSource, NpmSource } from "../../../../../src/supply/project/project.ts";

type Files = Readonly<Record<string, string>>;
const url = "https://example.com/market.git";
const sha = "a".repeat(40);
const skill = (name: string): string => `---\nname: ${name}\ndescription: x\n---\nbody\n`;
const context: FetchContext = {
  directory: "/",
  cacheFolder: "/cache",
  offline: false,
  limits: DEFAULT_FETCH_LIMITS,
  env: {},
};

function tree(files: Files): ReturnType<typeof memoryTree> {
  const entries = Object.keys(files).sort();
  return memoryTree(
    entries.map((path) => {
      const bytes = new TextEncoder().encode(files[path]);
      return { path, kind: "file", size: bytes.length, executable: false, bytes };
    }),
  );
}

/** Repositories and packages by address; what was asked is noted. */
function fetchers(places: Readonly<Record<string, Files>>) {
  const asked: unknown[] = [];
  const answer = (key: string, resolved: ResolvedPoint): FetchedSource => ({
    resolved,
    open: async () => {
      const files = places[key];
      if (files === undefined) throw new SkillError("source-unavailable", `There is no ${key}.`);
      return tree(files);
    },
  });
  const git: SkillFetcher<GitSource> = {
    type: "git",
    resolve: async (source, { cacheFolder }) => {
      asked.push({ ...source, cacheFolder });
      return answer(source.url, { commit: "sha" in source ? source.sha : "b".repeat(40) });
    },
    restore: async (source, resolved) => answer(source.url, resolved),
    latest: async () => "2.0.0",
  };
  const npm: SkillFetcher<NpmSource> = {
    type: "npm",
    resolve: async (source, { cacheFolder }) => {
      asked.push({ ...source, cacheFolder });
      return answer(source.package, { version: "1.0.0", integrity: "sha512-x" });
    },
    restore: async (source, resolved) => answer(source.package, resolved),
  };
  return { asked, fetcher: marketplaceFetcher({ git, npm }) };
}

const market = (plugins: unknown, more: object = {}): string =>
  JSON.stringify({ name: "m", owner: { name: "o" }, plugins, ...more }, null, 2);

async function open(
  files: Files,
  places: Readonly<Record<string, Files>> = {},
  source: Partial<MarketplaceSource> = {},
) {
  const { asked, fetcher } = fetchers({ [url]: files, ...places });
  const wanted = { type: "claude-marketplace", url, ref: "main", ...source } as MarketplaceSource;
  const fetched = await fetcher.resolve(wanted, context);
  const opened = await fetched.open();
  return { fetched, opened, asked, folders: opened.skillFolders };
}

const failure = async (promise: Promise<unknown>): Promise<unknown> => promise.catch((error: unknown) => error);

describe("plugins in the marketplace", () => {
  it("have the skills of skills/, and those that the manifests name", async () => {
    const files = {
      ".claude-plugin/marketplace.json": market([{ name: "tools", source: "./plugins/tools", skills: ["./more/two"] }]),
      "plugins/tools/.claude-plugin/plugin.json": '{ "name": "tools", "skills": "./extra", "hooks": "./hooks.json" }',
      "plugins/tools/skills/one/SKILL.md": skill("one"),
      "plugins/tools/skills/one/scripts/a.sh": "a",
      "plugins/tools/more/two/SKILL.md": skill("two"),
      "plugins/tools/extra/three/SKILL.md": skill("three"),
      "plugins/tools/commands/x.md": "no skill",
      "plugins/other/skills/four/SKILL.md": skill("four"),
    };
    const { opened, folders, fetched } = await open(files);
    expect(folders).toEqual(["tools/one", "tools/three", "tools/two"]);
    const found = await findSkills(opened);
    expect(found.map(({ name, files: own }) => [name, own.length])).toEqual([
      ["one", 2],
      ["three", 1],
      ["two", 1],
    ]);
    const contents = await opened.read(["tools/one/scripts/a.sh"]);
    expect(new TextDecoder().decode(contents.get("tools/one/scripts/a.sh"))).toBe("a");
    expect(fetched.originOf?.("tools/one")).toBeUndefined();
    expect(fetched.resolved).toEqual({ commit: "b".repeat(40) });
  });

  it("that share the marketplace's folder have what their entries name, and no more", async () => {
    const files = {
      ".claude-plugin/marketplace.json": market([
        { name: "documents", source: "./", strict: false, skills: ["./skills/pdf"] },
        { name: "examples", source: "./", skills: ["./skills/art"] },
      ]),
      "skills/pdf/SKILL.md": skill("pdf"),
      "skills/art/SKILL.md": skill("art"),
      "skills/third/SKILL.md": skill("third"),
    };
    expect((await open(files)).folders).toEqual(["documents/pdf", "examples/art"]);
    expect((await open(files, {}, { plugins: ["examples"] })).folders).toEqual(["examples/art"]);
  });

  it("that are not strict are what the entry says, whatever plugin.json says", async () => {
    const files = {
      ".claude-plugin/marketplace.json": market([{ name: "a", source: "./a", strict: false }]),
      "a/.claude-plugin/plugin.json": '{ "skills": ["./hidden"] }',
      "a/hidden/SKILL.md": skill("hidden"),
      "a/skills/shown/SKILL.md": skill("shown"),
    };
    expect((await open(files)).folders).toEqual(["a/shown"]);
  });

  it("lie below pluginRoot, can be one skill, and keep skills apart that have the same folder's name", async () => {
    const files = {
      ".claude-plugin/marketplace.json": market(
        [
          { name: "bare", source: "bare" },
          { name: "dotted", source: "./dotted", skills: ["./x/same", "./y/same"] },
          { name: "whole", source: "./elsewhere/whole" },
        ],
        { metadata: { pluginRoot: "./plugins" } },
      ),
      "plugins/bare/skills/a/SKILL.md": skill("a"),
      "plugins/dotted/x/same/SKILL.md": skill("same"),
      "plugins/dotted/y/same/SKILL.md": skill("same-too"),
      "elsewhere/whole/SKILL.md": skill("whole"),
    };
    expect((await open(files)).folders).toEqual(["bare/a", "dotted/x/same", "dotted/y/same", "whole"]);
  });
});

describe("plugins from other places", () => {
  const plugin = { "skills/a/SKILL.md": skill("a"), ".claude-plugin/plugin.json": "{}" };

  it("are fetched from there, at their pin, and say where they come from", async () => {
    const sources = [
      { source: "github", repo: "o/r", sha },
      { source: "url", url: "https://git.example/x.git", ref: "v1" },
      { source: "git-subdir", url: "https://git.example/mono.git", path: "plugins/p" },
      { source: "git-subdir", url: "o/mono", path: "./p", sha },
      { source: "npm", package: "@o/p", version: "1.0.0", registry: "https://npm.example" },
      { source: "npm", package: "q" },
    ];
    const files = {
      ".claude-plugin/marketplace.json": market(sources.map((source, at) => ({ name: `p${at}`, source }))),
    };
    const { asked, folders, fetched } = await open(files, {
      "github:o/r": plugin,
      "https://git.example/x.git": plugin,
      "https://git.example/mono.git": { "plugins/p/skills/a/SKILL.md": skill("a"), "skills/no/SKILL.md": skill("no") },
      "github:o/mono": { "p/skills/a/SKILL.md": skill("a") },
      "@o/p": plugin,
      q: plugin,
    });
    expect(folders).toEqual(["p0/a", "p1/a", "p2/a", "p3/a", "p4/a", "p5/a"]);
    const git = { type: "git", cacheFolder: expect.stringMatching(/^.cache.git$/) };
    const npm = { type: "npm", cacheFolder: expect.stringMatching(/^.cache.npm$/) };
    expect(asked.slice(1)).toEqual([
      { ...git, url: "github:o/r", sha },
      { ...git, url: "https://git.example/x.git", ref: "v1" },
      { ...git, url: "https://git.example/mono.git", path: "plugins/p", ref: "HEAD" },
      { ...git, url: "github:o/mono", path: "p", sha },
      { ...npm, package: "@o/p", version: "1.0.0", registry: "https://npm.example" },
      { ...npm, package: "q", ref: "latest" },
    ]);
    expect(fetched.originOf?.("p0/a")).toEqual({ source: "github:o/r", resolved: { commit: sha } });
    expect(fetched.originOf?.("p5/a")).toMatchObject({ source: "npm:q", resolved: { version: "1.0.0" } });
  });

  it("are not asked for when they are not wanted", async () => {
    const files = {
      ".claude-plugin/marketplace.json": market([
        { name: "far", source: { source: "github", repo: "o/gone" } },
        { name: "odd", source: 7, skills: 7 },
        { name: "near", source: "./near" },
      ]),
      "near/skills/a/SKILL.md": skill("a"),
    };
    const { asked, folders } = await open(files, {}, { plugins: ["near"] });
    expect([folders, asked.length]).toEqual([["near/a"], 1]);
  });
});

describe("a marketplace that cannot be used", () => {
  const refused = async (plugins: unknown, more: object = {}): Promise<unknown> =>
    failure(open({ ".claude-plugin/marketplace.json": market(plugins, more), "a/skills/x/SKILL.md": skill("x") }));

  it.each<readonly [string, unknown]>([
    ["plugins must be a list", {}],
    ["plugins[0] must be an object", [7]],
    ["plugins[0].name must be a text", [{ source: "./a" }]],
    ["plugins[0].name must be a name without /", [{ name: "../a", source: "./a" }]],
    ["plugins[0].name cannot be used", [{ name: "__proto__", source: "./a" }]],
    ["plugins[0].strict must be true or false", [{ name: "a", source: "./a", strict: "no" }]],
    ['plugins[0].source is "a"; it must start with ./', [{ name: "a", source: "a" }]],
    ['plugins[0].source is "/etc"; it must start with ./', [{ name: "a", source: "/etc" }]],
    ['plugins[0].source is "./../a": it leaves', [{ name: "a", source: "./../a" }]],
    ["plugins[0].source names gone, which is not there", [{ name: "a", source: "./gone" }]],
    ["plugins[0].source.source must be one of", [{ name: "a", source: { source: "svn" } }]],
    ["plugins[0].source.repo must be like", [{ name: "a", source: { source: "github", repo: "https://x" } }]],
    [
      "plugins[0].source.sha must be a whole commit",
      [{ name: "a", source: { source: "github", repo: "o/r", sha: "1" } }],
    ],
    [
      "plugins[0].source.path cannot be used",
      [{ name: "a", source: { source: "git-subdir", url: "o/r", path: "../x" } }],
    ],
    [
      "plugins[0].source.version is a range",
      [{ name: "a", source: { source: "npm", package: "p", version: "^1.0.0" } }],
    ],
    ["plugins[0].source.url must be an https", [{ name: "a", source: { source: "url", url: "/srv/private" } }]],
    ["plugins[0].source.url must be an https", [{ name: "a", source: { source: "url", url: "file:///srv/private" } }]],
    ["plugins[0].source.url must be an https", [{ name: "a", source: { source: "url", url: "ext::sh -c x" } }]],
    [
      "plugins[0].source.url is an address of this",
      [{ name: "a", source: { source: "url", url: "https://localhost/x" } }],
    ],
    ["plugins[0].source.url is an address of this", [{ name: "a", source: { source: "url", url: "git@127.0.0.1:x" } }]],
    ...["http://npm.example", "http://127.0.0.1:4873/", "file:///srv", "ssh://npm.example"].map(
      (registry): [string, unknown] => [
        "plugins[0].source.registry must be an https",
        [{ name: "a", source: { source: "npm", package: "p", registry } }],
      ],
    ),
    ...["https://127.1/", "https://[::1]:4873/", "https://npm.localhost/", "https://0/"].map(
      (registry): [string, unknown] => [
        "plugins[0].source.registry is an address of this machine",
        [{ name: "a", source: { source: "npm", package: "p", registry } }],
      ],
    ),
    ["plugins[0].skills[1] is", [{ name: "a", source: "./a", skills: ["./skills", "./../../x"] }]],
    ["plugins[0].skills names no, but", [{ name: "a", source: "./a", skills: "./no" }]],
    [
      "plugins[0].name is the name of two plugins",
      [
        { name: "a", source: "./a" },
        { name: "a", source: "./a" },
      ],
    ],
  ])("%s", async (message, plugins) => {
    const error = await refused(plugins);
    expect(error).toMatchObject({ code: "skill-invalid", message: expect.stringContaining(message) });
    expect(error).toMatchObject({
      message: expect.stringMatching(/market\.git\/\.claude-plugin\/marketplace\.json:\d+:\d+: /),
    });
  });

  it("says where the JSON breaks, and where a plugin's own does", async () => {
    const broken = await failure(open({ ".claude-plugin/marketplace.json": '{\n  "plugins": [,]\n}' }));
    expect(broken).toMatchObject({
      code: "skill-invalid",
      message: expect.stringMatching(/marketplace\.json:2:\d+: .*JSON/),
    });
    const plugin = await failure(
      open({
        ".claude-plugin/marketplace.json": market([{ name: "a", source: "./a" }]),
        "a/.claude-plugin/plugin.json": '{ "skills": ["skills/x"] }',
      }),
    );
    expect(plugin).toMatchObject({
      message: expect.stringMatching(/a\/\.claude-plugin\/plugin\.json:1:\d+: skills\[0\]/),
    });
  });

  it("is none without its manifest, or without the plugin that is wanted", async () => {
    expect(await failure(open({ "skills/a/SKILL.md": skill("a") }))).toMatchObject({ code: "source-unavailable" });
    const files = {
      ".claude-plugin/marketplace.json": market([{ name: "document-tools", source: "./a" }]),
      "a/commands/x.md": "",
    };
    expect(await failure(open(files, {}, { plugins: ["documnt-tools"] }))).toMatchObject({
      code: "skill-unknown",
      message: expect.stringContaining('did you mean "document-tools"?'),
    });
    expect(await failure(open(files, {}, { plugins: ["document-tools"] }))).toMatchObject({ code: "skill-unknown" });
    expect((await open(files)).folders).toEqual([]);
  });
});

it("goes back to the commit of a lock, and knows what is newest", async () => {
  const { fetcher } = fetchers({ [url]: { ".claude-plugin/marketplace.json": market([]) } });
  const source: MarketplaceSource = { type: "claude-marketplace", url, version: "1.0.0" };
  const restored = await fetcher.restore(source, { commit: sha }, context);
  expect(restored.resolved).toEqual({ commit: sha });
  expect(await fetcher.latest?.(source, context)).toBe("2.0.0");
});
