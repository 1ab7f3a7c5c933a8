import { execFile } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { parseSkill } from "@tradecraft/sdk";
import { folderSkillSource, userCacheFolder } from "@tradecraft/sdk/node";
import { listedPlace, opened, place } from "./index-place.ts";
import { age, asNobody, cachedFolder, listing, skillMd, skillsAt, within } from "./skill-tree.ts";
import { tempFolder } from "./temp-folder.ts";

const three = skillsAt("a", "b", "group/c");

describe("a second start", () => {
  it("reads no SKILL.md, and lists the same", async () => {
    const made = place(three);
    await age();
    const first = await opened(() => listing(made.start()));
    expect(first.names).toEqual(["a", "b", "c"]);
    await within(2_000, () => made.indexes().length === 1);
    const second = await opened(() => listing(made.start()));
    expect(second.names).toEqual([]);
    expect(second.value).toEqual(first.value);
  });

  it("reads nothing again for skills that are odd, and says the same about them", async () => {
    const made = place({
      "bom/SKILL.md": `\uFEFF${skillMd("bom")}`,
      "colon/SKILL.md": skillMd("colon", "About: this."),
      "flags/SKILL.md":
        "---\nname: flags\ndescription: F.\ndisable-model-invocation: true\nuser-invocable: false\n---\n",
      "needs/SKILL.md": "---\nname: needs\ndescription: N.\ncompatibility: Needs größe 🎉.\n---\n",
      "none/SKILL.md": "---\nname: none\n---\n",
      "fallback/SKILL.md": skillMd("../x"),
      "größe/SKILL.md": skillMd("größe", "日本語 \u2028 \ud83c\udf89."),
    });
    mkdirSync(join(made.root, "wrong"));
    writeFileSync(join(made.root, "wrong/skill.md"), skillMd("wrong"));
    await age();
    const first = await listing(made.start());
    expect(first.codes).toContain("file-case");
    expect(first.ids).toHaveLength(6);
    await within(2_000, () => made.indexes().length === 1);
    const second = await opened(() => listing(made.start()));
    expect(second.names).toEqual([]);
    expect(second.value).toEqual(first);
  });

  it("reads the one file that changed", async () => {
    const made = await listedPlace(three);
    made.write("b", skillMd("b", "Changed."));
    const { value, names } = await opened(() => listing(made.start()));
    expect(names).toEqual(["b"]);
    expect(value.entries.find(({ id }) => id === "b")?.description).toBe("Changed.");
    expect(value.ids).toEqual(["a", "b", "c"]);
  });

  it("reads one file in a second listing of one source, too", async () => {
    const made = place(three);
    await age();
    const source = made.start({ index: false });
    await source.list();
    made.write("b", skillMd("b", "Changed."));
    expect((await opened(() => listing(source))).names).toEqual(["b"]);
  });

  it("sees skills that came, went and moved", async () => {
    const made = await listedPlace(three);
    made.write("new", skillMd("new"));
    made.write("deep/down/new2", skillMd("new2"));
    rmSync(join(made.root, "a"), { recursive: true });
    renameSync(join(made.root, "b"), join(made.root, "group/moved"));
    const { ids, entries } = await listing(made.start());
    expect(ids).toEqual(["b", "c", "new", "new2"]);
    expect(entries.find(({ id }) => id === "b")?.location).toBe(join(made.root, "group/moved/SKILL.md"));
  });

  it("sees a SKILL.md that came to a folder, and one that went", async () => {
    const made = place(skillsAt("a", "b"));
    mkdirSync(join(made.root, "empty"));
    await age();
    await made.start().list();
    await within(2_000, () => made.indexes().length === 1);
    made.write("empty", skillMd("filled"));
    rmSync(made.path("a"));
    expect((await listing(made.start())).ids).toEqual(["b", "filled"]);
  });

  it("sees two skills that changed places", async () => {
    const made = await listedPlace({ "a/SKILL.md": skillMd("xx", "Same."), "b/SKILL.md": skillMd("yy", "Same.") });
    renameSync(join(made.root, "a"), join(made.root, "t"));
    renameSync(join(made.root, "b"), join(made.root, "a"));
    renameSync(join(made.root, "t"), join(made.root, "b"));
    const { entries } = await listing(made.start());
    expect(entries.map(({ id, location }) => [id, location])).toEqual([
      ["yy", made.path("a")],
      ["xx", made.path("b")],
    ]);
  });

  it("sees an edit that keeps size and time of change", async () => {
    const made = await listedPlace({ "a/SKILL.md": skillMd("a", "Before") });
    const { atime, mtime, size } = statSync(made.path("a"));
    writeFileSync(made.path("a"), skillMd("a", "After!"));
    utimesSync(made.path("a"), atime, mtime);
    expect(statSync(made.path("a")).size).toBe(size);
    expect((await listing(made.start())).entries).toMatchObject([{ description: "After!" }]);
  });

  it("sees a file that was replaced by another of the same size and time", async () => {
    const made = await listedPlace({ "a/SKILL.md": skillMd("a", "Before") });
    const { atime, mtime } = statSync(made.path("a"));
    writeFileSync(`${made.path("a")}.tmp`, skillMd("a", "After!"));
    utimesSync(`${made.path("a")}.tmp`, atime, mtime);
    renameSync(`${made.path("a")}.tmp`, made.path("a"));
    expect((await listing(made.start())).entries).toMatchObject([{ description: "After!" }]);
  });

  it("sees edits that follow a listing at once", async () => {
    const made = place({});
    const kept = made.start();
    for (let at = 0; at < 60; at++) {
      const text = skillMd("a", `Version ${String(at).padStart(3, "0")}.`);
      made.write("a", text);
      const description = `Version ${String(at).padStart(3, "0")}.`;
      expect((await kept.list()).map((entry) => entry.description)).toEqual([description]);
      if (at % 10 === 0) expect((await made.start().list()).map((entry) => entry.description)).toEqual([description]);
    }
  });

  it("sees skills that follow a listing at once", async () => {
    const made = place({});
    mkdirSync(made.root, { recursive: true });
    const kept = made.start();
    for (let at = 0; at < 60; at++) {
      made.write(`group/skill-${at}`, skillMd(`skill-${at}`));
      expect(await kept.list()).toHaveLength(at + 1);
    }
  });
});

