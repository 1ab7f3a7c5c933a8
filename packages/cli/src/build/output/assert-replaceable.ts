import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { readSkillFile } from "@tradecraft/sdk/node";
import { looksLikeWorkflow } from "../../check/built/parse-workflow-file.ts";
import { BuildFailure } from "../build-failure.ts";

/** What a build replaces, and a hand may have written. A package.json is added to. */
const replaced = ["SKILL.md", "scripts", "bin", "references", "assets", "workflow.json"];

/** Refuses a folder in which something would be lost that no build made. */
export async function assertReplaceable(outDir: string, force: boolean): Promise<void> {
  const stats = await stat(outDir).catch(() => undefined);
  if (stats === undefined) return;
  if (!stats.isDirectory()) throw new BuildFailure("write", `${outDir} is no folder.`);
  const names = await readdir(outDir);
  const lost = replaced.filter((name) => names.includes(name));
  if (force || lost.length === 0 || (await isBuilt(outDir))) return;
  throw new BuildFailure("write", `${outDir} was not made by a build, and these would be lost: ${lost.join(", ")}.`, [
    "Build into another folder, or give --force to replace them.",
  ]);
}

/** Whether a build made what is there: its graph, or, of a skill of topics, the script and the program that it starts. */
async function isBuilt(folder: string): Promise<boolean> {
  if (looksLikeWorkflow(await textOf(join(folder, "workflow.json")))) return true;
  const started = /"\$dir\/\.\.\/bin\/([\w.-]+)/.exec(await textOf(join(folder, "scripts", "run")))?.[1];
  const bin = await readdir(join(folder, "bin")).catch(() => []);
  // Of an executable, the script says the name as far as all of them have it.
  return started !== undefined && bin.some((name) => name.startsWith(started));
}

async function textOf(path: string): Promise<string> {
  return readSkillFile(path).then(
    ({ text }) => text,
    () => "",
  );
}
