import { createJsonReader } from "./json-reader.ts";
import type { Project, ProjectSource } from "./project.ts";
import type { ProjectDiagnostic } from "./project-diagnostic.ts";
import { readPolicy } from "./read-policy.ts";
import { readSource } from "./read-source.ts";
import { readTargets } from "./read-targets.ts";

/** What `parseProject` found: a project, unless something is wrong with it. */
export interface ParseProjectResult {
  readonly project?: Project;
  readonly diagnostics: readonly ProjectDiagnostic[];
}

/** The file's name. */
export const PROJECT_FILE_NAME = "tradecraft.json";

const sections = ["$schema", "check", "skills", "targets", "policy"];

/** Reads a `tradecraft.json`. Never throws on content; with any finding there is no project. */
export function parseProject(text: string): ParseProjectResult {
  const reader = createJsonReader(text);
  if (reader.value === undefined) return { diagnostics: reader.diagnostics };
  const root = reader.object(reader.value, [], sections) ?? {};
  const skills: Record<string, ProjectSource> = {};
  const given = root["skills"] === undefined ? {} : (reader.object(root["skills"], ["skills"]) ?? {});
  for (const [name, value] of Object.entries(given)) {
    if (!/^[A-Za-z0-9][\w.@+-]*$/.test(name) || name.length > 64 || name in {})
      reader.note(
        "project-value-invalid",
        ["skills", name],
        `A source is called by letters, digits, ".", "-" and "_", not ${JSON.stringify(name)}.`,
        true,
      );
    const source = readSource(value, ["skills", name], reader);
    if (source !== undefined) skills[name] = source;
  }
  const targets = readTargets(root["targets"], ["targets"], reader);
  const policy = { signatures: "ignore", trusted: [], ...readPolicy(root["policy"], ["policy"], reader) } as const;
  return reader.diagnostics.length > 0
    ? { diagnostics: reader.diagnostics }
    : { project: { skills, targets, policy }, diagnostics: [] };
}
