/** One file of a skill, pinned. */
export interface PinnedFile {
  /** Relative to the skill, `/` as separator. */
  readonly path: string;
  readonly size: number;
  /** False where the source cannot tell. */
  readonly executable: boolean;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
}

/** Every file of a skill, its SKILL.md included, sorted by path: what locks, signatures and approvals are about. */
export type SkillFileList = readonly PinnedFile[];
