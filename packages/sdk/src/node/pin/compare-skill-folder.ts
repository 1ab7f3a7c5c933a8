import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { SkillFileList } from "../../core/integrity/skill-file-list.ts";
import { compareFileLists, sortChanges } from "./compare-file-lists.ts";
import type { FileChange } from "./file-change.ts";
import { type InspectedFolder, inspectSkillFolder, type PinSkillFolderOptions } from "./inspect-skill-folder.ts";
import { isLineEndingChange } from "./is-line-ending-change.ts";

/** Larger files are not looked at for their line endings: texts are smaller. */
const maxTextBytes = 16 * 1024 * 1024;

/** What a folder holds, and how that differs from what was expected. */
export interface ComparedFolder extends InspectedFolder {
  /** Empty when the folder holds exactly what was expected; `problems` are among them. */
  readonly changes: readonly FileChange[];
}

/** Reads a skill's folder anew and compares it with a list, file by file. */
export async function compareSkillFolder(
  directory: string,
  expected: SkillFileList,
  options: PinSkillFolderOptions = {},
): Promise<ComparedFolder> {
  const inspected = await inspectSkillFolder(directory, options);
  return { ...inspected, changes: await changesIn(inspected, expected) };
}

/** How a folder that was read differs from a list. */
export async function changesIn(inspected: InspectedFolder, expected: SkillFileList): Promise<FileChange[]> {
  const { files, problems, directory } = inspected;
  // Windows does not say what may be run.
  const compared = compareFileLists(expected, files, { modes: process.platform !== "win32" });
  if (compared.length === 0) return [...problems];
  const troubled = new Set(problems.map(({ path }) => path));
  const before = new Map(expected.map((file) => [file.path, file]));
  const size = new Map(files.map((file) => [file.path, file.size]));
  const changes: FileChange[] = [...problems];
  for (const change of compared) {
    // A link in place of a file: that it is one says more than that the file is gone.
    if (change.code === "file-missing" && troubled.has(change.path)) continue;
    const was = before.get(change.path);
    const isText = was !== undefined && change.code === "file-changed" && (size.get(change.path) ?? 0) <= maxTextBytes;
    const isEnding = isText && isLineEndingChange(await contentOf(directory, change.path), was.sha256);
    changes.push(isEnding ? { ...change, code: "line-endings-changed" } : change);
  }
  return sortChanges(changes);
}

/** Only for a word on what changed: that it did is known already. */
async function contentOf(directory: string, path: string): Promise<Uint8Array> {
  try {
    return await readFile(join(directory, path));
  } catch {
    return new Uint8Array();
  }
}
