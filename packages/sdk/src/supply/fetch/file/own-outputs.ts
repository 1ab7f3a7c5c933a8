import { realpath } from "node:fs/promises";
import { relative, sep } from "node:path";
import { isWithin } from "../../../node/is-within.ts";
import { AGENTS } from "../../install/agents.ts";
import { LOCK_FILE_NAME } from "../../lock/lock.ts";
import { PROJECT_FILE_NAME } from "../../project/parse-project.ts";

/**
 * What sync writes into a project, as paths in a folder that holds the project: copies of skills are no skills of the
 * folder, and a lock cannot pin itself. Agents' folders without a dot may be the project's own, so they count.
 */
export async function ownOutputs(root: string, directory: string): Promise<ReadonlySet<string>> {
  const project = await realpath(directory).catch(() => directory);
  if (!isWithin(root, project)) return new Set();
  const below = relative(root, project).split(sep).join("/");
  const hidden = Object.values(AGENTS).map((agent) => agent.project);
  const names = [...hidden.filter((folder) => folder.startsWith(".")), LOCK_FILE_NAME, PROJECT_FILE_NAME];
  return new Set(names.map((name) => (below === "" ? name : `${below}/${name}`)));
}
