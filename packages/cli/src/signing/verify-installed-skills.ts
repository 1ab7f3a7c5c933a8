import { realpath, stat } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { findProjectFolder, loadLock, loadProject, type VerifiedSkill, verifyInstalled } from "@tradecraft/sdk/supply";
import { homeOf } from "../catalog/open-catalog.ts";
import type { CliIo } from "../io.ts";
import type { TrustOptions } from "./trust-options.ts";
import type { VerifiedFolder } from "./verified-skill.ts";
import { type ProjectTrust, verifySignature } from "./verify-signature.ts";

/** Compares installed skills with the lock, and checks their signatures by what the project trusts. */
export async function verifyInstalledSkills(
  names: readonly string[],
  trust: TrustOptions,
  io: CliIo,
): Promise<VerifiedFolder[]> {
  const { verifyLock } = await import("../supply/verify-lock.ts");
  const { directory, skills } = await verifyLock({
    cwd: io.cwd,
    env: io.env,
    ...(names.length > 0 && { only: names }),
  });
  const trustIn = await projectTrust(directory);
  const verified: VerifiedFolder[] = [];
  for (const skill of skills) verified.push(await withSignature(skill, trust, trustIn(skill.name)));
  return verified;
}

/** As `verifyInstalledSkills`, of the one at a path; undefined where no lock has installed anything there. */
export async function verifyInstalledAt(
  path: string,
  trust: TrustOptions,
  io: CliIo,
): Promise<VerifiedFolder | undefined> {
  const real = await realOf(path);
  for (const start of new Set([io.cwd, dirname(path), dirname(real)])) {
    const directory = await findProjectFolder(start);
    const lock = directory === undefined ? undefined : (await loadLock(directory))?.lock;
    if (directory === undefined || lock === undefined) continue;
    const only = [basename(path), basename(real)];
    const skills = await verifyInstalled(directory, lock, { only, home: homeOf(io), env: { ...io.env } });
    const places: VerifiedSkill[] = [];
    for (const skill of skills) if (skill.path === path || (await realOf(skill.path)) === real) places.push(skill);
    // A link and the folder it leads to are two places: both must be as they were.
    const skill = places.find(({ state }) => state !== "unchanged") ?? places[0];
    if (skill !== undefined) return withSignature(skill, trust, (await projectTrust(directory))(skill.name));
  }
  return undefined;
}

async function withSignature(
  skill: VerifiedSkill,
  trust: TrustOptions,
  project: ProjectTrust,
): Promise<VerifiedFolder> {
  const { name, path, state, changes } = skill;
  const isFolder = (await stat(path).catch(() => undefined))?.isDirectory() === true;
  const signature = isFolder ? await verifySignature(path, trust, project) : undefined;
  const ok = state === "unchanged" && (signature?.ok ?? true);
  return { name, path, lock: { state, changes }, signature: signature?.report, ok };
}

function realOf(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}

/** Whom the project trusts with a skill: those of its source, or else those of the whole project. */
async function projectTrust(directory: string): Promise<(skill: string) => ProjectTrust> {
  const { project } = await loadProject(directory);
  const sources = Object.entries((await loadLock(directory))?.lock.sources ?? {});
  return (skill) => {
    const source = sources.find(([, { skills }]) => Object.values(skills).some(({ name }) => name === skill))?.[0];
    const own = source === undefined ? {} : project.skills[source]?.policy;
    const { signatures, trusted } = { ...project.policy, ...own };
    return { trusted, directory, isRequired: signatures === "require" };
  };
}
