import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, realpathSync, type Stats } from "node:fs";
import { join } from "node:path";
import { SkillError } from "../../core/errors.ts";
import { normalizeResourcePath, refusedPath } from "../../core/source/normalize-resource-path.ts";
import { describeFileError, fileErrorCode } from "../describe-file-error.ts";
import { openFilePlacesNow } from "../folder/open-file-path.ts";

/** A script as it lies on the disk now. */
export interface OpenedScript {
  /** In the skill. */
  readonly path: string;
  /** Real path. */
  readonly file: string;
  readonly content: Uint8Array;
  readonly executable: boolean;
}

const maxBytes = 16 * 1024 * 1024;

/** The one spelling of a script's path; throws for anything that is not below `scripts/`. */
export function scriptPath(path: string): string {
  const normalized = normalizeResourcePath(path);
  if (normalized.startsWith("scripts/")) return normalized;
  throw refusedPath(path, "only files below scripts/ are run");
}

/**
 * Opens a script of a skill's folder and judges what is open: a regular file at the very path that was named, no link on
 * the way. In place, so that a caller can start it in the same turn: what remains is the moment until the interpreter
 * opens the path again, and that is for those who may write to the skill's folder.
 */
export function openScript(folder: string, path: string): OpenedScript {
  const file = join(folder, ...path.split("/"));
  let opened: number | undefined;
  try {
    // Opening a device can have effects, so it is looked at before.
    assertRegular(lstatSync(file), path);
    opened = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    const stats = fstatSync(opened);
    assertRegular(stats, path);
    const told = openFilePlacesNow(opened);
    const places = told ?? [realpathSync.native(file)];
    if (!places.includes(file) || (told === undefined && !isSameFile(lstatSync(file), stats))) throw linked(path);
    if (stats.size > maxBytes) {
      throw new SkillError("file-too-large", `The script "${path}" is larger than ${maxBytes} bytes.`, {
        facts: { path },
      });
    }
    return { path, file, content: readFileSync(opened), executable: (stats.mode & 0o111) !== 0 };
  } catch (error) {
    throw SkillError.is(error) ? error : toSkillError(error, path);
  } finally {
    if (opened !== undefined) closeSync(opened);
  }
}

function isSameFile(a: Stats, b: Stats): boolean {
  return a.ino === b.ino && a.dev === b.dev;
}

function assertRegular(stats: Stats, path: string): void {
  if (stats.isFile()) return;
  if (stats.isSymbolicLink()) throw linked(path);
  if (stats.isDirectory()) throw missing(path, "it is a folder");
  throw refusedPath(path, "it is not a regular file");
}

function linked(path: string): SkillError {
  return refusedPath(path, "a symbolic link leads to another place");
}

function missing(path: string, reason: string): SkillError {
  return new SkillError("resource-missing", `There is no script "${path}" here: ${reason}.`, { facts: { path } });
}

function toSkillError(error: unknown, path: string): SkillError {
  const code = fileErrorCode(error);
  if (code === "ELOOP") return linked(path);
  if (code === "ENOENT" || code === "ENOTDIR" || code === "ENAMETOOLONG")
    return missing(path, describeFileError(error));
  return new SkillError("file-unreadable", `The script "${path}" cannot be read: ${describeFileError(error)}.`, {
    facts: { path },
  });
}
