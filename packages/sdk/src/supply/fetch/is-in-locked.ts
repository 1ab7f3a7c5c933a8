import type { SkillOrigins } from "./skill-fetcher.ts";

/** Whether what a source offers at a folder is one of these skills or a part of one; a source that is one thing always is. */
export function isInLocked(folder: string | undefined, locked: SkillOrigins): boolean {
  if (folder === undefined) return true;
  return [...locked.keys()].some((one) => one === "." || folder === one || folder.startsWith(`${one}/`));
}
