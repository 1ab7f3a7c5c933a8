import { findProjectFolder, loadProject, type Project } from "@tradecraft/sdk/supply";
import type { CliIo } from "../io.ts";
import { UsageError } from "../usage-error.ts";

/** A project file and its folder. */
export interface LocatedProject {
  readonly directory: string;
  readonly project: Project;
  readonly text: string;
}

/** The nearest project at or above the current folder; a `UsageError` when there is none. */
export async function locateProject({ cwd }: Pick<CliIo, "cwd">): Promise<LocatedProject> {
  const directory = await findProjectFolder(cwd);
  if (directory !== undefined) return { directory, ...(await loadProject(directory)) };
  const message = "There is no tradecraft.json here or above. Begin with: tradecraft add <owner>/<repo>";
  throw new UsageError("config-missing", message);
}

/** As `locateProject`; where there is no project, one that is yet to be written here. */
export async function locateOrBegin(io: Pick<CliIo, "cwd">): Promise<LocatedProject & { readonly isNew: boolean }> {
  if ((await findProjectFolder(io.cwd)) !== undefined) return { ...(await locateProject(io)), isNew: false };
  const project: Project = { skills: {}, targets: {}, policy: { signatures: "ignore", trusted: [] } };
  return { directory: io.cwd, project, text: "{}\n", isNew: true };
}
