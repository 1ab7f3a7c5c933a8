import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { createSkillRegistry, type SkillEntry, type SkillRegistry } from "@tradecraft/sdk";
import { folderSkillSource, type FolderSkillSourceOptions } from "@tradecraft/sdk/node";
import { age, cachedFolder, skillMd, skillsAt, within } from "./skill-tree.ts";
import { tempFolder } from "./temp-folder.ts";

/** What a change may take to be seen. */
const bar = 1_000;
/** Long enough for a change to be seen that must not be. */
const quiet = 400;

interface Watched {
  readonly root: string;
  readonly registry: SkillRegistry;
  readonly stop: () => void;
  path(name: string): string;
  write(name: string, text: string): void;
  calls(): number;
  /** The catalog as a text per skill. */
  texts(): Promise<Record<string, string>>;
  /** Makes a change, and expects the catalog to say so in time. */
  sees(change: () => void, isSo: (entries: readonly SkillEntry[]) => boolean): Promise<void>;
}

async function watched(
  files: Record<string, string>,
  options: FolderSkillSourceOptions & { readonly signal?: AbortSignal; readonly at?: string } = {},
): Promise<Watched> {
  const root = tempFolder(files);
  const { signal, at = ".", ...more } = options;
  const registry = createSkillRegistry(folderSkillSource(join(root, at), { index: false, ...more }));
  let calls = 0;
  const stop = await registry.watch(() => void calls++, signal === undefined ? {} : { signal });
  onTestFinished(stop);
  // What the watch itself looks at again when it begins.
  await age();
  calls = 0;
  const path = (name: string): string => join(root, name, "SKILL.md");
  return {
    root,
    registry,
    stop,
    path,
    write: (name, text) => {
      mkdirSync(join(root, name), { recursive: true });
      writeFileSync(path(name), text);
    },
    calls: () => calls,
    texts: async () => Object.fromEntries((await registry.catalog()).map((entry) => [entry.id, JSON.stringify(entry)])),
    sees: async (change, isSo) => {
      const before = calls;
      expect(isSo(await registry.catalog())).toBe(false);
      change();
      expect(await within(bar, async () => calls > before && isSo(await registry.catalog()))).toBe(true);
    },
  };
}

const has = (id: string) => (entries: readonly SkillEntry[]) => entries.some((entry) => entry.id === id);
const hasNot = (id: string) => (entries: readonly SkillEntry[]) => !has(id)(entries);
const says = (id: string, description: string) => (entries: readonly SkillEntry[]) =>
  entries.some((entry) => entry.id === id && entry.description === description);

