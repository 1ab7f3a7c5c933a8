import { SkillError } from "@tradecraft/sdk";
import { loadLock, LOCK_FILE_NAME, type VerifiedSkill, verifyInstalled } from "@tradecraft/sdk/supply";
import { suggestion } from "../args/closest.ts";
import { homeOf } from "../catalog/open-catalog.ts";
import type { CliIo } from "../io.ts";
import { locateProject } from "./locate-project.ts";

export interface VerifyLockOptions {
  readonly cwd: string;
  readonly env: CliIo["env"];
  /** Names of skills; default all. */
  readonly only?: readonly string[];
}

/** What a lock and the agents' folders say about each other. */
export interface VerifiedLock {
  /** Folder of the project file and the lock. */
  readonly directory: string;
  /** Every skill in every folder, as it is now. */
  readonly skills: readonly VerifiedSkill[];
  /** Whether everything is as the lock says. */
  readonly ok: boolean;
}

/** Reads what is installed anew, all of it, and compares it with the lock. Throws where there is no lock, or no such skill in it. */
export async function verifyLock({ cwd, env, only }: VerifyLockOptions): Promise<VerifiedLock> {
  const { directory } = await locateProject({ cwd });
  const loaded = await loadLock(directory);
  if (loaded === undefined) {
    const message = `There is no ${LOCK_FILE_NAME} beside tradecraft.json, so nothing is pinned yet. Run: tradecraft sync`;
    throw new SkillError("file-missing", message, { facts: { path: LOCK_FILE_NAME } });
  }
  const names = new Set(Object.values(loaded.lock.installed).flatMap(({ skills }) => skills));
  const unknown = (only ?? []).find((name) => !names.has(name));
  if (unknown !== undefined) {
    const message = `No installed skill is called "${unknown}"${suggestion(unknown, names)}`;
    throw new SkillError("skill-unknown", message, { facts: { skill: unknown } });
  }
  const skills = await verifyInstalled(directory, loaded.lock, {
    ...(only !== undefined && only.length > 0 && { only }),
    home: homeOf({ env }),
    env: { ...env },
  });
  return { directory, skills, ok: skills.every(({ state }) => state === "unchanged") };
}
