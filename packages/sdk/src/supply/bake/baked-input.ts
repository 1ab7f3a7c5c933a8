/** One file of a skill that is to be baked. */
export interface BakedFile {
  /** Relative to the skill, `/` as separator. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly executable: boolean;
}

/** A skill that is to be baked. */
export interface BakedInput {
  /** What the skill is called by: its id in the module, whatever its SKILL.md says. */
  readonly name: string;
  /** The text of the SKILL.md. */
  readonly manifest: string;
  /** Its files; the SKILL.md may be among them, must then hold the same text, and is pinned with its name and mode. */
  readonly files: readonly BakedFile[];
  /** What the lock says; anything else is refused with `digest-mismatch`. */
  readonly digest?: string;
}

/** Language of a baked module. */
export type BakedLanguage = "ts" | "js";

export interface BakeSkillsOptions {
  /** Where the module is going to be; `.ts` and `.mts` get types, `.js` and `.mjs` a comment with them. Default `skills.generated.ts`. */
  readonly file?: string;
  /** What makes the module again, for its first lines. Default `tradecraft sync`. */
  readonly command?: string;
}

export interface BakeSkillsResult {
  /** The module: the same skills give the same text, in whatever order they come. */
  readonly code: string;
  /** `skillDigest` of each skill, by name: what the module exports as `digests`. */
  readonly digests: Readonly<Record<string, string>>;
}
