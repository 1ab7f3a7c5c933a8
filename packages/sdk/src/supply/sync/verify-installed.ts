import { lstat, realpath } from "node:fs/promises";
import { join } from "node:path";
import type { SkillFileList } from "../../core/integrity/skill-file-list.ts";
import { mapLimited } from "../../core/map-limited.ts";
import { userHome } from "../../node/user-cache-folder.ts";
import { placeFolder } from "../install/install-places.ts";
import { lockedLists } from "../install/plan-install.ts";
import type { Lock } from "../lock/lock.ts";
import { compareSkillFolder } from "../../node/pin/compare-skill-folder.ts";
import type { FileChange } from "../../node/pin/file-change.ts";

/** What a lock and a folder say about each other. */
export interface VerifiedSkill {
  readonly name: string;
  /** As the lock names the place, and the skill's folder in it. */
  readonly place: string;
  /** Absolute path. */
  readonly path: string;
  /** `missing`: there is no such folder. `unlocked`: the lock has no such skill. */
  readonly state: "unchanged" | "changed" | "missing" | "unlocked";
  readonly changes: readonly FileChange[];
}

export interface VerifyInstalledOptions {
  /** Names of skills; default all. */
  readonly only?: readonly string[];
  readonly home?: string;
  readonly env?: NodeJS.ProcessEnv;
}

/** Reads every installed file anew and compares it with the lock. */
export async function verifyInstalled(
  directory: string,
  lock: Lock,
  options: VerifyInstalledOptions = {},
): Promise<VerifiedSkill[]> {
  const { only, home = userHome(), env = process.env } = options;
  const wanted = Object.entries(lock.installed).flatMap(([place, { mode, skills }]) =>
    skills.filter((name) => only === undefined || only.includes(name)).map((name) => ({ place, mode, name })),
  );
  const at = { directory, home, env };
  const lists = lockedLists(lock);
  return mapLimited(wanted, 4, async ({ place, mode, name }): Promise<VerifiedSkill> => {
    const path = join(await placeFolder(place, at), name);
    const [files] = lists.get(name) ?? [];
    if (files === undefined) return { name, place, path, state: "unlocked", changes: [] };
    const stats = await lstat(path).catch(() => undefined);
    if (stats === undefined) return { name, place, path, state: "missing", changes: [] };
    if (mode === "link") return verifyLink({ name, place, path }, await originalOf(place, name, at), files);
    if (!stats.isDirectory())
      return { name, place, path, state: "changed", changes: [{ code: "link-found", path: "." }] };
    const { changes } = await compareSkillFolder(path, files);
    return { name, place, path, state: changes.length === 0 ? "unchanged" : "changed", changes };
  });
}

async function originalOf(place: string, name: string, at: Parameters<typeof placeFolder>[1]): Promise<string> {
  const folder = await placeFolder(place.startsWith("~/") ? "~/.agents/skills" : ".agents/skills", at);
  return join(folder, name);
}

/** A link leads to the one copy that there is, and what lies there is what the lock lists. */
async function verifyLink(
  at: Omit<VerifiedSkill, "state" | "changes">,
  original: string,
  files: SkillFileList,
): Promise<VerifiedSkill> {
  const [real, wanted] = await Promise.all([at.path, original].map((path) => realpath(path).catch(() => undefined)));
  if (real === undefined || real !== wanted)
    return { ...at, state: "changed", changes: [{ code: "link-found", path: "." }] };
  const { changes } = await compareSkillFolder(real, files);
  return { ...at, state: changes.length === 0 ? "unchanged" : "changed", changes };
}
