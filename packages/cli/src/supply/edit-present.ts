import { editProject, parseProject, type Project, type ProjectEdit } from "@tradecraft/sdk/supply";

/**
 * The project file that is there, changed as somebody wants who sees what it says now; where there is none, one is begun.
 * One that cannot be read stays as it is, for sync to say what is wrong with it.
 */
export function editPresent(text: string | undefined, edit: (present: Project) => ProjectEdit): string {
  const present = text ?? "{}\n";
  const { project } = parseProject(present);
  return project === undefined ? present : editProject(present, edit(project));
}
