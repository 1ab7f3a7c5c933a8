import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { appendFile, link, mkdir, rm, stat, truncate, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SkillError } from "../../src/core/errors.ts";
import type { SkillSource } from "../../src/core/source/skill-source.ts";
import { folderSkillSource } from "../../src/node/folder-skill-source.ts";
import { CONTRACT_SKILLS } from "../../src/testing/index.ts";
import { type FolderPlace, folderPlace } from "./places/folder-place.ts";
import { expectRefusal, outcome, secret } from "./places/leaks.ts";

let place: FolderPlace;
let good: string;
let source: SkillSource;

beforeEach(async () => {
  place = await folderPlace(CONTRACT_SKILLS, secret);
  good = join(place.skills, "good");
  source = folderSkillSource([place.skills], { index: false });
});
afterEach(() => place.dispose());

const outside = (...parts: string[]): string => join(place.root, ...parts);
const refused = ["path-refused", "resource-missing"];
const file = (path: string) => async (): Promise<unknown> => source.readResource?.("good", path);
const paths = async (): Promise<string[]> => ((await source.listResources?.("good")) ?? []).map(({ path }) => path);

/** Can this file system hold both names? */
async function areTwo(a: string, b: string): Promise<boolean> {
  await writeFile(join(good, a), "a");
  await writeFile(join(good, b), "b");
  return (await stat(join(good, a))).ino !== (await stat(join(good, b))).ino;
}

describe.skipIf(process.platform === "win32")("what is no regular file", () => {
  it("a pipe is refused, and nobody waits for it", async () => {
    execFileSync("mkfifo", [join(good, "pipe")]);
    await source.list();
    await expectRefusal(file("pipe"), refused);
    expect(await paths()).not.toContain("pipe");
  }, 5_000);

  it("a pipe in place of a SKILL.md holds nobody up", async () => {
    await mkdir(join(place.skills, "piped"));
    execFileSync("mkfifo", [join(place.skills, "piped", "SKILL.md")]);
    expect((await source.list()).map(({ id }) => id)).not.toContain("piped");
  }, 5_000);

  it("a pipe that came after the listing is refused", async () => {
    await source.list();
    await rm(join(good, "SKILL.md"));
    execFileSync("mkfifo", [join(good, "SKILL.md")]);
    await expectRefusal(() => source.read("good"), ["path-refused", "skill-unknown", "file-missing"]);
  }, 5_000);

  it("a device is refused", async ({ skip }) => {
    try {
      execFileSync("mknod", [join(good, "zero"), "c", "1", "5"], { stdio: "ignore" });
    } catch {
      skip("devices cannot be made here");
    }
    await source.list();
    await expectRefusal(file("zero"), refused);
    expect(await paths()).not.toContain("zero");
  }, 5_000);

  it("a socket is refused", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(join(good, "socket"), resolve));
    try {
      await source.list();
      await expectRefusal(file("socket"), refused);
      expect(await paths()).not.toContain("socket");
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
  });
});

describe("names that some system takes for one another", () => {
  it.each([
    ["case", "A.md", "a.md"],
    ["Unicode form", "caf\u00e9.md", "cafe\u0301.md"],
    ["both", "CAF\u00c9.md", "cafe\u0301.md"],
    ["sharp s", "stra\u00dfe.md", "STRASSE.md"],
  ])("are refused, both of them: %s", async (_name, a, b) => {
    if (!(await areTwo(a, b))) return;
    await source.list();
    for (const path of [a, b]) await expectRefusal(file(path), ["path-refused"]);
    expect(await source.readResource?.("good", "notes.txt")).toBe("Plain notes.\n");
  });

  it("are refused as folders, too", async () => {
    await mkdir(join(good, "REFS"), { recursive: true });
    if (existsSync(join(good, "REFS", "b.md"))) return;
    await writeFile(join(good, "REFS", "b.md"), "other");
    await source.list();
    for (const path of ["refs/b.md", "REFS/b.md"]) await expectRefusal(file(path), ["path-refused"]);
  });

  it("do not reach SKILL.md", async () => {
    await source.list();
    for (const path of ["skill.md", "Skill.md", "SKILL.MD", "\uff33KILL.md"]) await expectRefusal(file(path), refused);
  });

  it("do not reach a file under another spelling", async () => {
    await source.list();
    await expectRefusal(file("NOTES.txt"), refused);
    await expectRefusal(file("assets/U\u0308bersicht \u2013 \u6982\u8981.md"), refused);
  });
});

