import { realpath } from "node:fs/promises";
import { SkillError } from "../core/errors.ts";
import type { Approval, ApprovalStore } from "../core/integrity/approval-store.ts";
import { skillDigest } from "../core/integrity/skill-digest.ts";
import type { RootTrust } from "./discover-skill-roots.ts";
import type { SkillRoot } from "./folder/skill-root.ts";
import { pinSkillFolder } from "./pin/pin-skill-folder.ts";

/** What is agreed to for a folder of skills that comes with a project: that agents are given them. */
export const PROJECT_SKILLS_ACTION = "use project skills";

/**
 * What somebody agrees to who trusts a project's folder: its real path, with exactly the files that are in it now, skills or
 * not, and their modes. Throws `path-refused` where something in it cannot be pinned: a link, a `.git`, an odd name.
 */
export async function projectRootApproval({ path }: Pick<SkillRoot, "path">): Promise<Approval> {
  const root = await realpath(path);
  return { action: PROJECT_SKILLS_ACTION, skill: root, digest: await skillDigest(await pinSkillFolder(root)) };
}

/**
 * Decides for `discoverSkillRoots` which project folders are trusted: those that a store has an approval of, with the
 * content they have now, and while they have it: `folderSkillSource` compares it whenever it lists and reads. A store or a
 * folder that cannot be read trusts nothing.
 */
export function approvedRoots(store: ApprovalStore): (root: Pick<SkillRoot, "path">) => Promise<RootTrust> {
  let known: Promise<ReadonlySet<string> | undefined> | undefined;
  return async (root) => {
    try {
      // Most folders were never agreed to, and need not be read for that.
      known ??= store.skills?.() ?? Promise.resolve(undefined);
      const skills = await known;
      if (skills !== undefined && !skills.has(await realpath(root.path))) return false;
      const approval = await projectRootApproval(root);
      return (await store.has(approval)) ? { agreed: approval.digest } : false;
    } catch (error) {
      if (SkillError.is(error) || (error instanceof Error && "code" in error)) return false;
      throw error;
    }
  };
}
