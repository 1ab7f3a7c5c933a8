import { resolve } from "node:path";
import { SkillError } from "../../core/errors.ts";
import { isWithin } from "../../node/is-within.ts";
import type { InstallPlace } from "../install/install-places.ts";
import { realOf } from "../install/real-path.ts";
import type { Project } from "../project/project.ts";

/** Refuses a folder as a source that lies where skills are installed: removing the source would remove the skills. */
export async function assertOwnFolders(
  directory: string,
  project: Project,
  places: readonly Pick<InstallPlace, "name" | "folder">[],
): Promise<void> {
  for (const [name, source] of Object.entries(project.skills)) {
    if (source.type !== "file") continue;
    const real = await realOf(resolve(directory, source.path));
    for (const place of places) {
      if (!isWithin(await realOf(place.folder), real)) continue;
      const message = `${name}: ${source.path} lies in ${place.name}, where skills are installed, so they would be installed over themselves. Keep your own skills in another folder.`;
      throw new SkillError("sync-conflict", message, { facts: { source: name, path: source.path } });
    }
  }
}
