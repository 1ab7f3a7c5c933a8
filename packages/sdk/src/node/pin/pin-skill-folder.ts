import { SkillError } from "../../core/errors.ts";
import type { SkillFileList } from "../../core/integrity/skill-file-list.ts";
import { describeFileChange, type FileChange } from "./file-change.ts";
import { inspectSkillFolder, type PinSkillFolderOptions } from "./inspect-skill-folder.ts";

/**
 * Every file of a skill's folder as it is now: hidden, ignored and nested ones, with their modes. Throws `path-refused`
 * where something in it cannot be pinned: a link, a device, a `.git`, two names that some systems take for one.
 */
export async function pinSkillFolder(directory: string, options: PinSkillFolderOptions = {}): Promise<SkillFileList> {
  const { files, problems } = await inspectSkillFolder(directory, options);
  const [first, ...more] = problems;
  if (first !== undefined) throw unpinnable(first, more.length);
  return files;
}

function unpinnable(problem: FileChange, more: number): SkillError {
  const others = more === 0 ? "" : ` And ${more} more.`;
  const message = `This folder cannot be pinned: "${problem.path}": ${describeFileChange(problem)}.${hintOf(problem)}${others}`;
  return new SkillError("path-refused", message, { facts: { path: problem.path, problem: problem.code } });
}

function hintOf({ code, from }: FileChange): string {
  if (code === "git-found") return " Work on a copy without it: `git archive`, or a folder below the repository's own.";
  if (code === "link-found") return " Put the file itself in its place.";
  if (code === "case-twin") return ` Rename it, or "${from ?? ""}".`;
  if (code === "path-refused") return " Rename it.";
  return "";
}
