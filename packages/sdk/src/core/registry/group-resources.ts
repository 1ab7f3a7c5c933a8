import type { SkillResource } from "../source/skill-source.ts";
import type { SkillResourceGroups } from "./skill-registry.ts";

/** Files by the folder that the specification gives each kind. */
export function groupResources(resources: readonly SkillResource[]): SkillResourceGroups {
  const below = (folder: string): string[] => paths.filter((path) => path.startsWith(folder));
  const paths = resources.map(({ path }) => path);
  const kinds = { scripts: below("scripts/"), references: below("references/"), assets: below("assets/") };
  const known = new Set([...kinds.scripts, ...kinds.references, ...kinds.assets]);
  return { ...kinds, other: paths.filter((path) => !known.has(path)) };
}
