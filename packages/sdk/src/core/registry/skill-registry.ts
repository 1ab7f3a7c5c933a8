import type { SkillDefinition } from "../code/skill-definition.ts";
import type { SkillHandle } from "../code/skill-handle.ts";
import type { SkillFileList } from "../integrity/skill-file-list.ts";
import type { SkillManifest } from "../format/types.ts";
import type { SkillMatch, SkillMatchOptions } from "../search/skill-matcher.ts";
import type {
  DefinitionsOptions,
  SkillEntry,
  SkillResource,
  SourceCallOptions,
  SourceDiagnostic,
  WatchOptions,
} from "../source/skill-source.ts";

/** A skill's files by what they are for; paths as `resource` takes them. */
export interface SkillResourceGroups {
  readonly scripts: readonly string[];
  readonly references: readonly string[];
  readonly assets: readonly string[];
  readonly other: readonly string[];
}

/** All skills of one or many sources, in three levels. Every method can be used on its own, without its registry. */
export interface SkillRegistry {
  /** Level 1, sorted by id. The same array as long as nothing changed. */
  catalog(options?: SourceCallOptions): Promise<readonly SkillEntry[]>;
  /** Level 2, read now. Throws `skill-unknown` for an id that is not in the catalog. */
  trigger(id: string, options?: SourceCallOptions): Promise<SkillManifest>;
  /** Level 3: one file of a skill. */
  resource(id: string, path: string, options?: SourceCallOptions): Promise<Uint8Array | string>;
  listResources(id: string, options?: SourceCallOptions): Promise<SkillResourceGroups>;
  /** Real path of the skill's folder, where it lies in one. */
  directory(id: string, options?: SourceCallOptions): Promise<string | undefined>;
  /** Every file of the skill but its SKILL.md, with sizes. */
  files(id: string, options?: SourceCallOptions): Promise<readonly SkillResource[]>;
  /** What is in the skill's files, where the source knows without reading them. */
  pinned(id: string, options?: SourceCallOptions): Promise<SkillFileList | undefined>;
  /** Every field of the SKILL.md's frontmatter, where the source knows without reading the file; absent where nobody can tell. */
  frontmatter?(id: string, options?: SourceCallOptions): Promise<Readonly<Record<string, unknown>> | undefined>;
  /** Whether the skill is written in the program itself; absent where nobody can tell. */
  isOfProgram?(id: string, options?: SourceCallOptions): Promise<boolean>;
  /** The skills that bring code along, by id. */
  definitions(options?: DefinitionsOptions): Promise<ReadonlyMap<string, SkillDefinition>>;
  /** One skill for the host: its entry, its code, and how to make it again with other options. */
  skill(id: string, options?: SourceCallOptions): Promise<SkillHandle>;
  /** Ranks the catalog for a text; triggers nothing. */
  match(query: string, options?: SkillMatchOptions): Promise<SkillMatch[]>;
  has(id: string, options?: SourceCallOptions): Promise<boolean>;
  /** As `trigger`, with undefined for an unknown id. */
  get(id: string, options?: SourceCallOptions): Promise<SkillManifest | undefined>;
  /** Level 2 of every skill that can be read; those that cannot are in `diagnostics`. */
  list(options?: SourceCallOptions): Promise<SkillManifest[]>;
  /** What was skipped, shadowed or repaired. */
  diagnostics(options?: SourceCallOptions): Promise<readonly SourceDiagnostic[]>;
  /** Asks the sources again; true if the catalog is another. */
  refresh(options?: SourceCallOptions): Promise<boolean>;
  /**
   * Refreshes whenever a source reports a change, and calls back if the catalog is another; with `files` in any case.
   * Call the result to stop.
   */
  watch(onChange?: () => void, options?: WatchOptions): Promise<() => void>;
}
