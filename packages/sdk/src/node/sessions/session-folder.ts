import { constants, fstatSync, type Stats } from "node:fs";
import { type FileHandle, lstat, mkdir, open, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { SkillError } from "../../core/errors.ts";
import { describeFileError, fileErrorCode } from "../describe-file-error.ts";

const { O_NOFOLLOW, O_NONBLOCK } = constants;
// Neither is there on Windows. A pipe in the place of a file must not be waited for.
const safely: number = (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0);

/** A `SkillError` about a path of the store, in words. */
export function unusable(path: string, reason: unknown): SkillError {
  if (SkillError.is(reason)) return reason;
  const words = typeof reason === "string" ? reason : describeFileError(reason);
  const cause = typeof reason === "string" ? undefined : reason;
  return new SkillError("file-unreadable", `The sessions in ${path} cannot be used: ${words}.`, {
    facts: { path },
    cause,
  });
}

/** Makes the folder if it is to be made; false if it does not exist. Throws if others may write to it. */
export async function openSessionFolder(folder: string, make: boolean): Promise<boolean> {
  try {
    if (make) await makeFolder(folder);
    const stats = await stat(folder);
    if (!stats.isDirectory()) throw unusable(folder, "it is not a folder");
    // A link that belongs to somebody else may lead elsewhere tomorrow.
    assertOurs(folder, stats, await lstat(folder));
    return true;
  } catch (error) {
    if (!make && fileErrorCode(error) === "ENOENT") return false;
    throw unusable(folder, error);
  }
}

/** Not by Node's `recursive`, which never ends where a folder in a folder that is there cannot be: in `/proc`, on Node 20. */
async function makeFolder(folder: string): Promise<void> {
  const make = (): Promise<unknown> =>
    mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
      if (fileErrorCode(error) !== "EEXIST") throw error;
    });
  try {
    await make();
  } catch (error) {
    const parent = dirname(folder);
    if (fileErrorCode(error) !== "ENOENT" || parent === folder || (await stat(parent).catch(() => undefined)))
      throw error;
    await makeFolder(parent);
    await make();
  }
}

/** Opens a file of ours; undefined if it does not exist. */
export async function openSessionFile(path: string, flags: number): Promise<FileHandle | undefined> {
  let file: FileHandle;
  try {
    file = await open(path, flags | safely, 0o600);
  } catch (error) {
    if (fileErrorCode(error) === "ENOENT") return undefined;
    throw unusable(path, error);
  }
  try {
    const stats = fstatSync(file.fd);
    if (!stats.isFile()) throw unusable(path, "it is not a regular file");
    assertOurs(path, stats);
    return file;
  } catch (error) {
    await file.close();
    throw unusable(path, error);
  }
}

// Whoever can write there can answer in a session's name.
function assertOurs(path: string, stats: Stats, link: Stats = stats): void {
  if (process.getuid === undefined) return;
  const us = process.getuid();
  if (Number(stats.uid) !== us || Number(link.uid) !== us) throw unusable(path, "it belongs to somebody else");
  if ((Number(stats.mode) & 0o022) !== 0) throw unusable(path, "others may write to it");
}
