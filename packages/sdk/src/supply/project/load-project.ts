import { stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { SkillError } from "../../core/errors.ts";
import { readSkillFile } from "../../node/read-skill-file.ts";
import { parseProject, PROJECT_FILE_NAME } from "./parse-project.ts";
import type { Project } from "./project.ts";

/** The folder of the nearest `tradecraft.json` at or above this one; undefined when there is none. */
export async function findProjectFolder(from: string): Promise<string | undefined> {
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    const isThere = await stat(join(folder, PROJECT_FILE_NAME)).then(
      (stats) => stats.isFile(),
      () => false,
    );
    if (isThere) return folder;
    if (dirname(folder) === folder) return undefined;
  }
}

/** Reads the `tradecraft.json` of a folder. Throws `project-invalid` with every finding in its message, a line each. */
export async function loadProject(directory: string): Promise<{ readonly project: Project; readonly text: string }> {
  const { text, diagnostics: notText } = await readSkillFile(join(directory, PROJECT_FILE_NAME), {
    maxBytes: 4 * 1024 * 1024,
  });
  const [encoding] = notText;
  if (encoding !== undefined) throw new SkillError("project-invalid", `${PROJECT_FILE_NAME}: ${encoding.message}`);
  return readProject(text);
}

/** Reads the text of a `tradecraft.json`; throws as `loadProject` does. */
export function readProject(text: string): { readonly project: Project; readonly text: string } {
  const { project, diagnostics } = parseProject(text);
  if (project !== undefined) return { project, text };
  const lines = diagnostics.map(
    ({ line, column, code, message }) => `${PROJECT_FILE_NAME}:${line}:${column}: ${code}: ${message}`,
  );
  const { line = 1, column = 1, code = "project-syntax" } = diagnostics[0] ?? {};
  throw new SkillError("project-invalid", lines.join("\n"), {
    facts: { file: PROJECT_FILE_NAME, line, column, reason: code, findings: diagnostics.length },
  });
}
