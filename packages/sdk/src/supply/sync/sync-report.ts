import type { FileChange } from "../../node/pin/file-change.ts";

/** What became of one skill of a source. */
export interface SkillReport {
  readonly name: string;
  /** In the source. */
  readonly folder: string;
  readonly state: "same" | "added" | "updated" | "removed";
  /** File by file, what is another than before; of a skill that came or went, every file. */
  readonly files: readonly FileChange[];
  /** What there is of it from now on; undefined for one that went. */
  readonly content?: SkillContent;
}

/** How much a skill is. */
export interface SkillContent {
  readonly files: number;
  readonly bytes: number;
  /** It comes with a signature; whether it is valid is another question. */
  readonly isSigned: boolean;
}

/** What became of one source. */
export interface SourceReport {
  readonly name: string;
  readonly state: "same" | "added" | "updated" | "removed" | "outdated";
  /** Where it stood, and where it stands: a commit, a version, a digest. */
  readonly from?: string;
  readonly to?: string;
  readonly skills: readonly SkillReport[];
}

/** What became of one thing that sync writes. */
export interface OutputReport {
  /** Relative to the project, or below `~/`. */
  readonly path: string;
  readonly kind: "skill" | "link" | "module" | "attributes" | "lock" | "project";
  /** `absent`: nothing of its kind is there at all, as in a fresh clone; no drift. */
  readonly state: "same" | "written" | "removed" | "absent";
  /** What was there and should not have been, or the other way round. */
  readonly files: readonly FileChange[];
}

/** What a sync did, or with `check` would do. */
export interface SyncReport {
  readonly sources: readonly SourceReport[];
  readonly outputs: readonly OutputReport[];
  readonly warnings: readonly string[];
  /** What the policy does not let through, so that a sync would fail; only of a check. */
  readonly refused: readonly string[];
  /** Something is not as the project file and the lock say. */
  readonly drift: boolean;
  /** The changes were made. */
  readonly written: boolean;
  /** A sync before this one was cut off: it was undone or finished, or (`pending`) only seen, by a check. */
  readonly recovered: "none" | "undone" | "finished" | "pending";
}
