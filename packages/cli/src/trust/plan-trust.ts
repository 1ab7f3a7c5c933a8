import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { type Approval, type SkillFileList, pinSkillFiles, skillDigest, SkillError } from "@tradecraft/sdk";
import { projectRootApproval } from "@tradecraft/sdk/node";
import { suggestion } from "../args/closest.ts";
import { findSkill } from "../catalog/find-skill.ts";
import { homeOf } from "../catalog/open-catalog.ts";
import { shownPath } from "../catalog/place.ts";
import type { CliIo } from "../io.ts";

/** What would be agreed to, and what a person should see first. */
export interface TrustPlan {
  readonly approval: Approval;
  readonly at: string | undefined;
  /** Files of a skill; absent for a folder of skills. */
  readonly files?: SkillFileList;
}

/** Pins what is there now: a skill with all of its files, or a project's folder with all of its skills. */
export async function planTrust(
  named: string,
  { folder, script }: { readonly folder: string | undefined; readonly script: string | undefined },
  io: Pick<CliIo, "cwd" | "env">,
): Promise<TrustPlan> {
  const root = folder === undefined && script === undefined ? await skillsFolder(resolve(io.cwd, named)) : undefined;
  if (root !== undefined) {
    const approval = await projectRootApproval({ path: root });
    return { approval, at: shownPath(approval.skill, io.cwd, homeOf(io)) };
  }
  const found = await findSkill(named, folder, io);
  if (found.entry === undefined) throw new SkillError("skill-unknown", found.message);
  const { registry } = found.catalog;
  const { id, location } = found.entry;
  const files = await pinSkillFiles({
    readSkill: async (options) => (await registry.trigger(id, options)).raw,
    listResources: (options) => registry.files(id, options),
    readResource: (path, options) => registry.resource(id, path, options),
  });
  const action = script === undefined ? "run *" : `run ${scriptOf(id, script, files)}`;
  const at = location === undefined ? undefined : shownPath(location, io.cwd, homeOf(io));
  return { approval: { action, skill: id, digest: await skillDigest(files) }, at, files };
}

/** The path if it is a folder that is no skill itself. */
async function skillsFolder(path: string): Promise<string | undefined> {
  const isThere = async (what: string): Promise<boolean> =>
    stat(what).then(
      (stats) => stats.isDirectory() || stats.isFile(),
      () => false,
    );
  const isFolder = await stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
  return isFolder && !(await isThere(resolve(path, "SKILL.md"))) ? path : undefined;
}

function scriptOf(id: string, named: string, files: SkillFileList): string {
  const scripts = files.map(({ path }) => path).filter((path) => path.startsWith("scripts/"));
  const script = [named, `scripts/${named}`].find((path) => scripts.includes(path));
  if (script !== undefined) return script;
  const hint = scripts.length === 0 ? "; it has no scripts at all" : suggestion(named, scripts);
  throw new SkillError("resource-missing", `The skill "${id}" has no script "${named.slice(0, 100)}"${hint}`);
}