describe("a watch sees within a second", () => {
  const files = skillsAt("a", "b", "group/c");

  it("a skill that is added", async () => {
    const place = await watched(files);
    await place.sees(() => place.write("new", skillMd("new")), has("new"));
    await place.sees(() => place.write("group/newer", skillMd("newer")), has("newer"));
    await place.sees(() => place.write("other/group/newest", skillMd("newest")), has("newest"));
  });

  it("a skill that is removed", async () => {
    const place = await watched(files);
    await place.sees(() => rmSync(join(place.root, "a"), { recursive: true }), hasNot("a"));
    await place.sees(() => rmSync(place.path("b")), hasNot("b"));
    await place.sees(() => rmSync(join(place.root, "group"), { recursive: true }), hasNot("c"));
    expect(await place.registry.catalog()).toEqual([]);
  });

  it("a skill whose folder is renamed", async () => {
    const place = await watched(files);
    const moved = (to: string) => (entries: readonly SkillEntry[]) => entries[0]?.location === place.path(to);
    await place.sees(() => renameSync(join(place.root, "a"), join(place.root, "moved")), moved("moved"));
    await place.sees(
      () => renameSync(join(place.root, "moved"), join(place.root, "group/moved")),
      moved("group/moved"),
    );
    await place.sees(() => place.write("group/moved", skillMd("a", "Edited there.")), says("a", "Edited there."));
  });

  it("an edit in place", async () => {
    const place = await watched(files);
    await place.sees(() => place.write("a", skillMd("a", "Edited.")), says("a", "Edited."));
    await place.sees(() => place.write("group/c", skillMd("c", "Edited.")), says("c", "Edited."));
    await place.sees(() => place.write("a", skillMd("a", "Again..")), says("a", "Again.."));
  });

  it("a file that is replaced whole", async () => {
    const place = await watched(files);
    const replace = (text: string): void => {
      writeFileSync(join(place.root, "a/.SKILL.md.tmp"), text);
      renameSync(join(place.root, "a/.SKILL.md.tmp"), place.path("a"));
    };
    await place.sees(() => replace(skillMd("a", "Replaced.")), says("a", "Replaced."));
    await place.sees(() => replace(skillMd("a", "Replaced again.")), says("a", "Replaced again."));
    await place.sees(() => place.write("a", skillMd("a", "Edited.")), says("a", "Edited."));
  });

  it("a new name in a file", async () => {
    const place = await watched(files);
    await place.sees(
      () => place.write("a", skillMd("z")),
      (entries) => has("z")(entries) && hasNot("a")(entries),
    );
  });

  it("an edit of the body alone, by the revision, and search finds its words", async () => {
    const place = await watched(files);
    const [before] = await place.registry.catalog();
    expect(await place.registry.match("zebra")).toEqual([]);
    await place.sees(
      () => place.write("a", skillMd("a", "About a.", "Paint a zebra.\n")),
      ([entry]) => entry?.revision !== before?.revision,
    );
    const [after] = await place.registry.catalog();
    expect({ ...after, revision: "" }).toEqual({ ...before, revision: "" });
    expect((await place.registry.match("zebra")).map(({ id }) => id)).toEqual(["a"]);
    expect((await place.registry.trigger("a")).body).toContain("zebra");
  });

  it("a skill that is written in two steps", async () => {
    const place = await watched(files);
    mkdirSync(join(place.root, "slow/deeper"), { recursive: true });
    await setTimeout(quiet);
    await place.sees(() => place.write("slow/deeper", skillMd("slow")), has("slow"));
  });

  it("a SKILL.md that is written in two steps", async () => {
    const place = await watched(files);
    place.write("slow", "---\nname: slow\n");
    await setTimeout(quiet);
    await place.sees(() => place.write("slow", skillMd("slow")), has("slow"));
  });

  it.each([0, 20, 100, 300])("an edit in a folder that was deleted and made again %d ms later", async (pause) => {
    const place = await watched(files);
    for (let round = 0; round < 3; round++) {
      rmSync(join(place.root, "a"), { recursive: true });
      await setTimeout(pause);
      place.write("a", skillMd("a", `Made again ${round}.`));
      expect(await within(bar, async () => says("a", `Made again ${round}.`)(await place.registry.catalog()))).toBe(
        true,
      );
      await setTimeout(100);
      await place.sees(() => place.write("a", skillMd("a", `Edited ${round}.`)), says("a", `Edited ${round}.`));
    }
  });

  it("an edit in a folder in whose place another was put", async () => {
    const place = await watched(files);
    mkdirSync(join(place.root, ".next"));
    writeFileSync(join(place.root, ".next/SKILL.md"), skillMd("a", "The other."));
    await place.sees(
      () => {
        renameSync(join(place.root, "a"), join(place.root, ".old"));
        renameSync(join(place.root, ".next"), join(place.root, "a"));
      },
      says("a", "The other."),
    );
    await setTimeout(100);
    await place.sees(() => place.write("a", skillMd("a", "Edited.")), says("a", "Edited."));
  });

  it("a root that comes later, and what happens in it", async () => {
    const place = await watched({}, { at: "later/skills" });
    expect(await place.registry.catalog()).toEqual([]);
    await place.sees(() => place.write("later/skills/a", skillMd("a")), has("a"));
    await place.sees(() => place.write("later/skills/a", skillMd("a", "Edited.")), says("a", "Edited."));
  });

  it("a root that goes and comes again", async () => {
    const place = await watched(skillsAt("skills/a"), { at: "skills" });
    await place.sees(() => rmSync(join(place.root, "skills"), { recursive: true }), hasNot("a"));
    await place.sees(() => place.write("skills/b", skillMd("b")), has("b"));
    await place.sees(() => place.write("skills/b", skillMd("b", "Edited.")), says("b", "Edited."));
  });

  it.skipIf(process.platform === "win32")("an edit of a skill behind a link", async () => {
    const root = tempFolder(skillsAt("skills/.store/shared"));
    symlinkSync(".store/shared", join(root, "skills/linked"));
    const registry = createSkillRegistry(folderSkillSource(join(root, "skills"), { index: false }));
    onTestFinished(await registry.watch());
    await age();
    writeFileSync(join(root, "skills/.store/shared/SKILL.md"), skillMd("shared", "Edited."));
    expect(await within(bar, async () => says("shared", "Edited.")(await registry.catalog()))).toBe(true);
  });

  it.skipIf(process.platform === "win32")("an edit of the file that a SKILL.md is a link to", async () => {
    const root = tempFolder({ "skills/.store/shared.md": skillMd("shared"), "skills/a/notes.md": "" });
    symlinkSync("../.store/shared.md", join(root, "skills/a/SKILL.md"));
    const registry = createSkillRegistry(folderSkillSource(join(root, "skills"), { index: false }));
    onTestFinished(await registry.watch());
    await age();
    expect(await registry.catalog()).toHaveLength(1);
    writeFileSync(join(root, "skills/.store/shared.md"), skillMd("shared", "Edited."));
    expect(await within(bar, async () => says("shared", "Edited.")(await registry.catalog()))).toBe(true);
  });

  it.skipIf(process.platform === "win32")("a root that is a link, and leads elsewhere now", async () => {
    const root = tempFolder({ "v1/a/SKILL.md": skillMd("a", "One."), "v2/a/SKILL.md": skillMd("a", "Two.") });
    symlinkSync("v1", join(root, "current"));
    const registry = createSkillRegistry(folderSkillSource(join(root, "current"), { index: false }));
    onTestFinished(await registry.watch());
    await age();
    symlinkSync("v2", join(root, "next"));
    renameSync(join(root, "next"), join(root, "current"));
    expect(await within(bar, async () => says("a", "Two.")(await registry.catalog()))).toBe(true);
  });

  it("many changes at once", async () => {
    const place = await watched(files);
    await place.sees(
      () => {
        for (let at = 0; at < 50; at++) place.write(`many/skill-${at}`, skillMd(`skill-${at}`));
        rmSync(join(place.root, "a"), { recursive: true });
      },
      (entries) => entries.length === 52,
    );
  });

  it("changes with an index on disk, too", async () => {
    const place = await watched(files, { index: { folder: cachedFolder() } });
    await place.sees(() => place.write("a", skillMd("a", "Edited.")), says("a", "Edited."));
    await place.sees(() => place.write("new", skillMd("new")), has("new"));
    await place.sees(() => rmSync(join(place.root, "b"), { recursive: true }), hasNot("b"));
  });
});

