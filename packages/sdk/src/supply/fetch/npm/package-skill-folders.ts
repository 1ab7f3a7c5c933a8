import { outerSkillFolders } from "../skill-folders.ts";
import type { SourceTree } from "../source-tree.ts";

/**
 * The folders of a package that are skills, as `packageSkills` finds them: those below what its package.json declares as
 * `tradecraft.skills`, else the package itself and those in its folder `skills`; undefined when all that are found count.
 */
export async function packageSkillFolders(tree: SourceTree): Promise<readonly string[] | undefined> {
  const all = outerSkillFolders(tree);
  const declared = await declaredFolders(tree);
  if (declared !== undefined) {
    const inside = all.filter((folder) => declared.some((place) => isInside(folder, place)));
    if (inside.length > 0) return inside;
  }
  const usual = all.filter((folder) => folder === "." || isInside(folder, "skills"));
  return usual.length > 0 ? usual : undefined;
}

function isInside(folder: string, place: string): boolean {
  return place === "." || folder === place || folder.startsWith(`${place}/`);
}

async function declaredFolders(tree: SourceTree): Promise<readonly string[] | undefined> {
  if (!tree.entries.some(({ path, kind }) => path === "package.json" && kind === "file")) return undefined;
  try {
    const json = JSON.parse(new TextDecoder().decode((await tree.read(["package.json"])).get("package.json"))) as {
      tradecraft?: { skills?: unknown };
    };
    const skills = json.tradecraft?.skills;
    const paths = (Array.isArray(skills) ? skills : [skills]).filter((path) => typeof path === "string");
    return paths.length === 0 ? undefined : paths.map((path) => path.replace(/^\.\/+/, "").replace(/\/+$/, "") || ".");
  } catch {
    // Whoever wants to know what is wrong with a package.json asks npm.
    return undefined;
  }
}
