import { realpath, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import {
  type Approval,
  createSkillRegistry,
  pinSkillFiles,
  skillDigest,
  SkillError,
  type SkillFileList,
} from "@tradecraft/sdk";
import { discoverSkillRoots, folderSkillSource, projectRootApproval } from "@tradecraft/sdk/node";
import { pinSkillFolder } from "@tradecraft/sdk/supply";
import { suggestion } from "../args/closest.ts";
import { findSkill } from "../catalog/find-skill.ts";
import { homeOf } from "../catalog/open-catalog.ts";
import { shownPath } from "../catalog/place.ts";
import type { CliIo } from "../io.ts";

/** A client's folder lies at most so deep in its project. */
const mostParents = 4;

/** What would be agreed to, and what a person should see first. */
export interface TrustPlan {
  readonly approval: Approval;
  readonly at: string | undefined;
  /** Every file that is agreed to. */
  readonly files: SkillFileList;
  /** Of a folder of skills: their ids. */
  readonly skills?: readonly string[];
}

/** Pins what is there now: a skill with all of its files, or a project's folder with all of its skills. */
export async function planTrust(
  named: string,
  { folder, script }: { readonly folder: string | undefined; readonly script: string | undefined },
  io: Pick<CliIo, "cwd" | "env">,
): Promise<TrustPlan> {
  const root = folder === undefined && script === undefined ? await skillsFolder(resolve(io.cwd, named)) : undefined;
  if (root !== undefined) return planRootTrust(root, named, io);
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

/** A folder of skills is agreed to only where somebody would be asked about it, and where there is something to agree to. */
async function planRootTrust(path: string, named: string, io: Pick<CliIo, "cwd" | "env">): Promise<TrustPlan> {
  const shown = named.slice(0, 100);
  if (!(await isProjectRoot(path, io))) {
    const message = `Nobody is asked about "${shown}": it is not where agents look for a project's skills (.agents/skills, .claude/skills …), so there is nothing to agree to. Name it instead: tradecraft chat ${shown}`;
    throw new SkillError("skill-unknown", message);
  }
  const approval = await projectRootApproval({ path });
  const registry = createSkillRegistry(
    folderSkillSource([{ path, scope: "project", trusted: true, agreed: approval.digest }], { index: false }),
  );
  const skills = (await registry.catalog()).map(({ id }) => id);
  if (skills.length === 0) throw new SkillError("skill-unknown", `There are no skills in "${shown}" to agree to`);
  const files = await pinSkillFolder(path);
  return { approval, at: shownPath(approval.skill, io.cwd, homeOf(io)), files, skills };
}

/** Whether discovery, from here or from the project that the folder lies in, comes upon it as a project's. */
async function isProjectRoot(path: string, io: Pick<CliIo, "cwd" | "env">): Promise<boolean> {
  const real = await realpath(path);
  const starts = [io.cwd];
  for (let at = dirname(path); starts.length <= mostParents && at !== dirname(at); at = dirname(at)) starts.push(at);
  for (const cwd of starts) {
    const roots = await discoverSkillRoots({ cwd, home: homeOf(io), env: { ...io.env } });
    for (const root of roots) if (root.scope === "project" && (await realpath(root.path)) === real) return true;
  }
  return false;
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