describe("what did not change", () => {
  it("stays the same to the byte, entry by entry", async () => {
    const place = await watched(skillsAt("a", "b", "group/c"));
    const before = await place.texts();
    const same = async (...ids: string[]): Promise<void> => {
      const after = await place.texts();
      for (const id of ids) expect(after[id]).toBe(before[id]);
    };
    await place.sees(() => place.write("new", skillMd("new")), has("new"));
    await same("a", "b", "c");
    await place.sees(() => place.write("a", skillMd("a", "Edited.")), says("a", "Edited."));
    await same("b", "c");
    await place.sees(() => rmSync(join(place.root, "new"), { recursive: true }), hasNot("new"));
    await same("b", "c");
  });

  it("keeps its catalog, and nobody is called, when other files change", async () => {
    const place = await watched(skillsAt("a", "b"));
    const before = await place.registry.catalog();
    writeFileSync(join(place.root, "a/notes.md"), "Notes.");
    writeFileSync(join(place.root, "README.md"), "Read me.");
    mkdirSync(join(place.root, "empty"));
    mkdirSync(join(place.root, "a/scripts"));
    writeFileSync(join(place.root, "a/scripts/run.sh"), "true\n");
    await setTimeout(quiet);
    rmSync(join(place.root, "a/notes.md"));
    await setTimeout(quiet);
    expect(place.calls()).toBe(0);
    expect(await place.registry.catalog()).toBe(before);
    expect(await place.registry.refresh()).toBe(false);
  });
});

describe("the end of a watch", () => {
  it("is a call to stop", async () => {
    const place = await watched(skillsAt("a"));
    place.stop();
    place.stop();
    place.write("a", skillMd("a", "Edited."));
    place.write("b", skillMd("b"));
    await setTimeout(quiet);
    expect(place.calls()).toBe(0);
    expect((await place.registry.catalog()).map(({ id }) => id)).toEqual(["a"]);
  });

  it("is an abort", async () => {
    const controller = new AbortController();
    const place = await watched(skillsAt("a"), { signal: controller.signal });
    await place.sees(() => place.write("a", skillMd("a", "Edited.")), says("a", "Edited."));
    const calls = place.calls();
    controller.abort();
    place.write("b", skillMd("b"));
    await setTimeout(quiet);
    expect(place.calls()).toBe(calls);
    expect((await place.registry.catalog()).map(({ id }) => id)).toEqual(["a"]);
  });

  it("is a call to stop while changes come in", async () => {
    const place = await watched(skillsAt("a"));
    for (let at = 0; at < 20; at++) {
      place.write("a", skillMd("a", `Edit ${at}.`));
      await setTimeout(5);
    }
    place.stop();
    const calls = place.calls();
    await setTimeout(quiet);
    expect(place.calls()).toBe(calls);
  });

  it("leaves other watches alone", async () => {
    const place = await watched(skillsAt("a"));
    const other = await place.registry.watch();
    other();
    await place.sees(() => place.write("a", skillMd("a", "Edited.")), says("a", "Edited."));
  });

  it("by an abort before it began is a rejection", async () => {
    const registry = createSkillRegistry(folderSkillSource(tempFolder(), { index: false }));
    await expect(registry.watch(() => {}, { signal: AbortSignal.abort(new Error("enough")) })).rejects.toThrow(
      "enough",
    );
  });
});
