/** A folder that holds skills, and what is known about it. */
export interface SkillRoot {
  readonly path: string;
  /** `project`: comes with a repository, so with whoever wrote that. `user`: the user's own. */
  readonly scope: "project" | "user" | "given";
  /** Skills of a root that is not trusted are left out. */
  readonly trusted: boolean;
  /** Digest of everything in the folder as somebody agreed to it: whenever it is another, the skills are left out. */
  readonly agreed?: string;
  /** Whose folder it is: `agents` for the one that all clients share, else a client's name. */
  readonly client?: string;
}
