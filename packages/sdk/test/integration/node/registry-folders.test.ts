import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createSkillRegistry, lexicalMatcher, type SkillSource } from "@tradecraft/sdk";
import { folderSkillSource } from "@tradecraft/sdk/node";
import { age, cachedFolder, skillMd, within } from "./skill-tree.ts";
import { tempFolder } from "./temp-folder.ts";

/** A folder source that counts the bodies that are read. */
function counted(source: SkillSource): SkillSource & { reads: string[] } {
  const reads: string[] = [];
  return {
    ...source,
    reads,
    read: (id, options) => {
      reads.push(id);
      return source.read(id, options);
    },
  };
}

const files = {
  "skills/charts/SKILL.md": skillMd("charts", "Draws charts.", "Mind the zebra.\n"),
  "skills/charts/scripts/draw.py": "print()\n",
  "skills/charts/references/colors.md": "Red.",
  "skills/letters/SKILL.md": skillMd("letters", "Writes letters.", "Mind the giraffe.\n"),
  "skills/broken/SKILL.md": "---\nname: broken\n---\n",
};

describe("a registry over folders", () => {
  it("serves all three levels, and says what it left out", async () => {
    const root = tempFolder(files);
    const registry = createSkillRegistry(folderSkillSource(join(root, "skills"), { index: false }));
    expect((await registry.catalog()).map(({ id }) => id)).toEqual(["charts", "letters"]);
    expect((await registry.trigger("charts")).body).toContain("zebra");
    expect(await registry.listResources("charts")).toEqual({
      scripts: ["scripts/draw.py"],
      references: ["references/colors.md"],
      assets: [],
      other: [],
    });
    expect(await registry.resource("charts", "references\\colors.md")).toBe("Red.");
    expect((await registry.list()).map(({ name }) => name)).toEqual(["charts", "letters"]);
    expect(await registry.diagnostics()).toMatchObject([
      { code: "description-missing", path: join(root, "skills/broken/SKILL.md") },
    ]);
    await expect(registry.trigger("broken")).rejects.toMatchObject({ code: "skill-unknown" });
    await expect(registry.resource("charts", "../letters/SKILL.md")).rejects.toMatchObject({ code: "path-refused" });
    await expect(registry.resource("charts", "SKILL.md")).rejects.toMatchObject({ code: "resource-missing" });
  });

  it("sees at a refresh what changed, and not before", async () => {
    const root = tempFolder(files);
    const registry = createSkillRegistry(folderSkillSource(join(root, "skills"), { index: false }));
    const first = await registry.catalog();
    rmSync(join(root, "skills/letters"), { recursive: true });
    expect(await registry.catalog()).toBe(first);
    await expect(registry.trigger("letters")).rejects.toMatchObject({ code: "skill-unknown" });
    expect(await registry.refresh()).toBe(true);
    expect((await registry.catalog()).map(({ id }) => id)).toEqual(["charts"]);
    expect(await registry.refresh()).toBe(false);
  });
});

describe("the search index of folders", () => {
  const start = (root: string): { source: ReturnType<typeof counted>; match(query: string): Promise<string[]> } => {
    const source = counted(folderSkillSource(join(root, "skills"), { index: { folder: join(root, "cache") } }));
    const registry = createSkillRegistry({ source, matcher: lexicalMatcher() });
    return { source, match: async (query) => (await registry.match(query)).map(({ id }) => id) };
  };
  const stored = (root: string): string[] =>
    existsSync(join(root, "cache/index/v1"))
      ? readdirSync(join(root, "cache/index/v1")).filter((name) => name.endsWith(".search"))
      : [];

  it("is there for the next process, which reads no body", async () => {
    const root = cachedFolder(files);
    await age();
    const first = start(root);
    expect(await first.match("zebra")).toEqual(["charts"]);
    expect([...first.source.reads].sort()).toEqual(["charts", "letters"]);
    expect(await within(2_000, () => stored(root).length === 1)).toBe(true);
    if (process.platform !== "win32") {
      expect(statSync(join(root, "cache/index/v1", stored(root)[0] ?? "")).mode & 0o777).toBe(0o600);
    }
    const second = start(root);
    expect(await second.match("giraffe")).toEqual(["letters"]);
    expect(second.source.reads).toEqual([]);
  });

  it("costs one read for one changed file, and finds its new words only", async () => {
    const root = cachedFolder(files);
    await age();
    await start(root).match("zebra");
    await within(2_000, () => stored(root).length === 1);
    writeFileSync(join(root, "skills/charts/SKILL.md"), skillMd("charts", "Draws charts.", "Mind the walrus.\n"));
    const second = start(root);
    expect(await second.match("walrus")).toEqual(["charts"]);
    expect(await second.match("zebra")).toEqual([]);
    expect(second.source.reads).toEqual(["charts"]);
  });

  it("is worked out again when it is garbage", async () => {
    const root = cachedFolder(files);
    await age();
    await start(root).match("zebra");
    await within(2_000, () => stored(root).length === 1);
    writeFileSync(join(root, "cache/index/v1", stored(root)[0] ?? ""), "garbage");
    expect(await start(root).match("zebra")).toEqual(["charts"]);
  });

  it("is not there with index false, in the source or in the registry", async () => {
    const root = cachedFolder(files);
    const quiet = createSkillRegistry(folderSkillSource(join(root, "skills"), { index: false }));
    expect(await quiet.match("zebra")).toHaveLength(1);
    const source = folderSkillSource(join(root, "skills"), { index: { folder: join(root, "cache") } });
    expect(await createSkillRegistry({ source, index: false }).match("zebra")).toHaveLength(1);
    await age();
    expect(stored(root)).toEqual([]);
  });
});
