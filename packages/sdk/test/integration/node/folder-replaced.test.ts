import { spawn } from "node:child_process";
import { once } from "node:events";
import { utimesSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { folderSkillSource } from "@tradecraft/sdk/node";
import { age, skillMd, within } from "./skill-tree.ts";
import { tempFolder } from "./temp-folder.ts";

/** Another process writes a file beside the path and renames it over, again and again: there is always one. */
async function replacing(path: string, texts: readonly string[]): Promise<void> {
  const code = `const fs = require("node:fs"); const [path, ...texts] = process.argv.slice(1);
    for (let at = 0; ; at++) { fs.writeFileSync(path + ".tmp", texts[at % texts.length]); fs.renameSync(path + ".tmp", path); }`;
  const child = spawn(process.execPath, ["-e", code, path, ...texts], { stdio: "ignore" });
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await once(child, "exit");
  });
  await once(child, "spawn");
  await setTimeout(100);
}

const one = skillMd("a", "One.");
const two = skillMd("a", "Two, and longer.");

/** What the work gives, and how often, for a second and a half. */
async function outcomes(work: () => Promise<string>): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const end = performance.now() + 1_500;
  await within(2_000, async () => {
    for (let at = 0; at < 50; at++) {
      const outcome = await work().catch((error: unknown) => `error: ${String(error)}`);
      counts[outcome] = (counts[outcome] ?? 0) + 1;
    }
    return performance.now() > end;
  });
  return counts;
}

// Editors and package managers save so; on Windows a file that is open cannot be replaced.
describe.skipIf(process.platform === "win32")("while a file is replaced whole, again and again", () => {
  it("the skill is in every listing, as it was or as it is", async () => {
    const root = tempFolder({ "a/SKILL.md": one, "b/SKILL.md": skillMd("b") });
    await age();
    await replacing(join(root, "a/SKILL.md"), [one, two]);
    const source = folderSkillSource(root, { index: false });
    const counts = await outcomes(async () =>
      (await source.list()).map(({ id, description }) => `${id}: ${description}`).join(),
    );
    expect(Object.keys(counts).sort()).toEqual(["a: One.,b: About b.", "a: Two, and longer.,b: About b."]);
  });

  it("the skill is in every listing of a folder that is new", async () => {
    const root = tempFolder({ "a/SKILL.md": one });
    await replacing(join(root, "a/SKILL.md"), [one, two]);
    const missing = await outcomes(async () => {
      utimesSync(root, new Date(), new Date());
      return (await folderSkillSource(root, { index: false }).list()).length === 1 ? "there" : "missing";
    });
    expect(Object.keys(missing)).toEqual(["there"]);
  });

  it("its SKILL.md can be read", async () => {
    const root = tempFolder({ "a/SKILL.md": one });
    const source = folderSkillSource(root, { index: false });
    await source.list();
    await replacing(join(root, "a/SKILL.md"), [one, two]);
    expect(Object.keys(await outcomes(() => source.read("a"))).sort()).toEqual([one, two].sort());
  });

  it("its other files can be read", async () => {
    const root = tempFolder({ "a/SKILL.md": one, "a/notes.md": "One." });
    const source = folderSkillSource(root, { index: false });
    await source.list();
    await replacing(join(root, "a/notes.md"), ["One.", "Two."]);
    const counts = await outcomes(async () => String(await source.readResource?.("a", "notes.md")));
    expect(Object.keys(counts).sort()).toEqual(["One.", "Two."]);
  });

  it("the files can be listed", async () => {
    const root = tempFolder({ "a/SKILL.md": one, "a/notes.md": "One." });
    const source = folderSkillSource(root, { index: false });
    await source.list();
    await replacing(join(root, "a/notes.md"), ["One.", "Two."]);
    const counts = await outcomes(async () =>
      ((await source.listResources?.("a")) ?? []).some(({ path }) => path === "notes.md") ? "there" : "missing",
    );
    expect(Object.keys(counts)).toEqual(["there"]);
  });
});