describe("the files of the index", () => {
  it("are the user's own", async () => {
    const made = await listedPlace(three);
    const [file = ""] = made.indexes();
    if (process.platform !== "win32") {
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(statSync(dirname(file)).mode & 0o077).toBe(0);
    }
    expect(readdirSync(dirname(file)).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  it("are not there with index false, in neither place", async () => {
    const made = place(three);
    const home = cachedFolder();
    vi.stubEnv("XDG_CACHE_HOME", home);
    onTestFinished(() => void vi.unstubAllEnvs());
    await age();
    const source = made.start({ index: false });
    await source.list();
    await age();
    expect(source.indexStore).toBeUndefined();
    expect(readdirSync(home)).toEqual([]);
    expect(existsSync(made.cache)).toBe(false);
  });

  it("lie in the user's cache folder by default", async () => {
    const home = cachedFolder();
    vi.stubEnv("XDG_CACHE_HOME", home);
    onTestFinished(() => void vi.unstubAllEnvs());
    const made = place(three);
    await age();
    await folderSkillSource(made.root).list();
    expect(await within(2_000, () => existsSync(join(home, "tradecraft/index/v1")))).toBe(true);
    await within(2_000, () => readdirSync(join(home, "tradecraft/index/v1")).some((name) => name.endsWith(".folders")));
    expect((await opened(() => listing(folderSkillSource(made.root)))).names).toEqual([]);
  });

  it("are one per root, whoever asks for it", async () => {
    const made = place({ ...skillsAt("x/a", "y/b") });
    await age();
    const [x, y] = [join(made.root, "x"), join(made.root, "y")];
    const index = { folder: made.cache };
    await folderSkillSource([x, y], { index }).list();
    await within(2_000, () => made.indexes().length === 2);
    expect(made.indexes()).toHaveLength(2);
    expect((await opened(() => listing(folderSkillSource([y], { index })))).names).toEqual([]);
    expect((await opened(() => listing(folderSkillSource("x", { index, cwd: made.root })))).names).toEqual([]);
  });

  it("are kept apart for hidden folders", async () => {
    const made = await listedPlace(skillsAt("a", ".b"));
    expect((await listing(made.start({ hidden: true }))).ids).toEqual([".b", "a"]);
    await within(2_000, () => made.indexes().length === 2);
    expect((await listing(made.start())).ids).toEqual(["a"]);
    expect((await listing(made.start({ hidden: true }))).ids).toEqual([".b", "a"]);
  });

  it("answer for any depth, links and ignored folders", async () => {
    const made = await listedPlace(skillsAt("a", "group/b", "group/more/c"), { maxDepth: 1 });
    expect((await listing(made.start({ maxDepth: 3 }))).ids).toEqual(["a", "b", "c"]);
    await age();
    expect((await listing(made.start({ maxDepth: 2 }))).ids).toEqual(["a", "b"]);
    expect((await listing(made.start({ ignore: (path) => path.endsWith("more") }))).ids).toEqual(["a", "b"]);
    await age();
    expect((await listing(made.start())).ids).toEqual(["a", "b", "c"]);
  });

  it("may be deleted at any time", async () => {
    const made = await listedPlace(three);
    const source = made.start();
    rmSync(made.cache, { recursive: true });
    expect((await listing(source)).ids).toEqual(["a", "b", "c"]);
    expect((await listing(made.start())).ids).toEqual(["a", "b", "c"]);
    made.write("a", skillMd("a", "Changed."));
    expect((await listing(source)).entries[0]?.description).toBe("Changed.");
  });

  it("are done without where they cannot be written", async () => {
    const made = place(three);
    await age();
    const blocked = join(tempFolder({ file: "" }), "file", "below");
    expect((await listing(made.start({ index: { folder: blocked } }))).ids).toEqual(["a", "b", "c"]);
    expect((await listing(made.start({ index: { folder: "/proc/nowhere" } }))).ids).toEqual(["a", "b", "c"]);
    await age();
  });

  it.skipIf(process.platform === "win32")("are done without in a folder without permission", async () => {
    const made = place(three);
    await age();
    mkdirSync(made.cache, { mode: 0o500 });
    await asNobody(dirname(made.cache), async () => {
      expect((await listing(made.start())).ids).toEqual(["a", "b", "c"]);
      await age();
    });
    expect(made.indexes()).toEqual([]);
  });

  it("are not used for another's parser, nor changed by it", async () => {
    const made = await listedPlace(three);
    const [file = ""] = made.indexes();
    const before = readFileSync(file);
    const parse = (raw: string): ReturnType<typeof parseSkill> => parseSkill(raw.replace(/About/, "Theirs:"));
    const theirs = await opened(() =>
      listing(made.start(), { parse: (raw) => parse(raw.replace("About ", "Theirs ")) }),
    );
    expect(theirs.names).toEqual(["a", "b", "c"]);
    expect(theirs.value.entries.map(({ description }) => description)).toContain("Theirs a.");
    await age();
    expect(readFileSync(file).equals(before)).toBe(true);
    expect((await listing(made.start())).entries.map(({ description }) => description)).toContain("About a.");
  });

  it("stay sound when many write at once", async () => {
    const made = place(skillsAt(...Array.from({ length: 200 }, (_, at) => `s${at}`)));
    await age();
    await Promise.all(Array.from({ length: 8 }, () => made.start().list()));
    await within(2_000, () => made.indexes().length === 1);
    await within(2_000, () => readdirSync(join(made.cache, "index/v1")).every((name) => !name.endsWith(".tmp")));
    const { names, value } = await opened(() => listing(made.start()));
    expect(names).toEqual([]);
    expect(value.ids).toHaveLength(200);
  });

  const built = fileURLToPath(new URL("../../../dist/node/index.js", import.meta.url));

  // Needs the build: Node 20 runs no TypeScript.
  it.skipIf(!existsSync(built))("stay sound when processes write at once", async () => {
    const made = place(skillsAt(...Array.from({ length: 300 }, (_, at) => `s${at}`)));
    await age();
    const code = `import { folderSkillSource } from ${JSON.stringify(built)};
      const [root, folder] = process.argv.slice(1);
      for (let at = 0; at < 10; at++) await folderSkillSource(root, { index: { folder }, maxDepth: 1 + at % 2 }).list();`;
    const args = ["--input-type=module", "-e", code, made.root, made.cache];
    await Promise.all(Array.from({ length: 3 }, () => promisify(execFile)(process.execPath, args)));
    const names = readdirSync(join(made.cache, "index/v1"));
    expect(names.filter((name) => name.endsWith(".tmp"))).toEqual([]);
    const again = await opened(() => listing(made.start()));
    expect(again.names).toEqual([]);
    expect(again.value.ids).toHaveLength(300);
  });
});

describe("the user's cache folder", () => {
  it("is where the environment says, if that is a whole path", () => {
    expect(userCacheFolder({ XDG_CACHE_HOME: "/somewhere" })).toBe(join("/somewhere", "tradecraft"));
    for (const env of [{}, { XDG_CACHE_HOME: "" }, { XDG_CACHE_HOME: "relative" }, { XDG_CACHE_HOME: "~/x" }]) {
      expect(userCacheFolder(env)?.startsWith(homedir())).toBe(true);
    }
  });
});
