import { relative, sep } from "node:path";
import type { SkillSource, SourceDiagnostic } from "../../core/source/skill-source.ts";
import { staticSkillSource } from "../../core/source/static-skill-source.ts";
import { folderSkillSource } from "../folder-skill-source.ts";
import type { InstalledPackage } from "./find-package.ts";
import { importSkills } from "./import-skills.ts";
import { locatedSource } from "./located-source.ts";
import { describeThrown, packageInvalid } from "./package-problem.ts";
import { type SkillPlace, skillPlaces } from "./skill-places.ts";

export interface PackageLayersOptions {
  readonly timeout: number;
  readonly onDiagnostic: (diagnostic: SourceDiagnostic) => void;
}

/** The sources of one package, in the order in which it declares them; its modules are imported here. */
export async function packageLayers(
  found: InstalledPackage,
  { timeout, onDiagnostic }: PackageLayersOptions,
): Promise<SkillSource[]> {
  const label = labelOf(found);
  const places = await skillPlaces(found, (problem) => onDiagnostic(packageInvalid(label, problem)));
  const layersOf = async (place: SkillPlace): Promise<SkillSource[]> =>
    place.kind === "folder" ? [folderLayer(found, place)] : moduleLayers(found, place, { timeout, onDiagnostic });
  const layers = await Promise.all(places.map(layersOf));
  return layers.flat();
}

/** One source for each skill: whatever is wrong with one stays with it. */
async function moduleLayers(
  found: InstalledPackage,
  { path, shown }: SkillPlace,
  { timeout, onDiagnostic }: PackageLayersOptions,
): Promise<SkillSource[]> {
  const label = labelOf(found);
  const refuse = (reason: string): void => {
    const message = `The package "${found.name}" has a module ${shown} that cannot be used: ${reason}.`;
    onDiagnostic(packageInvalid(label, { path, message }));
  };
  const skills = await importSkills(path, { timeout, refuse });
  const location = `${idOf(found)}/${shown}`;
  return skills.flatMap((skill) => {
    try {
      return [locatedSource(staticSkillSource([skill], { label }), { label, locate: () => location })];
    } catch (error) {
      refuse(`a skill that it exports cannot be listed (${describeThrown(error)})`);
      return [];
    }
  });
}

/** Skills of a folder that is only there, and not declared, lie right in it: `skills/<name>/SKILL.md`. */
function folderLayer(found: InstalledPackage, { path, shown, declared }: SkillPlace): SkillSource {
  const label = labelOf(found);
  const maxDepth = declared ? {} : { maxDepth: 1 };
  const message = `The package "${found.name}" declares the folder "${shown}", and there is no SKILL.md in it; build the package, or correct the path.`;
  return locatedSource(folderSkillSource(path, { index: false, ...maxDepth }), {
    label,
    locate: (file) =>
      `${idOf(found)}/${relative(found.folder, file ?? path)
        .split(sep)
        .join("/")}`,
    ...(declared && { whenEmpty: packageInvalid(label, { path, message }) }),
  });
}

/** How a package is called in diagnostics. */
function labelOf(found: Pick<InstalledPackage, "name" | "version">): string {
  return `package ${idOf(found)}`;
}

function idOf({ name, version }: Pick<InstalledPackage, "name" | "version">): string {
  return `${name}@${version}`;
}
