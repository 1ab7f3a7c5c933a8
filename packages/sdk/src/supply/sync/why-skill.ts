import type { Lock, LockedSkill, ResolvedPoint } from "../lock/lock.ts";
import type { Project, ProjectSource } from "../project/project.ts";

/** Why a skill is here: which source brings it, from which point, and where it was put. */
export interface SkillReason {
  readonly skill: string;
  readonly source: string;
  readonly request: ProjectSource | undefined;
  readonly resolved: ResolvedPoint;
  /** In the source. */
  readonly folder: string;
  readonly digest: string;
  readonly files: number;
  readonly from?: LockedSkill["from"];
  /** Agents' folders that have it. */
  readonly installed: readonly string[];
}

/** Every reason for which a lock has a skill of this name. */
export function whySkill(name: string, project: Project, lock: Lock): SkillReason[] {
  const installed = Object.entries(lock.installed)
    .filter(([, { skills }]) => skills.includes(name))
    .map(([place]) => place);
  return Object.entries(lock.sources).flatMap(([source, { resolved, skills }]) =>
    Object.entries(skills)
      .filter(([, skill]) => skill.name === name)
      .map(([folder, { digest, files, from }]) => ({
        skill: name,
        source,
        request: project.skills[source],
        resolved,
        folder,
        digest,
        files: files.length,
        ...(from !== undefined && { from }),
        installed,
      })),
  );
}
