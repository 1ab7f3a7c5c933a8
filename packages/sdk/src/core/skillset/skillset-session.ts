import type { CodeSession } from "../code/code-session.ts";
import type { SkillRegistry } from "../registry/skill-registry.ts";
import type { SkillEntry } from "../source/skill-source.ts";
import type { CatalogFormat } from "./catalog-line.ts";
import type { SkillLedger } from "./ledger.ts";
import type { EventHub } from "./skillset-events.ts";
import type { SkillsetMode } from "./skillset-mode.ts";
import type { SkillToolNames } from "./tool-names.ts";

/** What the tools of one skillset share. */
export interface SkillsetSession {
  readonly registry: SkillRegistry;
  /** Every skill that this agent may use, by id; nothing else can be reached. */
  readonly allowed: ReadonlyMap<string, SkillEntry>;
  /** Ids that the model may choose. */
  readonly forModel: readonly string[];
  /** Ids that the prompt lists; fewer than `forModel` when the budget is smaller. */
  readonly listed: readonly string[];
  readonly preloaded: ReadonlySet<string>;
  readonly format: CatalogFormat;
  readonly names: SkillToolNames;
  readonly ledger: SkillLedger;
  readonly events: EventHub;
  readonly code: CodeSession;
  readonly mode: SkillsetMode | undefined;
  /** In mode `unlocked`: what the tools of each skill are called, by their own names. */
  readonly unlockedNames: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** What a model gets of a file that is no text. */
  readonly binaryFiles: "refuse" | "base64";
  readonly now: () => number;
}

/** Whether the model may use a skill's files: one it may choose, or one that is in the conversation already. */
export function isReachable({ forModel, allowed, ledger, preloaded }: SkillsetSession, id: string): boolean {
  return forModel.includes(id) || (allowed.has(id) && (preloaded.has(id) || ledger.get(id) !== undefined));
}
