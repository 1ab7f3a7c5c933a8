import { build } from "esbuild";
import { expect, it } from "vitest";
import { libraryImporters } from "../../../src/build/load/library-importers.ts";
import { tempFolder } from "../../helpers/temp-folder.ts";

it("knows the files that can get at ArkType, directly or through the SDK, and how", async () => {
  const folder = tempFolder({
    "skill.js": 'import "@tradecraft/sdk/workflow"; import "./direct.js"; import "./late.js"; import "./other.js";',
    "direct.js": 'import { type } from "arktype"; export { type };',
    "late.js": 'export const load = () => import("arktype");',
    "other.js": 'import "./direct.js"; import "@tradecraft/sdk";',
    "node_modules/@tradecraft/sdk/package.json": '{ "exports": { ".": "./core.js", "./workflow": "./workflow.js" } }',
    "node_modules/@tradecraft/sdk/workflow.js": 'export { type } from "arktype";',
    "node_modules/@tradecraft/sdk/core.js": "",
    "node_modules/arktype/index.js": "export const type = 1;",
  });
  const { metafile } = await build({
    absWorkingDir: folder,
    entryPoints: ["skill.js"],
    bundle: true,
    format: "esm",
    write: false,
    metafile: true,
  });
  const found = libraryImporters(metafile, "node_modules/arktype/index.js");
  expect([...found].sort((left, right) => (left.path < right.path ? -1 : 1))).toEqual([
    { path: "direct.js", isLate: false },
    { path: "late.js", isLate: true },
    { path: "skill.js", isLate: false },
  ]);
});
