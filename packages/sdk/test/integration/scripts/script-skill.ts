import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import type { ScriptRequest, ScriptResult, ScriptSkill } from "../../../src/core/skillset/script-runner.ts";
import { skillFolderFiles } from "../../../src/node/folder/skill-folder-files.ts";
import { processRunner } from "../../../src/node/process-runner.ts";
import type { ProcessRunnerOptions } from "../../../src/node/run/runner-options.ts";

/** Files by path; those with a `*` before their path are executable. */
export type Files = Readonly<Record<string, string | Uint8Array>>;

/** An empty folder that is gone after the test. */
export function tempFolder(parent: string = tmpdir()): string {
  const folder = realpathSync(mkdtempSync(join(parent, "tradecraft-test-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A skill in a folder of its own. */
export function folderSkill(files: Files, folder: string = tempFolder()): ScriptSkill & { readonly folder: string } {
  for (const [name, content] of Object.entries({ "SKILL.md": "---\nname: tool\n---\n", ...files })) {
    const file = join(folder, name.replace("*", ""));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    if (name.startsWith("*")) chmodSync(file, 0o755);
  }
  const own = skillFolderFiles({ id: "tool", realPath: folder });
  return {
    folder,
    id: "tool",
    name: "tool",
    directory: async () => folder,
    listResources: (options) => own.list(options),
    readResource: (path, options) => own.read(path, options),
  };
}

/** A skill that lies in no folder. */
export function memorySkill(files: Files): ScriptSkill {
  const entries = Object.entries(files);
  return {
    id: "tool",
    name: "tool",
    directory: async () => undefined,
    listResources: async () =>
      entries.map(([name]) => ({ path: name.replace("*", ""), executable: name.startsWith("*") })),
    readResource: async (path) => files[path] ?? files[`*${path}`] ?? "",
  };
}

/** Runs one script of these files, without a sandbox unless asked for. */
export function runScript(
  files: Files | ScriptSkill,
  script: string,
  request: Partial<ScriptRequest> = {},
  options: ProcessRunnerOptions = {},
): Promise<ScriptResult> {
  const skill = "listResources" in files ? (files as ScriptSkill) : folderSkill(files as Files);
  return processRunner({ sandbox: "off", ...options }).run({ skill, script, args: [], ...request });
}
