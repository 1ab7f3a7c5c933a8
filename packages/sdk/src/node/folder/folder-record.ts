import type { Diagnostic } from "../../core/diagnostic.ts";
import type { SkillEntry } from "../../core/source/skill-source.ts";
import type { Stamp } from "./stamp.ts";

/** What was learnt about one folder that holds a SKILL.md; its stamp is that file's. */
export interface SkillRecord {
  readonly kind: "skill";
  readonly stamp: Stamp;
  /** Undefined when the skill cannot be listed. */
  readonly entry: SkillEntry | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** What was learnt about any other folder; the names tell what to look at below it. */
export interface PlainRecord {
  readonly kind: "plain";
  readonly stamp: Stamp;
  readonly folders: readonly string[];
  readonly links: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** A root may be both: a skill, and a folder of skills. Paths are relative to the root, the root itself is "". */
export interface FolderRecords {
  readonly skills: Map<string, SkillRecord>;
  readonly plain: Map<string, PlainRecord>;
}

export function noRecords(): FolderRecords {
  return { skills: new Map(), plain: new Map() };
}
