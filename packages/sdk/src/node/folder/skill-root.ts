/** A folder that holds skills, and what is known about it. */
export interface SkillRoot {
  readonly path: string;
  /** `project`: comes with a repository, so with whoever wrote that. `user`: the user's own. */
  readonly scope: "project" | "user" | "given";
  /** Skills of a root that is not trusted are left out. */
  readonly trusted: boolean;
  /** Whose folder it is: `agents` for the one that all clients share, else a client's name. */
  readonly client?: string;
}
