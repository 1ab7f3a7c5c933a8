import { createHash } from "node:crypto";
import { SkillError } from "../../core/errors.ts";
import { skillDigest } from "../../core/integrity/skill-digest.ts";
import { isGitInternal, owningFolders, pathInFolder, skillFolders } from "../fetch/skill-folders.ts";
import type { SourceTree } from "../fetch/source-tree.ts";
import type { LockedSkill } from "../lock/lock.ts";

/** Refuses with `digest-mismatch` a source that does not offer each of these skills, file by file, as the lock has it. */
export async function assertUnchangedSkills(
  tree: SourceTree,
  locked: readonly (readonly [folder: string, skill: LockedSkill])[],
): Promise<void> {
  const folders = skillFolders(tree);
  for (const [folder, { name, digest }] of locked) {
    if (!folders.has(folder)) throw otherSkill(name, folder, "it is not there any more");
    const files = tree.entries.filter(
      ({ path }) => !isGitInternal(path) && owningFolders(path, folders).includes(folder),
    );
    const contents = await tree.read(files.filter(({ kind }) => kind === "file").map(({ path }) => path));
    const offered = files.map(({ path, executable }) => {
      const bytes = contents.get(path) ?? new Uint8Array();
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      return { path: pathInFolder(folder, path), size: bytes.length, executable, sha256 };
    });
    if ((await skillDigest(offered)) !== digest) throw otherSkill(name, folder, "it was changed");
  }
}

function otherSkill(skill: string, folder: string, reason: string): SkillError {
  const message = `The source does not give what the lock pins: the skill "${skill}" (${folder}): ${reason}. To accept what is there now: tradecraft update`;
  return new SkillError("digest-mismatch", message, { facts: { skill, folder } });
}
