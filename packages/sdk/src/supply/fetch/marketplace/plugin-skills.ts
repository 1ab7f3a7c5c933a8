import { SkillError } from "../../../core/errors.ts";
import { folderOf, skillFolders } from "../skill-folders.ts";
import type { SourceTree } from "../source-tree.ts";
import { createManifestReader } from "./manifest-reader.ts";
import type { PluginEntry } from "./parse-marketplace.ts";

export interface PluginSkillsOptions {
  /** The plugin's folder in the tree. */
  readonly root: string;
  /** Whether that is the marketplace's own folder, which plugins share. */
  readonly isShared: boolean;
  /** Names the tree in messages. */
  readonly where: string;
}

/**
 * The folders of a plugin's skills: those in `skills/`, and those that its manifest and the marketplace's entry name. An
 * entry that is not strict, or whose plugin is the marketplace itself, names all there are.
 */
export async function pluginSkills(
  plugin: PluginEntry,
  tree: SourceTree,
  { root, isShared, where }: PluginSkillsOptions,
): Promise<readonly string[]> {
  const all = [...skillFolders(tree).keys()];
  const at = (folder: string): readonly string[] => {
    const place = join(root, folder);
    return all.filter((found) => found === place || (found !== "." && folderOf(found) === place));
  };
  const found = new Set<string>();
  const own = plugin.skills();
  for (const { folder, path } of own) {
    const skills = at(folder);
    if (skills.length === 0)
      plugin.fail(path.slice(2), `names ${folder}, but there is no SKILL.md in it or in a folder of it`);
    for (const skill of skills) found.add(skill);
  }
  if (own.length > 0 && (!plugin.strict || isShared)) return [...found].sort();
  const usual = join(root, "skills");
  for (const skill of all) if (folderOf(skill) === usual && skill !== ".") found.add(skill);
  if (plugin.strict) {
    for (const skill of await declaredSkills(tree, root, where, at)) found.add(skill);
  }
  // A plugin that is one skill.
  if (found.size === 0 && all.includes(root) && !isShared) found.add(root);
  return [...found].sort();
}

async function declaredSkills(
  tree: SourceTree,
  root: string,
  where: string,
  at: (folder: string) => readonly string[],
): Promise<readonly string[]> {
  const file = join(root, ".claude-plugin/plugin.json");
  if (!tree.entries.some(({ path, kind }) => path === file && kind === "file")) return [];
  const reader = createManifestReader(await readText(tree, file), `${where}/${file}`);
  const { skills } = reader.object(reader.value, []);
  return reader.insides(skills, ["skills"]).flatMap(({ folder, path }) => {
    const found = at(folder);
    return found.length > 0 ? found : reader.fail(path, `names ${folder}, but there is no SKILL.md in it`);
  });
}

/** A file of a tree as text. */
export async function readText(tree: SourceTree, path: string): Promise<string> {
  const bytes = (await tree.read([path])).get(path);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new SkillError("file-not-text", `"${path}" is not valid UTF-8.`, { facts: { path } });
  }
}

/** A path below a folder, where `.` is the folder itself. */
export function join(folder: string, path: string): string {
  if (path === ".") return folder;
  return folder === "." ? path : `${folder}/${path}`;
}
