import type { Diagnostic, Severity } from "../diagnostic.ts";
import type { DiagnosticCode } from "./codes.ts";

/** Anything a frontmatter can hold. */
export type FrontmatterValue =
  | string
  | number
  | boolean
  | null
  | FrontmatterValue[]
  | { [key: string]: FrontmatterValue };

/** Frontmatter keys that common clients define on top of the specification, where their value has the right type. */
export interface SkillDialect {
  readonly argumentHint?: string;
  readonly arguments?: readonly string[];
  readonly whenToUse?: string;
  readonly disableModelInvocation?: boolean;
  readonly userInvocable?: boolean;
  readonly disallowedTools?: readonly string[];
  readonly model?: string;
  readonly effort?: string | number;
  readonly context?: string;
  readonly agent?: string;
  readonly paths?: readonly string[];
  readonly hooks?: { readonly [event: string]: FrontmatterValue };
}

/** Level 2 of a skill: the parsed SKILL.md. */
export interface SkillManifest {
  /** As written, trimmed; empty when absent. */
  readonly name: string;
  /** As written, trimmed; empty when absent. */
  readonly description: string;
  readonly license?: string | undefined;
  readonly compatibility?: string | undefined;
  /** The specification's `metadata` map, values as written; empty when absent. */
  readonly metadata: { readonly [key: string]: FrontmatterValue };
  /** `allowed-tools` in any of its shapes, one tool each, patterns whole; undefined means no restriction. */
  readonly allowedTools?: readonly string[] | undefined;
  /** Every frontmatter key the specification does not know, verbatim. */
  readonly extra: { readonly [key: string]: FrontmatterValue };
  /** The client keys of `extra` that have the type clients expect. */
  readonly dialect: SkillDialect;
  /** Everything after the closing fence, trimmed. */
  readonly body: string;
  /** The file. */
  readonly raw: string;
}

/** One file of the skill, as the caller lists it: what rules about files look at. */
export interface SkillFile {
  /** Relative to the skill folder, `/` as separator. */
  readonly path: string;
  readonly size?: number;
  /** Undefined where the platform cannot tell. */
  readonly executable?: boolean;
  /** Text of a script, where the caller read it; lets the rule on interactive scripts look. */
  readonly text?: string;
}

/** Which reading of the specification decides: its prose, its Python reference, or a good client. */
export type SkillProfile = "spec" | "reference" | "lenient";

/** Per-rule switches: a severity, or `off`. */
export type RuleSettings = { readonly [Code in DiagnosticCode]?: Severity | "off" };

export interface ParseSkillOptions {
  /** Replaces the YAML reader, everywhere. May throw; the error becomes a diagnostic. */
  readonly parseYaml?: (text: string) => unknown;
  /** Mend what a good client would mend while reading; each repair is reported. Default true. */
  readonly repair?: boolean;
}

export interface ParseSkillResult {
  readonly manifest: SkillManifest;
  readonly diagnostics: Diagnostic[];
}

export interface ValidateSkillOptions {
  /** Default `spec`. */
  readonly profile?: SkillProfile;
  /** Name of the skill's folder; without it the rule that name and folder agree is not applied. */
  readonly directory?: string;
  /** Every file of the skill except SKILL.md; without it rules about files are not applied. */
  readonly files?: readonly SkillFile[];
  /** Also run the quality and safety rules. Default false. */
  readonly quality?: boolean;
  /** Also run the vendors' rules. Default true, except in profile `reference`. */
  readonly vendor?: boolean;
  /** As for `parseSkill`; used where a manifest was made by hand from a file. */
  readonly parseYaml?: (text: string) => unknown;
  readonly rules?: RuleSettings;
}

/** Options of `lintSkill` and `fixSkill`: read, validate and judge in one go. Quality rules are on by default. */
export interface LintSkillOptions extends ParseSkillOptions, ValidateSkillOptions {}

export interface FixSkillResult {
  /** The file after the fixes; the same string when there was nothing to fix. */
  readonly text: string;
  /** What was fixed, as reported before. */
  readonly fixed: Diagnostic[];
}
