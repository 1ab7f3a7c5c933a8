import type { Dirent } from "node:fs";
import { basename, dirname } from "node:path";
import type { Diagnostic } from "../core/diagnostic.ts";
import { describeFileError, fileErrorCode } from "./describe-file-error.ts";

/** A SKILL.md that was found; it may still turn out to be unreadable. */
export interface FoundSkillFile {
  readonly kind: "skill";
  /** The path that was given, extended; relative when that was relative. */
  readonly path: string;
  readonly absolutePath: string;
  /** Name of the skill's folder. */
  readonly directory: string;
  /** What the folder holds, for `listSkillFiles`; absent when the file was given and its folder not read. */
  readonly entries?: readonly Dirent[];
  readonly diagnostics: readonly Diagnostic[];
}

/** A path at which no skill could be looked for. */
export interface FoundPathProblem {
  readonly kind: "problem";
  readonly path: string;
  readonly absolutePath: string;
  /** What stands at the path. */
  readonly target: "nothing" | "file" | "folder";
  readonly diagnostics: readonly Diagnostic[];
}

/** What a search yields. */
export type FoundPath = FoundSkillFile | FoundPathProblem;

/** A path as it is shown and as it is opened. */
export interface SearchedPath {
  readonly path: string;
  readonly absolutePath: string;
}

/** A skill file, with a warning about its name where that is due. */
export function foundSkill({ path, absolutePath }: SearchedPath, entries?: readonly Dirent[]): FoundSkillFile {
  const name = basename(absolutePath);
  const diagnostics = name === "SKILL.md" ? [] : [wrongCase(name)];
  const directory = basename(dirname(absolutePath));
  return { kind: "skill", path, absolutePath, directory, ...(entries && { entries }), diagnostics };
}

/** A file that was given and is no skill file. */
export function notSkillFile(at: SearchedPath, miscased: boolean): FoundPathProblem {
  const missing = error("skill-missing", "This is neither a SKILL.md nor a folder.");
  return problem(at, "file", miscased ? [wrongCase(basename(at.absolutePath)), missing] : [missing]);
}

/** A `Skill.md` met on the way. */
export function miscasedSkillFile(at: SearchedPath): FoundPathProblem {
  return problem(at, "file", [wrongCase(basename(at.absolutePath))]);
}

/** A folder that was given and holds no skill. */
export function noSkillBelow(at: SearchedPath): FoundPathProblem {
  return problem(at, "folder", [error("skill-missing", "There is no SKILL.md in this folder or below it.")]);
}

/** A link that would lead the search in a circle. */
export function folderLoop(at: SearchedPath): FoundPathProblem {
  const message = "This symbolic link leads back to a folder it lies in; it was not followed.";
  return problem(at, "folder", [error("directory-loop", message)]);
}

/** A folder whose names could not be read. */
export function unreadableFolder(at: SearchedPath, reason: unknown): FoundPathProblem {
  return problem(at, "folder", [error("file-unreadable", `This folder cannot be read: ${describeFileError(reason)}.`)]);
}

/** A path that the system refused to look at. */
export function unreachablePath(at: SearchedPath, reason: unknown): FoundPathProblem {
  switch (fileErrorCode(reason)) {
    case "ENOENT":
    case "ENOTDIR":
      return problem(at, "nothing", [error("path-missing", "There is nothing at this path.")]);
    case "ELOOP":
      return problem(at, "nothing", [error("directory-loop", "The symbolic links at this path lead in a circle.")]);
    default:
      return problem(at, "nothing", [
        error("file-unreadable", `This path cannot be read: ${describeFileError(reason)}.`),
      ]);
  }
}

function wrongCase(name: string): Diagnostic {
  const effect = name === "skill.md" ? "many clients do not find it" : "clients do not find it";
  const message = `The file must be called SKILL.md, not ${name}; ${effect}.`;
  return { code: "file-case", severity: "warning", message };
}

function problem(
  { path, absolutePath }: SearchedPath,
  target: FoundPathProblem["target"],
  diagnostics: readonly Diagnostic[],
): FoundPathProblem {
  return { kind: "problem", path, absolutePath, target, diagnostics };
}

function error(code: Diagnostic["code"], message: string): Diagnostic {
  return { code, severity: "error", message };
}
