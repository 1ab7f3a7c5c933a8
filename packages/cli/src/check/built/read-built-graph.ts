import { stat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { SkillError } from "@tradecraft/sdk";
import { readSkillFile } from "@tradecraft/sdk/node";
import type { WorkflowGraph } from "@tradecraft/sdk/workflow";
import { EntryError } from "../../workflow/entry-error.ts";
import { parseWorkflowFile, WorkflowFileError } from "./parse-workflow-file.ts";

const fileName = "workflow.json";

/**
 * The graph of a skill that was built, without running anything of it; undefined for a path that is neither a folder nor a
 * workflow.json. Throws an `EntryError` for a folder that has none.
 */
export async function readBuiltGraph(named: string, cwd: string): Promise<WorkflowGraph | undefined> {
  const path = resolve(cwd, named);
  const isFolder = (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
  if (!isFolder && basename(path) !== fileName) return undefined;
  const file = isFolder ? join(path, fileName) : path;
  try {
    return parseWorkflowFile((await readSkillFile(file)).text);
  } catch (error) {
    if (SkillError.is(error, "file-missing")) throw new EntryError("entry-missing", missing(named, isFolder));
    if (SkillError.is(error)) throw new EntryError("entry-failed", `${fileName} cannot be read: ${error.message}`);
    if (!(error instanceof WorkflowFileError)) throw error;
    throw new EntryError("entry-not-workflow", `${fileName}: ${error.message}.`);
  }
}

function missing(named: string, isFolder: boolean): string {
  if (!isFolder) return `${named}: There is no such file.`;
  return `${named}: There is no ${fileName} in this folder: it is no workflow that was built.`;
}
