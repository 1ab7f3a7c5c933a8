import { pinSkillFiles, type SkillFileList, type SkillSource, staticSkillSource } from "@tradecraft/sdk";
import { describe, expect, it } from "vitest";
import { DEFAULT_FETCH_LIMITS } from "../../../../../src/supply/fetch/default-fetch-limits.ts";
import { findSkills } from "../../../../../src/supply/fetch/find-skills.ts";
import { type OpenedSkillSource, skillSourceFetcher } from "../../../../../src/supply/fetch/mcp/index.ts";
import type { FetchContext } from "../../../../../src/supply/fetch/skill-fetcher.ts";

const source = { type: "mcp", url: "https://me:secret@mcp.example/mcp?key=secret" } as const;
const context: FetchContext = {
  directory: "/",
  cacheFolder: "/cache",
  offline: false,
  limits: DEFAULT_FETCH_LIMITS,
  env: {},
};
const png = new Uint8Array([0, 255, 7]);
const skills = [
  { name: "one", description: "x", body: "Do.", resources: { "a/logo.png": png, "run.sh": "echo\n" } },
  { name: "two", description: "y", body: "Do." },
];

function served(change: Partial<SkillSource> = {}): { closed: number; open: () => Promise<OpenedSkillSource> } {
  const held = {
    closed: 0,
    open: async () => ({ ...staticSkillSource(skills), ...change, close: () => void held.closed++ }),
  };
  return held;
}

async function pinsOf(id: string): Promise<SkillFileList> {
  const inner = staticSkillSource(skills);
  const pinned = await pinSkillFiles({
    readSkill: () => inner.read(id),
    listResources: async () => (await inner.listResources?.(id)) ?? [],
    readResource: async (path) => (await inner.readResource?.(id, path)) ?? "",
  });
  return pinned.map((file) => ({ ...file, executable: file.path === "run.sh" }));
}

const failure = (promise: Promise<unknown>): Promise<unknown> => promise.catch((error: unknown) => error);

describe("skillSourceFetcher", () => {
  it("makes a tree of what a server offers, and closes the connection", async () => {
    const server = served({ pinned: pinsOf });
    const fetched = await skillSourceFetcher(server).resolve(source, context);
    const tree = await fetched.open();
    expect(tree.skillFolders).toEqual(["one", "two"]);
    expect(tree.entries.map(({ path, executable }) => [path, executable])).toEqual([
      ["one/SKILL.md", false],
      ["one/a/logo.png", false],
      ["one/run.sh", true],
      ["two/SKILL.md", false],
    ]);
    expect((await tree.read(["one/a/logo.png"])).get("one/a/logo.png")).toEqual(png);
    expect((await findSkills(tree)).map(({ name }) => name)).toEqual(["one", "two"]);
    expect(server.closed).toBe(1);
  });

  it("goes back to what the lock says, and to nothing else", async () => {
    const { resolved } = await skillSourceFetcher(served()).resolve(source, context);
    expect((await skillSourceFetcher(served()).restore(source, resolved, context)).resolved).toEqual(resolved);
    const other = served({ readResource: async () => "other" });
    const error = await failure(skillSourceFetcher(other).restore(source, resolved, context));
    expect(error).toMatchObject({ code: "digest-mismatch" });
    expect(JSON.stringify(error) + String(error)).not.toContain("secret");
    expect(other.closed).toBe(1);
  });

  it("refuses what is not as promised, or more than promised", async () => {
    const pins = await pinsOf("one");
    for (const pinned of [
      pins.map((file) => ({ ...file, sha256: "0".repeat(64) })),
      pins.slice(1),
      [...pins, { path: "more", size: 1, executable: false, sha256: "0".repeat(64) }],
    ]) {
      const fetcher = skillSourceFetcher(served({ pinned: async (id) => (id === "one" ? pinned : undefined) }));
      expect(await failure(fetcher.resolve(source, context))).toMatchObject({ code: "digest-mismatch" });
    }
  });

  it("refuses hostile paths and ids, too much, and being offline", async () => {
    const entry = (id: string) => [{ id, name: id, description: "x" }];
    const hostile = served({ listResources: async () => [{ path: "../../x" }] });
    expect(await failure(skillSourceFetcher(hostile).resolve(source, context))).toMatchObject({ code: "path-refused" });
    const named = served({ list: async () => entry("../up"), listResources: async () => [], read: async () => "x" });
    expect(await failure(skillSourceFetcher(named).resolve(source, context))).toMatchObject({ code: "path-refused" });
    for (const limits of [{ maxUnpackedBytes: 20 }, { maxEntries: 2 }]) {
      const small = { ...context, limits: { ...DEFAULT_FETCH_LIMITS, ...limits } };
      expect(await failure(skillSourceFetcher(served()).resolve(source, small))).toMatchObject({
        code: "file-too-large",
      });
    }
    const offline = await failure(skillSourceFetcher(served()).resolve(source, { ...context, offline: true }));
    expect(offline).toMatchObject({ code: "source-unavailable" });
    expect(JSON.stringify(offline) + String(offline)).not.toContain("secret");
  });
});
