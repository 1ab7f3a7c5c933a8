import type { SourceCallOptions } from "../source/skill-source.ts";
import type { SkillFileList } from "./skill-file-list.ts";

/** The one file that a signature does not cover: the signature, in the skill's folder. */
export const SIGNATURE_FILE_NAME = "SKILL.sigstore.json";

/** `unsigned`: there is no signature. `unchecked`: there is one, and nobody could say whether it is good. Neither is `valid`. */
export type SignatureStatus = "valid" | "invalid" | "untrusted" | "unsigned" | "unchecked";

/** What a verifier found. */
export interface SignatureVerdict {
  readonly status: SignatureStatus;
  /** Why, as a literal. */
  readonly code: string;
  /** Why, in words. */
  readonly message: string;
  /** Who signed, in words; verified only where the status is `valid`. */
  readonly signer?: string;
  /** Every file that the signature covers; given when the status is `valid`. */
  readonly files?: SkillFileList;
}

/** A skill as a verifier sees it: what it does not need is not read. */
export interface SkillToVerify {
  readonly id: string;
  /** Real path of the folder, where the skill lies in one: then everything in it counts, listed or not. */
  readonly directory: string | undefined;
  /** The text of the signature; undefined where there is none. */
  bundle(): Promise<string | undefined>;
  /** Every file but the signature, read now. */
  files(): Promise<SkillFileList>;
  /** Whether `files` knows of each file but the SKILL.md whether it may be run. */
  readonly knowsModes: boolean;
}

/** Judges signatures of skills. */
export interface SignatureVerifier {
  verify(skill: SkillToVerify, options?: SourceCallOptions): Promise<SignatureVerdict>;
}

/** What is done about skills without a valid signature. */
export type SignatureMode = "ignore" | "warn" | "require";

/** Whose skills are used. */
export interface SignaturePolicy {
  /** `require` uses and lists skills with a valid signature alone; `warn` uses all, and says which have none. */
  readonly mode: SignatureMode;
  /** Knows who is trusted: `sigstoreVerifier()` of `@tradecraft/sdk/supply`, or one of your own. */
  readonly verifier: SignatureVerifier;
  /**
   * Which skills that are written in the program need no signature: ids, or patterns with `*`. A skill that was read from
   * somewhere (a folder, a server, a package) is never exempt: its id is its own word.
   */
  readonly exempt?: readonly string[];
}
