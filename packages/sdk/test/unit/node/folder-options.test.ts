import { expect, it } from "vitest";
import { folderSkillSource } from "../../../src/node/folder-skill-source.ts";

const make = folderSkillSource as (folders: unknown, options?: unknown) => unknown;
const folder = "a folder must be a path, a file: URL or a root that was discovered";

it.each<[unknown, unknown, string]>([
  [undefined, {}, `${folder}, not undefined`],
  [null, {}, `${folder}, not null`],
  [5, {}, `${folder}, not 5`],
  [["skills", null], {}, `${folder}, not null`],
  [{ folder: "skills" }, {}, folder],
  [["a", ["b"]], {}, folder],
  [new URL("https://example.com/skills"), {}, "not a URL that begins with https:"],
  ["skills", null, "its options must be an object, not null"],
  ["skills", "more-skills", "its options must be an object, not a text"],
  ["skills", { cwd: 5 }, "`cwd` must be a text, not 5"],
  ["skills", { maxDepth: "3" }, "`maxDepth` must be a number from 0 up, not a text"],
  ["skills", { maxDepth: -1 }, "`maxDepth` must be a number from 0 up, not -1"],
  ["skills", { maxFolders: Number.NaN }, "`maxFolders` must be a number from 0 up, not NaN"],
  ["skills", { hidden: "yes" }, "`hidden` must be true or false"],
  ["skills", { links: "all" }, '`links` must be "inside" or "follow" or "ignore", not "all"'],
  ["skills", { ignore: ["node_modules"] }, "`ignore` must be a function that takes a path"],
  ["skills", { ignore: /node_modules/ }, "`ignore` must be a function that takes a path"],
  ["skills", { index: "cache" }, "`index` must be true, false or { folder }"],
  ["skills", { index: { folder: 5 } }, "`index` must be true, false or { folder }"],
  ["skills", { maxResourceBytes: "1MB" }, "`maxResourceBytes` must be a number from 0 up"],
  ["skills", { lock: "tradecraft.lock" }, "`lock` must be what `lockPins` makes of a lock"],
])("%j with %j is refused in words", (folders, options, words) => {
  let error: unknown;
  try {
    make(folders, options);
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toMatchObject({ code: "options-invalid", message: expect.stringContaining(words) as string });
});
