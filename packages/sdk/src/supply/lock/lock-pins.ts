import type { SkillPins } from "../../core/integrity/pinned-skill-source.ts";
import type { SkillFileList } from "../../core/integrity/skill-file-list.ts";
import type { Lock } from "./lock.ts";

/** What a lock says about skills, for the `lock` option of `folderSkillSource`. */
export function lockPins(lock: Lock): SkillPins {
  const byName = new Map<string, SkillFileList>();
  for (const { skills } of Object.values(lock.sources))
    for (const { name, files } of Object.values(skills)) byName.set(name, files);
  return { files: (name) => byName.get(name) };
}
