import { expect, it } from "vitest";
import { assertReplaceable } from "../../../src/build/output/assert-replaceable.ts";
import { executableScripts, nodeScripts } from "../../../src/build/scripts/run-scripts.ts";
import { goodSkill, tempFolder } from "../../helpers/temp-folder.ts";

const skillMd = { "SKILL.md": goodSkill("trip") };
const graph = '{ "version": 1, "graph": { "nodes": [] } }';

it.each<[string, Record<string, string>, string]>([
  ["a SKILL.md", skillMd, "SKILL.md"],
  [
    "its own files",
    { ...skillMd, "scripts/run": "#!/bin/sh\necho mine\n", "scripts/run.cmd": "", "bin/x": "", "references/a.md": "A" },
    "SKILL.md, scripts, bin, references",
  ],
  ["folders without a SKILL.md", { "assets/a.png": "" }, "assets"],
  [
    "a workflow.json of another program",
    { ...skillMd, "workflow.json": '{ "on": "push" }' },
    "SKILL.md, workflow.json",
  ],
])("refuses a folder that was written by hand, with %s, unless it is told to", async (_what, files, lost) => {
  const folder = tempFolder(files);
  await expect(assertReplaceable(folder, false)).rejects.toThrow(`these would be lost: ${lost}.`);
  await expect(assertReplaceable(folder, true)).resolves.toBeUndefined();
});

it.each<[string, Record<string, string>]>([
  ["nothing", {}],
  ["other files", { NOTICE: "Theirs." }],
  ["a workflow that was built", { ...skillMd, "workflow.json": graph, "references/a.md": "A" }],
  [
    "topics that were built",
    { ...skillMd, "scripts/run": nodeScripts("trip.cjs")["scripts/run"]!.text, "bin/trip.cjs": "" },
  ],
  [
    "executables",
    {
      ...skillMd,
      "scripts/run": executableScripts("trip", ["linux-x64"])["scripts/run"]!.text,
      "bin/trip-linux-x64": "",
    },
  ],
])("takes a folder with %s", async (_what, files) => {
  await expect(assertReplaceable(tempFolder(files), false)).resolves.toBeUndefined();
});
