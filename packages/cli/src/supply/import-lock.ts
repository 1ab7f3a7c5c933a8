import { readFile } from "node:fs/promises";
import { basename, dirname, isAbsolute, resolve } from "node:path";
import { importSkillsLock, type ProjectSource, type SkillsLockDiagnostic } from "@tradecraft/sdk/supply";
import { UsageError } from "../usage-error.ts";
import { relativeToProject } from "./path-in-project.ts";
import type { NamedDraft, SourceDraft } from "./source-text/source-draft.ts";

/** Sources of an existing lock, and what has to be known about them. */
export interface ImportedLock {
  readonly drafts: readonly NamedDraft[];
  readonly diagnostics: readonly SkillsLockDiagnostic[];
}

/** Whether an argument of `add` is the lock of another installer rather than a source. */
export function isSkillsLock(text: string): boolean {
  return basename(text) === "skills-lock.json" && !text.includes("://");
}

/** Reads a `skills-lock.json`; its folders are relative to it, and become relative to the project. */
export async function importLock(path: string, directory: string, cwd: string): Promise<ImportedLock> {
  const file = resolve(cwd, path);
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new UsageError("config-missing", `${path} cannot be read: ${error.code ?? error.message}`);
  });
  const { skills, diagnostics } = importSkillsLock(text, { file: path });
  const drafts = Object.entries(skills).map(([name, source]) => ({
    name,
    source: placed(source, dirname(file), directory) as SourceDraft,
  }));
  return { drafts, diagnostics };
}

function placed(source: ProjectSource, from: string, directory: string): ProjectSource {
  if (source.type !== "file" || isAbsolute(source.path)) return source;
  return { ...source, path: relativeToProject(directory, resolve(from, source.path)) || "." };
}