describe("size", () => {
  it("has a limit that can be set", async () => {
    source = folderSkillSource([place.skills], { index: false, maxResourceBytes: 12 });
    await expectRefusal(file("notes.txt"), ["file-too-large"]);
    expect(await source.readResource?.("good", "refs/b.md")).toBe("# B\n");
  });

  it("has a limit by default, and huge files cost no time", { retry: 2 }, async () => {
    await writeFile(join(good, "huge.bin"), "");
    await truncate(join(good, "huge.bin"), 8 * 1024 ** 3);
    const start = performance.now();
    await expectRefusal(file("huge.bin"), ["file-too-large"]);
    expect(performance.now() - start).toBeLessThan(1_000);
    expect(await paths()).toContain("huge.bin");
  });

  it("has a limit for a SKILL.md", async () => {
    await source.list();
    await truncate(join(good, "SKILL.md"), 8 * 1024 ** 3);
    await expectRefusal(() => source.read("good"), ["file-too-large"]);
    const start = performance.now();
    await source.list();
    expect(performance.now() - start).toBeLessThan(2_000);
  });

  it("holds for a file that grows while it is read", async () => {
    source = folderSkillSource([place.skills], { index: false, maxResourceBytes: 100_000 });
    await source.list();
    const path = join(good, "notes.txt");
    let growing = true;
    const grow = (async () => {
      while (growing) await appendFile(path, "x".repeat(5_000));
    })();
    const end = performance.now() + 300;
    while (performance.now() < end) {
      const result = await outcome(file("notes.txt"));
      if (SkillError.is(result)) expect(result.code).toBe("file-too-large");
      else expect(String(result).length).toBeLessThanOrEqual(100_000);
    }
    growing = false;
    await grow;
  });
});

describe("files that are nobody's", () => {
  it.each([".git/config", "node_modules/x/index.js"])("%s", async (path) => {
    await mkdir(join(good, path, ".."), { recursive: true });
    await writeFile(join(good, path), secret);
    await source.list();
    await expectRefusal(file(path), refused);
    expect(await paths()).not.toContain(path);
  });

  // A template or an example: the body that sends the agent there must find it.
  it("a SKILL.md further down is a file of the skill, and no skill", async () => {
    await mkdir(join(good, "inner"));
    const raw = "---\nname: inner\ndescription: d\n---\n";
    await writeFile(join(good, "inner", "SKILL.md"), raw);
    expect((await source.list()).map(({ id }) => id)).not.toContain("inner");
    expect(await source.readResource?.("good", "inner/SKILL.md")).toBe(raw);
    expect(await paths()).toContain("inner/SKILL.md");
  });

  // Known limit: a hard link is the file itself, and whoever can make one can read it.
  it("a hard link counts as a file of the skill", async () => {
    await writeFile(outside("plain.txt"), "plain");
    await link(outside("plain.txt"), join(good, "hard.txt"));
    expect(await source.readResource?.("good", "hard.txt")).toBe("plain");
  });
});

it("says nothing about where on this machine the skills lie when it refuses", async () => {
  await source.list();
  for (const path of ["../secret.txt", "not-there.txt", "refs", "SKILL.md"]) {
    const error = await outcome(file(path));
    expect(SkillError.is(error)).toBe(true);
    expect(JSON.stringify(error)).not.toContain(place.root);
  }
  expect(JSON.stringify(await outcome(() => source.read("unknown")))).not.toContain(place.root);
});
