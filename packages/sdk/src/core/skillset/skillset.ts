import type { SkillState, StateSnapshot } from "../code/state/skill-state.ts";
import type { SkillEntry, SourceCallOptions, SourceDiagnostic } from "../source/skill-source.ts";
import type { SkillActivation } from "./activate-skill.ts";
import type { CatalogFormat } from "./catalog-line.ts";
import type { LoadedSkill } from "./ledger.ts";
import type { SkillTool } from "./skill-tool.ts";
import type { SkillsetEvents } from "./skillset-events.ts";
import type { SkillsetMode } from "./skillset-mode.ts";
import type { SkillToolNames } from "./tool-names.ts";

/** A skillset as data: what a durable engine keeps between two steps. */
export interface SkillsetJson {
  readonly version: 1;
  /** Every skill the agent may use. */
  readonly entries: readonly SkillEntry[];
  /** Ids that the prompt lists. */
  readonly listed: readonly string[];
  readonly preloaded: readonly LoadedSkill[];
  readonly format: CatalogFormat;
  readonly names: SkillToolNames;
  readonly loaded: readonly LoadedSkill[];
  readonly lost: readonly string[];
  readonly fingerprint: string;
  readonly mode?: SkillsetMode;
  readonly state?: StateSnapshot;
}

/** What one agent may use in one session. Resolved once; nothing about it changes by itself. */
export interface Skillset {
  /** The part of the system prompt that is about skills: the same bytes at every call; empty when there are none. */
  prompt(): string;
  /** Another text whenever the prompt is another. */
  readonly fingerprint: string;
  readonly tools: readonly SkillTool[];
  readonly mode: SkillsetMode | undefined;
  /** In mode `unlocked`: every tool that a skill could bring along. One that is not in `unlocked()` refuses to be called. */
  readonly unlockable: readonly SkillTool[];
  /** In mode `unlocked`: tools of the skills that are loaded by now. */
  unlocked(): readonly SkillTool[];
  /** What the skills keep in this session. */
  readonly state: SkillState;
  /** Every skill the agent may use, sorted by id. */
  readonly entries: readonly SkillEntry[];
  /** How many of them the prompt has no room for. */
  readonly omitted: number;
  /** What was left out or could not be found while it was made. */
  readonly diagnostics: readonly SourceDiagnostic[];
  /** Calls back at each event; call the result to stop. */
  on<Name extends keyof SkillsetEvents>(name: Name, listener: (event: SkillsetEvents[Name]) => void): () => void;
  /** Takes `/name what to do` from a person; undefined if it names no skill that a person may use. */
  activate(message: string, options?: SourceCallOptions): Promise<SkillActivation | undefined>;
  /** What was loaded, in order. */
  loaded(): readonly LoadedSkill[];
  /** Tells it that the conversation was shortened: what was loaded may be gone from it. */
  compacted(): void;
  /** The instructions that a shortened conversation lost, to be put back into it; empty when there are none. */
  reinject(): string;
  toJSON(): SkillsetJson;
  /** The same skillset over the catalog as it is now; what was loaded stays loaded. */
  refresh(options?: SourceCallOptions): Promise<Skillset>;
}
