/** Kinds of projects that `tradecraft new` makes. */
export const PROJECT_KINDS = ["prose", "workflow", "code"] as const;

/** What is made: a SKILL.md folder, a workflow project, or a package of skills with code. */
export type ProjectKind = (typeof PROJECT_KINDS)[number];

/** A project before it is written. */
export interface Project {
  /** Texts by path, with `/` between folders; in the order they are shown in. */
  readonly files: Readonly<Record<string, string>>;
  /** What to do now, one line each; commands are to be run in the project's folder. */
  readonly next: readonly string[];
}

/** What a template is filled with. */
export interface ProjectFacts {
  /** A valid name of a skill. */
  readonly name: string;
  /** Of this package, and so of the SDK. */
  readonly version: string;
}
