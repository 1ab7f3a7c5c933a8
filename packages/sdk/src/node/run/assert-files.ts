import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { SkillError } from "../../core/errors.ts";
import type { SkillFileList } from "../../core/integrity/skill-file-list.ts";
import { mapLimited } from "../../core/map-limited.ts";
import { normalizeResourcePath } from "../../core/source/normalize-resource-path.ts";
import type { SkillResource } from "../../core/source/skill-source.ts";
import { skillFolderFiles } from "../folder/skill-folder-files.ts";
import type { OpenedScript } from "./open-script.ts";

/**
 * Throws `digest-mismatch` unless a folder holds the files of a list and no others. Its SKILL.md is not looked at: no
 * script needs it. Neither is what does not count as the skill's: links, `.git` and `node_modules`.
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
  await assertListable(id, folder, signal);
  const agreed = assertAgreed(id, found, files);
  await mapLimited(found, 8, async ({ path, executable }) => {
    agreed(path, executable, await own.read(path, call));
  });
}

/** Throws unless these are the files of a list, by name; the result throws unless a file holds what the list says. */
export function assertAgreed(
  id: string,
  found: readonly SkillResource[],
  files: SkillFileList,
): (path: string, executable: boolean | undefined, content: Uint8Array | string) => void {
  const wanted = new Map(files.filter(({ path }) => path !== "SKILL.md").map((file) => [file.path, file]));
  const other = found.find(({ path }) => !wanted.has(path));
  if (other !== undefined || found.length !== wanted.size)
    throw changed(id, "files were added or removed", other?.path);
  return (path, executable, content) => {
    const file = wanted.get(path);
    const isSame = file !== undefined && (executable ?? file.executable) === file.executable;
    if (!isSame || hash(content) !== file.sha256) throw changed(id, "a file has changed", path);
  };
}

/** Refuses a file that no list can have because of its name: a script could import it, and no approval would be about it. */
async function assertListable(id: string, folder: string, signal: AbortSignal | undefined): Promise<void> {
  const pending = [""];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    signal?.throwIfAborted();
    const entries = await readdir(join(folder, at), { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      if (isNeverListed(entry.name) || !(entry.isDirectory() || entry.isFile())) continue;
      const path = at === "" ? entry.name : `${at}/${entry.name}`;
      if (!isListable(path)) throw unlistable(id, path);
      if (entry.isDirectory()) pending.push(path);
    }
  }
}

/** Whether a folder holds something that a script could use and that no list of files has: a link, a pipe, `.git` or `node_modules`. */
export async function hasUncovered(folder: string, signal: AbortSignal | undefined): Promise<boolean> {
  const pending = [folder];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    signal?.throwIfAborted();
    const entries = await readdir(at, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      if (isNeverListed(entry.name) || !(entry.isDirectory() || entry.isFile())) return true;
      if (entry.isDirectory()) pending.push(join(at, entry.name));
    }
  }
  return false;
}

function isNeverListed(name: string): boolean {
  return name === ".git" || name === "node_modules";
}

function isListable(path: string): boolean {
  try {
    return normalizeResourcePath(path) === path;
  } catch {
    return false;
  }
}

function unlistable(id: string, path: string): SkillError {
  const message = `The script is not run: the skill "${id}" has "${path.slice(0, 200)}", a name that is refused, so that no approval covers it; rename or remove it.`;
  return new SkillError("script-refused", message, { facts: { id, path: path.slice(0, 200) } });
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
