import type { SkillFileList } from "../../core/integrity/skill-file-list.ts";
import type { SkillEntry } from "../../core/source/skill-source.ts";
import type { SkillUri } from "./skill-uri.ts";

/** Where a skill came from. */
export interface McpOrigin {
  readonly kind: "mcp";
  /** What the host calls the server; never what the server calls itself. */
  readonly server: string;
  /** URI of the SKILL.md, which means something to that server alone. */
  readonly uri: string;
}

/** Level 1 of a server's skill. */
export interface McpSkillEntry extends SkillEntry {
  readonly origin: McpOrigin;
  /** Nothing says what its files must be: a "dynamic" skill, or one of an old `index.json`. */
  readonly unverified?: true;
}

/** A file that an entry lists. */
export interface HeldFile {
  /** As the entry spells it. */
  readonly uri: string;
  readonly path: string;
  readonly size: number;
  /** `sha256:` and 64 hexadecimal digits. */
  readonly digest: string;
}

/** A skill as the server's entry describes it: what reads are checked against. */
export interface HeldSkill {
  readonly entry: McpSkillEntry;
  readonly uri: SkillUri;
  /** As the server spells it. */
  readonly address: string;
  /** Undefined where there was none, as in an `index.json`. */
  readonly frontmatter?: Readonly<Record<string, unknown>>;
  /** Every file by path, the SKILL.md included; undefined for a skill without a manifest. */
  readonly files?: ReadonlyMap<string, HeldFile>;
  /** The manifest as locks, signatures and approvals have it. */
  readonly list?: SkillFileList;
  /** Digest of `list`: another one is another skill. */
  readonly digest?: string;
  /** What an `index.json` says the SKILL.md must hash to. */
  readonly skillDigest?: string;
}
