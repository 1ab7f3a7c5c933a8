import { SkillError } from "../../core/errors.ts";
import type { LockedSource } from "../lock/lock.ts";

/** Refuses two skills of one name: a folder and a module can hold only one of them. */
export function assertDistinctSkills(sources: Readonly<Record<string, LockedSource>>): void {
  const seen = new Map<string, string>();
  for (const [source, { skills }] of Object.entries(sources)) {
    for (const [folder, { name }] of Object.entries(skills)) {
      const fold = name.normalize("NFKC").toLowerCase();
      const first = seen.get(fold);
      const here = `${source} (${folder})`;
      if (first !== undefined) {
        const message = `Two skills are called "${name}": of ${first} and of ${here}. Exclude one of them in tradecraft.json.`;
        throw new SkillError("sync-conflict", message, { facts: { skill: name } });
      }
      seen.set(fold, here);
    }
  }
}
