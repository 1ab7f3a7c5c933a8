/** What a matcher may know of one skill. */
export interface SkillCandidate {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** Another text whenever the skill's content is another; equal ones need no second look. */
  readonly revision: string;
  /** The instructions, read when asked for; empty if they cannot be read. */
  body(): Promise<string>;
}

/** A skill, and how well it fits: 0 not at all, 1 as well as can be. */
export interface SkillMatch {
  readonly id: string;
  readonly score: number;
}

export interface SkillMatchOptions {
  /** At most so many; 0 is none. Default: all that match. */
  readonly topK?: number;
  /** Only scores of at least this much. Default 0: every skill that matches at all. */
  readonly threshold?: number;
  readonly signal?: AbortSignal;
}

/** Ranks skills by how well they fit a text. It prunes a catalog; it never triggers anything. */
export interface SkillMatcher {
  /**
   * Best first. `corpus` is all there is to choose from; it is the same object as long as nothing changed, so that a
   * matcher can keep what it worked out. A matcher that asks a server may ignore it.
   */
  match(query: string, corpus: readonly SkillCandidate[], options?: SkillMatchOptions): Promise<SkillMatch[]>;
  /** What `restore` can take in another process instead of working it out again. */
  snapshot?(): Uint8Array | undefined;
  /** Takes a snapshot, from this version or any other; what it cannot use it leaves. */
  restore?(snapshot: Uint8Array): void;
}
