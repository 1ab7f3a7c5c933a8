import type { SkillFile } from "@tradecraft/sdk";

/** Whether a folder holds what `tradecraft build` makes. */
export function isBuiltFolder(files: readonly SkillFile[]): boolean {
  const has = (name: string): boolean => files.some(({ path }) => path === name);
  return has("scripts/run") && has("scripts/run.cmd") && files.some(({ path }) => path.startsWith("bin/"));
}

/** Files that a SKILL.md should mention: those of a build are for its script, and for programs. */
export function filesForReaders(files: readonly SkillFile[], text: string): readonly SkillFile[] {
  if (!isBuiltFolder(files)) return files;
  return files.filter(({ path }) => text.includes(path) || !/^(?:bin\/|scripts\/run\.cmd$|workflow\.json$)/.test(path));
}
