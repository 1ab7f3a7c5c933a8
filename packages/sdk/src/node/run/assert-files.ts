import { createHash } from "node:crypto";
import { SkillError } from "../../core/errors.ts";
import type { SkillFileList } from "../../core/integrity/skill-file-list.ts";
import { mapLimited } from "../../core/map-limited.ts";
import { skillFolderFiles } from "../folder/skill-folder-files.ts";
import type { OpenedScript } from "./open-script.ts";

/**
 * Throws `digest-mismatch` unless a folder holds the files of a list and no others. Its SKILL.md is not looked at: no
 * script needs it, and a copy of the skill has none. Neither is what does not count as the skill's: links, `.git` and
 * `node_modules`; a copy has none of those.
 */
export async function assertFiles(
  id: string,
  folder: string,
  files: SkillFileList,
  signal: AbortSignal | undefined,
): Promise<void> {
  const own = skillFolderFiles({ id, realPath: folder }, { maxBytes: 256 * 1024 * 1024 });
  const call = signal === undefined ? {} : { signal };
  const found = await own.list(call);
  const wanted = new Map(files.filter(({ path }) => path !== "SKILL.md").map((file) => [file.path, file]));
  if (found.length !== wanted.size) throw changed(id, "files were added or removed");
  await mapLimited(found, 8, async ({ path, size, executable }) => {
    const file = wanted.get(path);
    if (file === undefined) throw changed(id, "files were added or removed", path);
    const isSame = size === file.size && (executable ?? file.executable) === file.executable;
    if (!isSame || hash(await own.read(path, call)) !== file.sha256) throw changed(id, "a file has changed", path);
  });
}

/** As `assertFiles`, for the one file that is about to be run. */
export function assertScript(id: string, script: OpenedScript, files: SkillFileList): void {
  const file = files.find(({ path }) => path === script.path);
  if (file === undefined || file.sha256 !== hash(script.content)) throw changed(id, "a file has changed", script.path);
}

function hash(content: Uint8Array | string): string {
  return createHash("sha256").update(content).digest("hex");
}

function changed(id: string, how: string, path?: string): SkillError {
  const message = `The skill "${id}" is not what was agreed to: ${how}.`;
  return new SkillError("digest-mismatch", message, { facts: { id, ...(path === undefined ? {} : { path }) } });
}
