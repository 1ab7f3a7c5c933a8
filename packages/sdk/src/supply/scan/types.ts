import type { ScanCode } from "./scan-rules.ts";

/** How bad it would be if the finding is what it looks like. */
export type ScanSeverity = "high" | "medium" | "low";
/** How sure the rule is that the finding is what it looks like. */
export type ScanConfidence = "high" | "medium" | "low";

/** One file of a skill, as it is scanned; text or bytes, or neither for a link and for what could not be read. */
export interface ScanFile {
  /** Relative to the skill, `/` as separator. */
  readonly path: string;
  readonly bytes?: Uint8Array;
  readonly text?: string;
  readonly executable?: boolean;
  readonly kind?: "link" | "file";
  /** Where a link leads, as it is written. */
  readonly target?: string;
  /** Why there is no content: it is reported, never passed over. */
  readonly unread?: string;
  /** The digest of content that was not read by rules: a baseline may accept it as long as it stays. */
  readonly digest?: string;
}

/** A skill to scan: every file of it. */
export interface ScanInput {
  /** The name of the skill's folder, or whatever it is known by. */
  readonly id: string;
  readonly files: readonly ScanFile[];
  /** What was left out of `files`, and why: each is reported. */
  readonly leftOut?: readonly {
    readonly path: string;
    readonly reason: string;
    /** Default medium. */
    readonly severity?: ScanSeverity;
  }[];
}

/** What a second reader said about a finding; its reason is as untrusted as the skill it read. */
export interface ReaderRemark {
  readonly verdict: "confirm" | "doubt";
  readonly reason: string;
  /** What the rule itself said; filters go by this, so that nobody can be talked into hiding a finding. */
  readonly ruleConfidence: ScanConfidence;
}

/** Something a rule found. Nothing in it is more trustworthy than the skill, but `excerpt` and `why` are safe to print. */
export interface ScanFinding {
  /** Stable identifier; part of the public API. */
  readonly code: ScanCode;
  readonly title: string;
  readonly severity: ScanSeverity;
  readonly confidence: ScanConfidence;
  /** Path of the file in the skill. */
  readonly file: string;
  /** 1-based; absent where the finding is about the file as a whole. */
  readonly line?: number;
  /** 1-based, in UTF-16 units. */
  readonly column?: number;
  /** How many UTF-16 units from `column` on are concerned; never beyond the line. */
  readonly length?: number;
  /** What stands there, cut, invisible characters spelt out. */
  readonly excerpt: string;
  /** One sentence: why this was reported. */
  readonly why: string;
  readonly advice: string;
  /**
   * Stays while the code, the skill, the path, the severity, the kind of place, the content and how often it was there
   * before stay; the line number may change.
   */
  readonly fingerprint: string;
  /** Nobody knows the content that this is about, so that no baseline accepts it. */
  readonly unbound?: true;
  readonly reader?: ReaderRemark;
}

/** What a scan came to. An empty list of findings is not proof of anything. */
export interface ScanResult {
  readonly skill: string;
  /** By file, line and column. */
  readonly findings: readonly ScanFinding[];
  /** How many files rules looked at. */
  readonly files: number;
  readonly bytes: number;
  /** How many rules looked. */
  readonly rules: number;
  /** What became of the second reader's answer, where there is one. */
  readonly reader?: ReaderOutcome;
}

/** What became of a second reader's answer. */
export interface ReaderOutcome {
  readonly confirmed: number;
  readonly doubted: number;
  readonly added: number;
  /** Answers about nothing that was asked, or of the wrong shape. */
  readonly ignored: number;
  readonly error?: string;
}
