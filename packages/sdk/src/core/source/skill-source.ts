import type { SkillDefinition } from "../code/skill-definition.ts";
import type { SkillFileList } from "../integrity/skill-file-list.ts";
import type { Diagnostic } from "../diagnostic.ts";
import type { ParseSkillResult } from "../format/types.ts";

/** A server that skills come from. */
export interface SkillOrigin {
  /** What kind of server: `mcp`. */
  readonly kind: string;
  /** What the host calls it. */
  readonly server: string;
  readonly uri: string;
}

/** Level 1 of a skill: what is always known about it. */
export interface SkillEntry {
  /** What every call, allowlist and model uses; the skill's name, unless a source prefixes or renames it. */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** The skill's own note on what it needs. */
  readonly compatibility?: string;
  /** Not for the model to choose: only a person may activate it. */
  readonly disableModelInvocation?: boolean;
  /** `false`: not for a person to choose. */
  readonly userInvocable?: boolean;
  /** Where the skill lies, for people: a path or an address. Nothing is ever opened by it. */
  readonly location?: string;
  /** Another text whenever the SKILL.md is another; without one, nobody can tell whether it changed. */
  readonly revision?: string;
  /** Where a skill comes from that somebody else serves. Such a skill is nobody's here: nothing of it is read ahead, and no right is granted by it. */
  readonly origin?: SkillOrigin;
  /** Nobody can tell whether what is read is what was listed. */
  readonly unverified?: boolean;
  /** An earlier answer, because the source could not be asked again. */
  readonly stale?: boolean;
}

/** Level 3 of a skill: a file other than its SKILL.md. */
export interface SkillResource {
  /** Relative to the skill, `/` as separator. */
  readonly path: string;
  readonly size?: number;
  /** Undefined where the source cannot tell. */
  readonly executable?: boolean;
}

/** A finding with its place among the sources. */
export interface SourceDiagnostic extends Diagnostic {
  /** Which source says so, in words: `folder ./skills`, `https://example.com/skills`. */
  readonly source: string;
  /** The skill concerned. */
  readonly id?: string;
  /** The file, folder or address concerned. */
  readonly path?: string;
}

export interface SourceCallOptions {
  readonly signal?: AbortSignal;
}

export interface SkillListOptions extends SourceCallOptions {
  /** How to read a SKILL.md; default `parseSkill`. */
  readonly parse?: (raw: string) => ParseSkillResult;
  /** Told what was skipped, shadowed or repaired. */
  readonly onDiagnostic?: (diagnostic: SourceDiagnostic) => void;
}

/** What to be told of. */
export interface WatchOptions extends SourceCallOptions {
  /** Also of every file of a skill, and not only of what makes the list another. Default false. */
  readonly files?: boolean;
}

export interface DefinitionsOptions extends SourceCallOptions {
  /** Told whose code could not be had. */
  readonly onDiagnostic?: (diagnostic: SourceDiagnostic) => void;
}

/** Keeps what was worked out about a source's skills from one process to the next; it may forget at any time. */
export interface SkillIndexStore {
  /** What was saved last under this name. */
  load(name: string): Promise<Uint8Array | undefined>;
  save(name: string, bytes: Uint8Array): Promise<void>;
}

/**
 * Where skills come from: the one place in which IO happens. `list` and `read` are all that a source needs. Only ids that
 * `list` gave may be read; a source refuses other ids, and paths that leave the skill, with a `SkillError`
 * (`skill-unknown`, `path-refused`) before it returns any content.
 */
export interface SkillSource {
  /** Names the source in diagnostics. */
  readonly label?: string;
  list(options?: SkillListOptions): Promise<readonly SkillEntry[]>;
  /** The text of the SKILL.md. */
  read(id: string, options?: SourceCallOptions): Promise<string>;
  /** Every file of the skill but its SKILL.md, sorted by path. */
  listResources?(id: string, options?: SourceCallOptions): Promise<readonly SkillResource[]>;
  readResource?(id: string, path: string, options?: SourceCallOptions): Promise<Uint8Array | string>;
  /** Real path of a listed skill's folder, for those who run what lies in it; undefined where it lies in none. */
  directory?(id: string, options?: SourceCallOptions): Promise<string | undefined>;
  /** What is in the skill's files, where the source knows without reading them: what an approval is bound to. */
  pinned?(id: string, options?: SourceCallOptions): Promise<SkillFileList | undefined>;
  /** Every field of the SKILL.md's frontmatter, where the source knows without reading the file. */
  frontmatter?(id: string, options?: SourceCallOptions): Promise<Readonly<Record<string, unknown>> | undefined>;
  /** Whether a skill is written in the program itself, so that its id is the program's word and not the skill's. */
  isOfProgram?(id: string, options?: SourceCallOptions): Promise<boolean>;
  /** The skills that bring code along, by id; one that is reconfigured stays the same object. */
  definitions?(options?: DefinitionsOptions): Promise<ReadonlyMap<string, SkillDefinition>>;
  /** Another number whenever the program itself changed a skill; asked often, so it costs nothing. */
  generation?(): number;
  /** Calls back when something may have changed. Resolves once changes are seen; call the result to stop. */
  watch?(onChange: () => void, options?: WatchOptions): Promise<() => void>;
  /** Where a registry may keep its search index for these skills. */
  readonly indexStore?: SkillIndexStore;
}
