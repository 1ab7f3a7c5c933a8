import { realpath } from "node:fs/promises";
import { SkillError } from "../core/errors.ts";
import type { Approval, ApprovalStore } from "../core/integrity/approval-store.ts";
import { pinSkillFiles } from "../core/integrity/pin-skill-files.ts";
import { skillDigest } from "../core/integrity/skill-digest.ts";
import type { PinnedFile } from "../core/integrity/skill-file-list.ts";
import { createSkillRegistry } from "../core/registry/create-skill-registry.ts";
import { folderSkillSource } from "./folder-skill-source.ts";
import type { SkillRoot } from "./folder/skill-root.ts";

/** What is agreed to for a folder of skills that comes with a project: that agents are given them. */
export const PROJECT_SKILLS_ACTION = "use project skills";

/**
 * What somebody agrees to who trusts a project's folder: its real path, with exactly the skills that are in it now. The
 * digest is one of all skills' digests by id, so a skill that is added, removed or changed needs another agreement.
 */
export async function projectRootApproval({ path }: Pick<SkillRoot, "path">): Promise<Approval> {
  const root = await realpath(path);
  const registry = createSkillRegistry(
    folderSkillSource([{ path: root, scope: "project", trusted: true }], { index: false }),
  );
  const pinned: PinnedFile[] = [];
  for (const { id } of await registry.catalog()) {
    const files = await pinSkillFiles({
      readSkill: async (options) => (await registry.trigger(id, options)).raw,
      listResources: (options) => registry.files(id, options),
      readResource: (file, options) => registry.resource(id, file, options),
    });
    const digest = await skillDigest(files);
    pinned.push({ path: id, size: files.length, executable: false, sha256: digest.slice("sha256:".length) });
  }
  return { action: PROJECT_SKILLS_ACTION, skill: root, digest: await skillDigest(pinned) };
}

/**
 * Decides for `discoverSkillRoots` which project folders are trusted: those that a store has an approval of, with the
 * content they have now. A store or a folder that cannot be read trusts nothing.
 */
export function approvedRoots(store: ApprovalStore): (root: Pick<SkillRoot, "path">) => Promise<boolean> {
  let known: Promise<ReadonlySet<string> | undefined> | undefined;
  return async (root) => {
    try {
      // Most folders were never agreed to, and need not be read for that.
      known ??= store.skills?.() ?? Promise.resolve(undefined);
      const skills = await known;
      if (skills !== undefined && !skills.has(await realpath(root.path))) return false;
      return await store.has(await projectRootApproval(root));
    } catch (error) {
      if (SkillError.is(error) || (error instanceof Error && "code" in error)) return false;
      throw error;
    }
  };
}
