import type { SkillFileList } from "../integrity/skill-file-list.ts";
import type { SkillResource, SourceCallOptions } from "../source/skill-source.ts";

/** The skill that a script belongs to, as a runner sees it. */
export interface ScriptSkill {
  readonly id: string;
  readonly name: string;
  /** Real path of the skill's folder; undefined where the skill lies in none, and its files must be put into one. */
  directory(options?: SourceCallOptions): Promise<string | undefined>;
  listResources(options?: SourceCallOptions): Promise<readonly SkillResource[]>;
  readResource(path: string, options?: SourceCallOptions): Promise<Uint8Array | string>;
}

/** One run of one script. */
export interface ScriptRequest {
  readonly skill: ScriptSkill;
  /** Path in the skill, below `scripts/`. */
  readonly script: string;
  /** As the script gets them; nothing in between interprets them. */
  readonly args: readonly string[];
  /** Without it the script's input is closed. */
  readonly stdin?: string;
  /** Milliseconds; the runner's own limit where it is absent. */
  readonly timeout?: number;
  readonly signal?: AbortSignal;
  /** What somebody agreed to; a skill with any other content is refused with `digest-mismatch`. */
  readonly files?: SkillFileList;
}

/** What became of a run. A script that fails is a result; a run that may not or cannot start throws a `SkillError`. */
export interface ScriptResult {
  /** Null when a signal ended it. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Whether either stream was longer than the limit; the cut is marked in place. */
  readonly truncated: boolean;
  readonly timedOut: boolean;
  readonly durationMs: number;
  /** Whether it ran without network, with one folder to write to, and without the home folder to read from. */
  readonly sandboxed?: boolean;
}

/** Runs scripts that skills bring along, under a policy of its own. */
export interface ScriptRunner {
  run(request: ScriptRequest): Promise<ScriptResult>;
}
