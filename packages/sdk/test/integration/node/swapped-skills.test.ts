import { mkdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createSkillRegistry, mergeSkillSources, SkillError, staticSkillSource } from "@tradecraft/sdk";
import {
  discoverSkillRoots,
  folderSkillSource,
  listSkillResources,
  readSkillResource,
  scanSkillDirs,
} from "@tradecraft/sdk/node";
import { describe, expect, it } from "vitest";
import { tempFolder } from "./temp-folder.ts";

const skill = (name: string): string => `---\nname: ${name}\ndescription: Does ${name}.\n---\nDo it.\n`;
const unixIt = it.skipIf(process.platform === "win32");

describe("a scanned skill whose folder was swapped for a link", () => {
  unixIt("gives nothing of what lies there", async () => {
    const root = tempFolder({ "skills/a/SKILL.md": skill("a"), "out/secret.txt": "SECRET" });
    const [scanned] = await scanSkillDirs(join(root, "skills"));
    await rename(join(root, "skills/a"), join(root, "skills/b"));
    await symlink(join(root, "out"), join(root, "skills/a"));
    const refused: unknown = await readSkillResource(scanned!, "secret.txt").catch((error: unknown) => error);
    expect(SkillError.is(refused, "path-refused")).toBe(true);
    expect((await listSkillResources(scanned!)).other).toEqual([]);
  });

  it("is gone: an error with a code, without a path of this machine", async () => {
    const root = tempFolder({ "a/SKILL.md": skill("a"), "a/x.md": "x" });
    const [scanned] = await scanSkillDirs(root);
    await rm(join(root, "a"), { recursive: true });
    for (const call of [() => listSkillResources(scanned!), () => readSkillResource(scanned!, "x.md")]) {
      const error: unknown = await call().catch((reason: unknown) => reason);
      expect(SkillError.is(error)).toBe(true);
      expect(String(error)).not.toContain(root);
    }
  });
});

describe("a lenient scan", () => {
  it("goes on past a skill that is too large to be read", async () => {
    const root = tempFolder({
      "good/SKILL.md": skill("good"),
      "huge/SKILL.md": skill("huge").padEnd(17 * 2 ** 20, "x"),
    });
    const issues: string[] = [];
    const onIssue = (file: string): void => void issues.push(file);
    const found = await scanSkillDirs(root, { mode: "lenient", onIssue });
    expect(found.map(({ name }) => name)).toEqual(["good"]);
    expect(issues).toEqual([join(root, "huge", "SKILL.md")]);
  });
});

describe("watching a root that is not there", () => {
  it("asks no other source again and again", async () => {
    const root = tempFolder({});
    let listings = 0;
    const inCode = staticSkillSource([skill("a")]);
    const counted = { ...inCode, list: (options?: object) => (listings++, inCode.list(options)) };
    const missing = folderSkillSource(join(root, "later"), { index: false });
    const registry = createSkillRegistry(mergeSkillSources([missing, counted]));
    let changes = 0;
    const stop = await registry.watch(() => changes++);
    const before = listings;
    await new Promise((resolve) => setTimeout(resolve, 1_800));
    expect({ listings, changes }).toEqual({ listings: before, changes: 0 });
    await mkdir(join(root, "later/b"), { recursive: true });
    await writeFile(join(root, "later/b/SKILL.md"), skill("b"));
    await expect.poll(() => changes, { timeout: 3_000 }).toBeGreaterThan(0);
    expect((await registry.catalog()).map(({ id }) => id)).toEqual(["a", "b"]);
    stop();
  });
});

describe("a file whose name ends in the kernel's own mark", () => {
  it("is read like any other", async () => {
    const root = tempFolder({ "a/SKILL.md": skill("a"), "a/notes (deleted)": "Still here." });
    const source = folderSkillSource(root, { index: false });
    expect(await source.readResource?.("a", "notes (deleted)")).toBe("Still here.");
  });
});

describe("a variable that a project brings along", () => {
  it("does not make its skills the user's", async () => {
    const root = tempFolder({ "project/.git/HEAD": "", "project/.evil/skills/a/SKILL.md": skill("a"), "home/x": "" });
    const roots = await discoverSkillRoots({
      cwd: join(root, "project"),
      home: join(root, "home"),
      env: { CLAUDE_CONFIG_DIR: join(root, "project/.evil") },
    });
    expect(roots.map(({ scope, trusted }) => [scope, trusted])).toEqual([["project", false]]);
  });
});

describe("a folder as a URL", () => {
  it("is a folder", async () => {
    const root = tempFolder({ "a/SKILL.md": skill("a") });
    const source = folderSkillSource(new URL(`file://${root}/`), { index: false });
    expect((await source.list()).map(({ id }) => id)).toEqual(["a"]);
  });
});
