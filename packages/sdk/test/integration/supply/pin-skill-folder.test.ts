import { chmodSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { skillDigest } from "../../../src/core/integrity/skill-digest.ts";
import { compareSkillFolder } from "../../../src/node/pin/compare-skill-folder.ts";
import { inspectSkillFolder } from "../../../src/node/pin/inspect-skill-folder.ts";
import { pinSkillFolder } from "../../../src/node/pin/pin-skill-folder.ts";
import { sampleFiles, tempFolder, writeSample } from "../../support/sample-skill.ts";
import { tamperBattery } from "../../support/tamper-battery.ts";

const isPosix = process.platform !== "win32";

describe("pinSkillFolder", () => {
  it("lists everything, sorted, with sizes and modes", async () => {
    const files = await pinSkillFolder(writeSample());
    expect(files.map(({ path }) => path)).toEqual(Object.keys(sampleFiles).sort());
    expect(files.find(({ path }) => path === "empty.txt")).toEqual({
      path: "empty.txt",
      size: 0,
      executable: false,
      sha256: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    });
    if (isPosix)
      expect(files.filter(({ executable }) => executable).map(({ path }) => path)).toEqual(["scripts/run.sh"]);
  });

  it("leaves out what it is told to, at that path alone", async () => {
    const files = await pinSkillFolder(writeSample(), { except: ["SKILL.md"] });
    expect(files.map(({ path }) => path)).not.toContain("SKILL.md");
    expect(files.map(({ path }) => path)).toContain("examples/other/SKILL.md");
  });

  it("gives the same digest for a copy elsewhere", async () => {
    const [one, other] = [await pinSkillFolder(writeSample()), await pinSkillFolder(writeSample())];
    expect(await skillDigest(one)).toBe(await skillDigest(other));
  });

  it("refuses what is too much, and what is not there", async () => {
    const directory = writeSample();
    await expect(pinSkillFolder(directory, { maxFiles: 3 })).rejects.toMatchObject({ code: "file-too-large" });
    await expect(pinSkillFolder(directory, { maxBytes: 10 })).rejects.toMatchObject({ code: "file-too-large" });
    await expect(pinSkillFolder(join(directory, "nowhere"))).rejects.toMatchObject({ code: "file-missing" });
    await expect(pinSkillFolder(join(directory, "SKILL.md"))).rejects.toMatchObject({ code: "file-unreadable" });
    await expect(pinSkillFolder(directory, { signal: AbortSignal.abort() })).rejects.toThrow();
  });

  it("reads files of every size whole", async () => {
    const sizes = [1, 511, 512, 262_143, 262_144, 262_145, 1_000_000];
    const contents = Object.fromEntries(sizes.map((size) => [`f${size}`, new Uint8Array(size).fill(size % 251)]));
    const files = await pinSkillFolder(writeSample(contents));
    expect(files.map(({ size }) => size).sort((a, b) => a - b)).toEqual(sizes);
    const [same] = (await compareSkillFolder(writeSample(contents), files)).changes;
    expect(same).toBeUndefined();
  });

  it("pins thousands of files in little time", async () => {
    const contents = Object.fromEntries(Array.from({ length: 4_000 }, (_, at) => [`d${at % 50}/f${at}`, `${at}`]));
    const directory = writeSample(contents);
    const started = performance.now();
    expect(await pinSkillFolder(directory)).toHaveLength(4_000);
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  it.runIf(isPosix)("never follows a folder that becomes a link while it is read", async () => {
    const parent = tempFolder();
    const contents = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`inner/f${at}`, `own ${at}`]));
    const directory = writeSample(contents, parent);
    const outside = join(parent, "outside");
    mkdirSync(outside);
    for (let at = 0; at < 300; at++) writeFileSync(join(outside, `f${at}`), `foreign ${at}`);
    const own = new Set((await pinSkillFolder(directory)).map(({ sha256 }) => sha256));
    let isLink = false;
    const swap = (): void => {
      if (isLink) {
        renameSync(join(directory, "inner"), join(parent, "link"));
        renameSync(join(parent, "kept"), join(directory, "inner"));
      } else {
        renameSync(join(directory, "inner"), join(parent, "kept"));
        symlinkSync(outside, join(directory, "inner"));
      }
      isLink = !isLink;
    };
    const timer = setInterval(swap, 1);
    try {
      for (let round = 0; round < 20; round++) {
        const { files } = await inspectSkillFolder(directory).catch(() => ({ files: [] }));
        for (const { sha256 } of files) expect(own.has(sha256)).toBe(true);
      }
    } finally {
      clearInterval(timer);
    }
  });

  it.runIf(isPosix && process.getuid?.() !== 0)("reports what it may not read", async () => {
    const directory = writeSample();
    chmodSync(join(directory, "references/a.md"), 0);
    const { problems } = await inspectSkillFolder(directory);
    expect(problems).toEqual([{ code: "file-unreadable", path: "references/a.md" }]);
  });
});

describe.runIf(isPosix)("compareSkillFolder", () => {
  it.each(tamperBattery)("notices one who $name", async ({ change, code, path }) => {
    const directory = writeSample();
    const files = await pinSkillFolder(directory);
    expect((await compareSkillFolder(directory, files)).changes).toEqual([]);
    change(directory);
    const { changes } = await compareSkillFolder(directory, files);
    expect(changes).toContainEqual(expect.objectContaining({ code, path }));
  });
});
