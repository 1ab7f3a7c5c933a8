import { spawn } from "node:child_process";
import { mkdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SkillError } from "../../src/core/errors.ts";
import type { SkillSource } from "../../src/core/source/skill-source.ts";
import { folderSkillSource } from "../../src/node/folder-skill-source.ts";
import { CONTRACT_SKILLS } from "../../src/testing/index.ts";
import { type FolderPlace, folderPlace } from "./places/folder-place.ts";
import { allText, expectRefusal, outcome, secret } from "./places/leaks.ts";

let place: FolderPlace;
let good: string;
let source: SkillSource;

beforeEach(async () => {
  place = await folderPlace(CONTRACT_SKILLS, secret);
  good = join(place.skills, "good");
  source = folderSkillSource([place.skills], { index: false });
});
afterEach(() => place.dispose());

// Elsewhere nobody can say for certain where an open file lies.
const whereKernelTells = it.skipIf(process.platform !== "linux");
const outside = (...parts: string[]): string => join(place.root, ...parts);
const refused = ["path-refused", "resource-missing"];
const file = (path: string) => async (): Promise<unknown> => source.readResource?.("good", path);
const paths = async (): Promise<string[]> => ((await source.listResources?.("good")) ?? []).map(({ path }) => path);

describe.skipIf(process.platform === "win32")("symbolic links", () => {
  it.each([
    ["a file, by its absolute path", () => outside("secret.txt"), "link.txt", "link.txt"],
    ["a file, by a relative path", () => "../../secret.txt", "link.txt", "link.txt"],
    ["a folder", () => outside("outside"), "dirlink", "dirlink/secret.txt"],
    ["a folder, further down", () => outside("outside"), "refs/dirlink", "refs/dirlink/secret.txt"],
    ["the folder above", () => "..", "up", "up/secret.txt"],
    ["the root", () => "/", "root", "root/etc/passwd"],
    ["another skill's file", () => "../neighbour/secret.txt", "theirs.txt", "theirs.txt"],
    ["the program's environment", () => "/proc/self/environ", "env", "env"],
    ["a link to a link", () => "second", "first", "first"],
  ])("to %s", async (_name, target, at, path) => {
    await symlink(outside("secret.txt"), join(good, "second"));
    await symlink(target(), join(good, at));
    await source.list();
    await expectRefusal(file(path), refused);
    for (const listed of await paths()) expect(listed.startsWith(at)).toBe(false);
  });

  it("to itself, and to a folder above, end", async () => {
    await symlink("loop", join(good, "loop"));
    await symlink(".", join(good, "refs", "here"));
    await source.list();
    await expectRefusal(file("loop"), refused);
    await expectRefusal(file("refs/here/here/here/b.md"), refused);
    expect(await paths()).toEqual(Object.keys(CONTRACT_SKILLS[0]?.files ?? {}).sort());
  });

  it("in place of a SKILL.md", async () => {
    await mkdir(join(place.skills, "linked"));
    await symlink(outside("outside", "SKILL.md"), join(place.skills, "linked", "SKILL.md"));
    expect(allText(await source.list())).not.toContain(secret);
    for (const id of ["linked", "outside"])
      await expectRefusal(() => source.read(id), ["skill-unknown", "path-refused"]);
  });

  it("in place of a skill", async () => {
    await symlink(outside("outside"), join(place.skills, "linked"));
    expect(allText(await source.list())).not.toContain(secret);
    for (const id of ["linked", "outside"]) {
      await expectRefusal(() => source.read(id), ["skill-unknown", "path-refused"]);
      await expectRefusal(async () => source.readResource?.(id, "secret.txt"), ["skill-unknown", "path-refused"]);
    }
  });

  it("swapped in for a file after the listing", async () => {
    await source.list();
    await source.readResource?.("good", "notes.txt");
    await rm(join(good, "notes.txt"));
    await symlink(outside("notes.txt"), join(good, "notes.txt"));
    await expectRefusal(file("notes.txt"), refused);
    expect(await paths()).not.toContain("notes.txt");
  });

  it("swapped in for a folder after the listing", async () => {
    await source.list();
    await rename(join(good, "refs"), outside("refs-before"));
    await symlink(outside("outside"), join(good, "refs"));
    await expectRefusal(file("refs/secret.txt"), refused);
    expect((await paths()).filter((path) => path.startsWith("refs/"))).toEqual([]);
  });

  it("swapped in for the SKILL.md after the listing", async () => {
    await source.list();
    await rm(join(good, "SKILL.md"));
    await symlink(outside("outside", "SKILL.md"), join(good, "SKILL.md"));
    await expectRefusal(() => source.read("good"), ["path-refused", "skill-unknown", "file-missing"]);
  });

  it("swapped in for the skill after the listing", async () => {
    await source.list();
    await rename(good, outside("good-before"));
    await symlink(outside("outside"), good);
    await expectRefusal(() => source.read("good"), ["path-refused", "skill-unknown", "file-missing"]);
    await expectRefusal(file("secret.txt"), refused);
    expect(allText(await outcome(async () => source.listResources?.("good")))).not.toContain("secret.txt");
  });

  it("swapped in for the folder of all skills after the listing", async () => {
    await source.list();
    await mkdir(outside("other"));
    await rename(outside("outside"), outside("other", "good"));
    await rename(place.skills, outside("skills-before"));
    await symlink(outside("other"), place.skills);
    await expectRefusal(() => source.read("good"), ["path-refused", "skill-unknown", "file-missing"]);
    await expectRefusal(file("secret.txt"), refused);
  });

  whereKernelTells("swapped in and out for a file while it is read", async () => {
    await source.list();
    const seen = new Set<string>();
    await whileSwapping(
      `fs.symlinkSync(target, path + ".link"); fs.renameSync(path + ".link", path);
       fs.writeFileSync(path + ".file", "Plain notes.\\n"); fs.renameSync(path + ".file", path);`,
      [join(good, "notes.txt"), outside("secret.txt")],
      async () => {
        const result = await outcome(file("notes.txt"));
        seen.add(SkillError.is(result) ? result.code : String(result));
      },
    );
    expect([...seen].filter((each) => !["Plain notes.\n", ...refused].includes(each))).toEqual([]);
  });

  whereKernelTells("swapped in and out for a folder while its files are read", async () => {
    await writeFile(join(good, "refs", "secret.txt"), "Harmless.\n");
    await source.list();
    await whileSwapping(
      `fs.renameSync(path, path + ".away"); fs.symlinkSync(target, path);
       fs.unlinkSync(path); fs.renameSync(path + ".away", path);`,
      [join(good, "refs"), outside("outside")],
      async () => {
        await outcome(file("refs/secret.txt"));
        await outcome(async () => source.listResources?.("good"));
      },
    );
  });

  whereKernelTells("swapped in and out for a skill while it is read", async () => {
    await source.list();
    await whileSwapping(
      `fs.renameSync(path, path + ".away"); fs.symlinkSync(target, path);
       fs.unlinkSync(path); fs.renameSync(path + ".away", path);`,
      [good, outside("outside")],
      async () => {
        await outcome(() => source.read("good"));
        await outcome(file("notes.txt"));
        await outcome(() => source.list());
      },
    );
  });
});

/** Does the work again and again, eight at a time, while another process runs the code in a loop. */
async function whileSwapping(code: string, args: readonly string[], work: () => Promise<void>): Promise<void> {
  const script = `const fs = require("node:fs"); const [path, target] = process.argv.slice(1); for (;;) { ${code} }`;
  const swapper = spawn(process.execPath, ["-e", script, ...args], { stdio: "ignore" });
  try {
    const end = performance.now() + 1_500;
    while (performance.now() < end) await Promise.all(Array.from({ length: 8 }, work));
  } finally {
    const gone = new Promise((resolve) => swapper.once("exit", resolve));
    expect(swapper.exitCode, "the swapping itself must go on").toBeNull();
    swapper.kill("SIGKILL");
    await gone;
  }
}
