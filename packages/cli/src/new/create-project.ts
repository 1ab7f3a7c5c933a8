import type { Project, ProjectFacts, ProjectKind } from "./project.ts";
import { codeProject } from "./templates/code-project.ts";
import { proseProject } from "./templates/prose-project.ts";
import { workflowProject } from "./templates/workflow-project.ts";

const templates: Readonly<Record<ProjectKind, (facts: ProjectFacts) => Project>> = {
  prose: proseProject,
  workflow: workflowProject,
  code: codeProject,
};

/** The files of a new project; the same facts give the same bytes. */
export function createProject(kind: ProjectKind, facts: ProjectFacts): Project {
  return templates[kind](facts);
}
