import type { Dirent } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { SkillError } from "../../../core/errors.ts";
import { mapLimited } from "../../../core/map-limited.ts";
import { describeFileError } from "../../../node/describe-file-error.ts";
import { skillFileName } from "../../../node/skill-file-name.ts";
import { type RawEntry, tooManyEntries } from "../checked-entries.ts";

export interface ListFolderOptions {
  readonly maxEntries: number;
  /** Begins messages. */
  readonly where: string;
  readonly signal?: AbortSignal | undefined;
  /** Paths in the folder that do not count. */
  readonly leaveOut?: ReadonlySet<string>;
}

/**
 * Everything in a folder, hidden files too; links are listed, never followed. `.git` is left out, and so is a
 * `node_modules` outside of skills, which holds many files and none of theirs.
 */
export async function listFolder(root: string, options: ListFolderOptions): Promise<RawEntry[]> {
  const { maxEntries, where, signal, leaveOut } = options;
  const found: RawEntry[] = [];
  const pending: { readonly folder: string; readonly isInSkill: boolean }[] = [{ folder: "", isInSkill: false }];
  let seen = 0;
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    signal?.throwIfAborted();
    const { folder } = at;
    const entries = await entriesOf(root, folder, where);
    const isInSkill = at.isInSkill || skillFileName(entries.map(({ name }) => name)).name !== undefined;
    const pathOf = ({ name }: Dirent): string => (folder === "" ? name : `${folder}/${name}`);
    const listed = entries.filter(
      (entry) =>
        entry.name !== ".git" && (isInSkill || entry.name !== "node_modules") && leaveOut?.has(pathOf(entry)) !== true,
    );
    seen += listed.length;
    if (seen > maxEntries) throw tooManyEntries(where, maxEntries);
    for (const entry of listed) if (entry.isDirectory()) pending.push({ folder: pathOf(entry), isInSkill });
    const others = listed.filter((entry) => !entry.isDirectory());
    found.push(...(await mapLimited(others, 16, (entry) => describe(root, pathOf(entry), where))));
  }
  return found;
}

async function entriesOf(root: string, folder: string, where: string): Promise<Dirent[]> {
  try {
    return await readdir(join(root, folder), { withFileTypes: true });
  } catch (error) {
    throw unreadable(where, folder, error, folder === "" ? "source-unavailable" : "file-unreadable");
  }
}

async function describe(root: string, path: string, where: string): Promise<RawEntry> {
  try {
    const stats = await lstat(join(root, path));
    if (stats.isSymbolicLink()) return { path, kind: "link", size: 0, executable: false };
    if (!stats.isFile()) return { path, kind: "other", size: 0, executable: false };
    const executable = process.platform !== "win32" && (stats.mode & 0o111) !== 0;
    return { path, kind: "file", size: stats.size, executable };
  } catch (error) {
    // A name that is no UTF-8 is listed, and cannot be asked about; it is refused where it matters.
    if (path.includes("\uFFFD")) return { path, kind: "other", size: 0, executable: false };
    throw unreadable(where, path, error, "file-unreadable");
  }
}

function unreadable(
  where: string,
  path: string,
  cause: unknown,
  code: "file-unreadable" | "source-unavailable",
): SkillError {
  const what = path === "" ? "" : `: ${JSON.stringify(path.slice(0, 200))}`;
  const message = `${where} cannot be read${what}: ${describeFileError(cause)}.`;
  return new SkillError(code, message, { facts: { path: path.slice(0, 200) }, cause });
}
