import { existsSync, readdirSync, readFileSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { withStaging } from "../../../src/build/output/staging.ts";
import { filesOf } from "../../helpers/build-fixtures.ts";
import { tempFolder } from "../../helpers/temp-folder.ts";

const left = ".tradecraft-build-0123456789ab";

/** A folder as a killed build left it, so many minutes ago. */
function leftBehind(files: Record<string, string>, minutes: number): string {
  const folder = tempFolder(files);
  const then = Date.now() / 1000 - minutes * 60;
  utimesSync(join(folder, left), then, then);
  return folder;
}

const build = (folder: string): Promise<boolean> =>
  withStaging(join(folder, "trip"), (staging) => Promise.resolve(existsSync(staging)));

it("is there for the work, and gone afterwards", async () => {
  const folder = tempFolder();
  expect(await build(folder)).toBe(true);
  await expect(withStaging(join(folder, "trip"), () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(readdirSync(folder)).toEqual([]);
});

it("takes away what a killed build left, and puts back the folder that it had moved away", async () => {
  const folder = leftBehind({ [`${left}/trip/SKILL.md`]: "new", [`${left}/old/all/SKILL.md`]: "old" }, 61);
  await build(folder);
  expect(readdirSync(folder)).toEqual(["trip"]);
  expect(readFileSync(join(folder, "trip/SKILL.md"), "utf8")).toBe("old");
});

it("undoes a swap that was cut off in a folder of others, and none that was done", async () => {
  const files = { "trip/NOTICE": "theirs", "trip/SKILL.md": "new", [`${left}/old/SKILL.md`]: "old" };
  const cut = leftBehind({ ...files, [`${left}/old/bin/x`]: "old", [`${left}/trip/bin/x`]: "new" }, 61);
  await build(cut);
  const contents = Object.entries(filesOf(cut)).map(([path, text]) => [path, text.split(" ")[1]]);
  expect(contents).toEqual([
    ["trip/NOTICE", "theirs"],
    ["trip/SKILL.md", "old"],
    ["trip/bin/x", "old"],
  ]);
});

it("leaves alone what a build at work may need", async () => {
  const folder = leftBehind({ [`${left}/trip/SKILL.md`]: "new", [`${left}/old/all/SKILL.md`]: "old" }, 10);
  await build(folder);
  expect(readdirSync(folder)).toEqual([left]);
});
