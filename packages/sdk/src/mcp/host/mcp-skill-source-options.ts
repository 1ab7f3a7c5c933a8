import type { ApprovalStore } from "../../core/integrity/approval-store.ts";
import type { SkillFileList } from "../../core/integrity/skill-file-list.ts";
import type { SkillListOptions, SkillSource, SourceCallOptions } from "../../core/source/skill-source.ts";
import type { McpContentStore } from "./content-cache.ts";
import type { McpSkillEntry } from "./held-skill.ts";
import type { McpSkillLimits } from "./host-limits.ts";
import type { ApproveMcpSkill } from "./load-approval.ts";

/** How the skills of a server are taken. */
export interface McpSkillSourceOptions {
  /** What this host calls the server: a short name that is its alone. What the server calls itself counts for nothing. */
  readonly label: string;
  readonly limits?: McpSkillLimits;
  /** Asked before a skill is loaded. Without it every listed skill may be, and only scripts need an approval. */
  readonly approve?: ApproveMcpSkill;
  /** Where approvals are remembered: the same store as for local skills. */
  readonly approvals?: ApprovalStore;
  /** Where verified files outlive the process. Default: memory alone. */
  readonly cache?: McpContentStore;
  /** `allow` takes skills whose content is made anew each time. They cannot be verified, and none of their files is listed or run. Default `decline`. */
  readonly dynamic?: "decline" | "allow";
  /** Whether servers of older drafts are read by their `index.json`. Default true. */
  readonly index?: boolean;
  /** URIs of skills that the server has and does not list. */
  readonly uris?: readonly string[];
  /** How to be told of changes, where the client's own handler is not to be taken. */
  readonly subscribe?: (onChange: () => void, options: SourceCallOptions) => Promise<() => void>;
}

/** The skills of an MCP server. */
export interface McpSkillSource extends SkillSource {
  readonly label: string;
  list(options?: SkillListOptions): Promise<readonly McpSkillEntry[]>;
  /** Takes a skill by its URI, listed or not, or takes its entry anew; throws when it is refused. */
  get(uri: string, options?: SourceCallOptions): Promise<McpSkillEntry>;
  /** A skill's files as its entry lists them, for approvals: nothing is read for it. Undefined for an unverified skill. */
  pinned(id: string, options?: SourceCallOptions): Promise<SkillFileList | undefined>;
  /** A skill's frontmatter as its entry has it: nothing is read for it. Undefined for one of an old `index.json`. */
  frontmatter(id: string, options?: SourceCallOptions): Promise<Readonly<Record<string, unknown>> | undefined>;
  /** For a host that drops the server: forgets its cached files, and every approval of a skill that is listed. */
  forget(): Promise<void>;
}
