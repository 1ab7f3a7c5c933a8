import fs, { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { folderSkillSource } from "@tradecraft/sdk/node";
import { age, skillMd, within } from "./skill-tree.ts";
import { tempFolder } from "./temp-folder.ts";

afterEach(() => vi.restoreAllMocks());

/** As on a system that has no more watches to give: for all folders, or for those inside skills. */
function withoutWatches(isWithout: (folder: string) => boolean): void {
  const watch = fs.watch.bind(fs);
  vi.spyOn(fs, "watch").mockImplementation(((folder: string, listener: () => void) => {
    if (isWithout(folder)) throw Object.assign(new Error("no more watches"), { code: "ENOSPC" });
    return watch(folder, listener);
  }) as typeof fs.watch);
}

describe("folders that cannot be watched", () => {
  for (const [name, isWithout] of [
    ["all", () => true],
    ["those inside skills", (folder: string) => folder.includes("references")],
  ] as const) {
    it(`are looked at, every file of a skill included: ${name}`, async () => {
      withoutWatches(isWithout);
      const root = tempFolder({ "a/SKILL.md": skillMd("a"), "a/references/deep/notes.md": "One." });
      let calls = 0;
      const source = folderSkillSource(root, { index: false });
      onTestFinished((await source.watch?.(() => void calls++, { files: true })) as () => void);
      await age();
      const sees = async (change: () => void): Promise<void> => {
        const before = calls;
        change();
        expect(await within(5_000, async () => calls > before)).toBe(true);
        // Whatever a change was heard by, the poll after it has seen it, too.
        await new Promise((resolve) => setTimeout(resolve, 1_200));
      };
      const notes = join(root, "a/references/deep/notes.md");
      await sees(() => writeFileSync(notes, "Another text."));
      await sees(() => {
        mkdirSync(join(root, "a/references/new"));
        writeFileSync(join(root, "a/references/new/more.md"), "More.");
      });
      await sees(() => rmSync(notes));
      const seen = calls;
      await new Promise((resolve) => setTimeout(resolve, 1_200));
      expect(calls).toBe(seen);
    }, 30_000);
  }
});
