import { foldName } from "../../core/source/collisions.ts";
import { skillFileName } from "../../node/skill-file-name.ts";
import type { SourceTree } from "./source-tree.ts";

/** The folder of a path; `.` for what lies in the source itself. */
export function folderOf(path: string): string {
  const end = path.lastIndexOf("/");
  return end === -1 ? "." : path.slice(0, end);
}

/** A path relative to a folder that holds it. */
export function pathInFolder(folder: string, path: string): string {
  return folder === "." ? path : path.slice(folder.length + 1);
}

/** Whether a path is, on some system, inside a repository's own folder, which never belongs to a skill. */
export function isGitInternal(path: string): boolean {
  if (!/git/i.test(path)) return false;
  return path
    .split("/")
    .some((part) => foldName(part.replaceAll(/\p{Join_Control}|\p{Variation_Selector}/gu, "")) === ".git");
}

/** Folders that have a SKILL.md, by the name it has there. What is in `node_modules` belongs to the skill around it. */
export function skillFolders(tree: Pick<SourceTree, "entries">): Map<string, string> {
  const names = new Map<string, string[]>();
  for (const { path } of tree.entries) {
    if (!/(?:^|\/)skill\.md$/i.test(path) || isGitInternal(path) || isInModules(path)) continue;
    const folder = folderOf(path);
    const inside = names.get(folder) ?? [];
    inside.push(path.slice(path.lastIndexOf("/") + 1));
    names.set(folder, inside);
  }
  const found = new Map<string, string>();
  for (const [folder, inside] of names) {
    const { name } = skillFileName(inside);
    if (name !== undefined) found.set(folder, name);
  }
  return found;
}

function isInModules(path: string): boolean {
  return path.startsWith("node_modules/") || path.includes("/node_modules/");
}

/** The innermost of these folders that holds the path. */
export function owningFolder(path: string, folders: { has(folder: string): boolean }): string | undefined {
  for (let at = folderOf(path); at !== "."; at = folderOf(at)) if (folders.has(at)) return at;
  return folders.has(".") ? "." : undefined;
}

/** Every one of these folders that holds the path, the innermost first; the source itself only for what no other holds. */
export function owningFolders(path: string, folders: { has(folder: string): boolean }): string[] {
  const owners: string[] = [];
  for (let at = folderOf(path); at !== "."; at = folderOf(at)) if (folders.has(at)) owners.push(at);
  return owners.length === 0 && folders.has(".") ? ["."] : owners;
}

/** Folders that have a SKILL.md, but for those inside another skill, which are parts of that one. */
export function outerSkillFolders(tree: Pick<SourceTree, "entries">): string[] {
  const all = skillFolders(tree);
  return [...all.keys()].filter((folder) => owningFolders(folder, all).every((owner) => owner === "."));
}
