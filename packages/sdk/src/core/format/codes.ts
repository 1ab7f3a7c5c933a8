import type { Diagnostic, Severity } from "../diagnostic.ts";
import type { RuleSettings, SkillProfile } from "./types.ts";

/** How the file is written. */
export type SyntaxCode =
  | "frontmatter-missing"
  | "frontmatter-unclosed"
  | "frontmatter-too-large"
  | "frontmatter-too-deep"
  | "frontmatter-too-complex"
  | "frontmatter-not-mapping"
  | "byte-order-mark"
  | "leading-blank-lines"
  | "yaml-syntax"
  | "yaml-duplicate-key"
  | "yaml-unquoted-colon"
  | "yaml-unquoted-value"
  | "yaml-hash-in-value"
  | "yaml-tab"
  | "yaml-unknown-tag";

/** What the specification asks. */
export type SpecCode =
  | "name-missing"
  | "name-empty"
  | "name-too-long"
  | "name-case"
  | "name-hyphen-edge"
  | "name-hyphen-double"
  | "name-characters"
  | "name-directory"
  | "description-missing"
  | "description-empty"
  | "description-too-long"
  | "compatibility-empty"
  | "compatibility-too-long"
  | "field-type"
  | "metadata-type"
  | "metadata-value-type"
  | "allowed-tools-type"
  | "allowed-tools-commas"
  | "allowed-tools-empty"
  | "allowed-tools-unbalanced"
  | "unknown-field"
  | "field-misspelled"
  | "client-field-type";

/** What vendors ask on top. */
export type VendorCode = "vendor-reserved-name" | "vendor-angle-brackets";

/** What makes a skill good and safe to read. */
export type QualityCode =
  | "description-too-short"
  | "description-no-trigger"
  | "description-person"
  | "description-steps"
  | "body-empty"
  | "body-too-long"
  | "body-too-many-tokens"
  | "link-missing"
  | "link-deep"
  | "link-outside"
  | "file-orphan"
  | "script-missing"
  | "script-not-executable"
  | "script-interactive"
  | "absolute-path"
  | "hidden-unicode"
  | "html-comment"
  | "command-expansion";

/** Where the file lies. */
export type FileCode =
  | "path-missing"
  | "skill-missing"
  | "file-unreadable"
  | "file-unwritable"
  | "file-too-large"
  | "file-not-text"
  | "file-encoding"
  | "file-case"
  | "file-count"
  | "directory-loop";

/** What happened while skills were gathered. */
export type SourceCode =
  | "source-unavailable"
  | "source-stale"
  | "index-invalid"
  | "entry-invalid"
  | "skill-shadowed"
  | "skill-not-locked"
  | "signature-missing"
  | "signature-invalid"
  | "signature-untrusted"
  | "signature-unchecked"
  | "name-shared"
  | "folder-limit"
  | "folder-link-outside"
  | "folder-untrusted"
  | "preload-unknown"
  | "catalog-truncated"
  | "package-invalid"
  | "state-conflict"
  | "state-invalid"
  | "setting-unused"
  | "toolset-unavailable";

/** Every code a diagnostic can carry. */
export type DiagnosticCode = SyntaxCode | SpecCode | VendorCode | QualityCode | FileCode | SourceCode;

/** What a diagnostic code stands for. */
export interface DiagnosticCodeInfo {
  readonly group: "syntax" | "spec" | "vendor" | "quality" | "file" | "source";
  readonly summary: string;
  /** Severity under the profiles `spec` and `lenient`. What the Python reference finds is an error under `reference`. */
  readonly spec: Severity;
  readonly lenient: Severity;
  /** True if diagnostics of this code can carry a fix. */
  readonly fixable: boolean;
}

function code(
  group: DiagnosticCodeInfo["group"],
  spec: Severity,
  lenient: Severity,
  summary: string,
  fixable: "fixable" | "" = "",
): DiagnosticCodeInfo {
  return { group, summary, spec, lenient, fixable: fixable === "fixable" };
}

/** Every diagnostic code, what it stands for and how much it weighs; part of the public API. */
export const DIAGNOSTIC_CODES: { readonly [Code in DiagnosticCode]: DiagnosticCodeInfo } = {
  "frontmatter-missing": code("syntax", "error", "error", "The file does not start with a `---` line."),
  "frontmatter-unclosed": code("syntax", "error", "warning", "The frontmatter has no closing `---` line.", "fixable"),
  "frontmatter-too-large": code("syntax", "error", "error", "The frontmatter is larger than 1 MiB."),
  "frontmatter-too-deep": code("syntax", "error", "error", "The frontmatter nests deeper than 64 levels."),
  "frontmatter-too-complex": code(
    "syntax",
    "error",
    "error",
    "The frontmatter needs more work to read than any real one.",
  ),
  "frontmatter-not-mapping": code("syntax", "error", "error", "The frontmatter is not a mapping of keys to values."),
  "byte-order-mark": code("syntax", "warning", "info", "The file starts with a byte order mark.", "fixable"),
  "leading-blank-lines": code("syntax", "warning", "info", "Blank lines stand before the frontmatter.", "fixable"),
  "yaml-syntax": code("syntax", "error", "error", "The frontmatter is not valid YAML."),
  "yaml-duplicate-key": code("syntax", "error", "warning", "A key appears twice.", "fixable"),
  "yaml-unquoted-colon": code("syntax", "error", "warning", "A value with a colon in it is not quoted.", "fixable"),
  "yaml-unquoted-value": code(
    "syntax",
    "error",
    "warning",
    "A value with YAML's own signs in it is not quoted.",
    "fixable",
  ),
  "yaml-hash-in-value": code(
    "syntax",
    "warning",
    "warning",
    "A ` #` turned the rest of a value into a comment.",
    "fixable",
  ),
  "yaml-tab": code("syntax", "error", "warning", "Lines are indented with tabs.", "fixable"),
  "yaml-unknown-tag": code("syntax", "warning", "info", "A YAML tag is not known and was ignored."),

  "name-missing": code("spec", "error", "warning", "There is no name.", "fixable"),
  "name-empty": code("spec", "error", "warning", "The name is empty.", "fixable"),
  "name-too-long": code("spec", "error", "warning", "The name is longer than 64 characters.", "fixable"),
  "name-case": code("spec", "error", "warning", "The name is not in lower case.", "fixable"),
  "name-hyphen-edge": code("spec", "error", "warning", "The name starts or ends with a hyphen.", "fixable"),
  "name-hyphen-double": code("spec", "error", "warning", "The name has two hyphens in a row.", "fixable"),
  "name-characters": code(
    "spec",
    "error",
    "warning",
    "The name has other characters than letters, digits and hyphens.",
    "fixable",
  ),
  "name-directory": code("spec", "error", "warning", "The name differs from the folder's.", "fixable"),
  "description-missing": code("spec", "error", "error", "There is no description."),
  "description-empty": code("spec", "error", "error", "The description is empty."),
  "description-too-long": code("spec", "error", "warning", "The description is longer than 1,024 characters."),
  "compatibility-empty": code("spec", "error", "info", "The compatibility note is empty.", "fixable"),
  "compatibility-too-long": code("spec", "error", "warning", "The compatibility note is longer than 500 characters."),
  "field-type": code("spec", "error", "warning", "A field that must be text is something else.", "fixable"),
  "metadata-type": code("spec", "error", "warning", "`metadata` is not a mapping."),
  "metadata-value-type": code("spec", "error", "info", "A value in `metadata` is not text.", "fixable"),
  "allowed-tools-type": code("spec", "error", "info", "`allowed-tools` is a list instead of one text.", "fixable"),
  "allowed-tools-commas": code(
    "spec",
    "warning",
    "info",
    "`allowed-tools` is separated by commas instead of spaces.",
    "fixable",
  ),
  "allowed-tools-empty": code("spec", "warning", "info", "`allowed-tools` is there and empty.", "fixable"),
  "allowed-tools-unbalanced": code(
    "spec",
    "warning",
    "warning",
    "A pattern in `allowed-tools` has no closing parenthesis.",
  ),
  "unknown-field": code("spec", "warning", "info", "The specification and the common clients do not know this field."),
  "field-misspelled": code(
    "spec",
    "warning",
    "warning",
    "The field looks like a misspelling of a known one.",
    "fixable",
  ),
  "client-field-type": code("spec", "warning", "warning", "A client's field has a value of the wrong type.", "fixable"),

  "vendor-reserved-name": code("vendor", "warning", "info", "The name contains a word that a vendor reserves."),
  "vendor-angle-brackets": code(
    "vendor",
    "warning",
    "info",
    "The description contains `<` or `>`, which a vendor's upload refuses.",
  ),

  "description-too-short": code("quality", "warning", "info", "The description is too short to choose the skill by."),
  "description-no-trigger": code("quality", "warning", "info", "The description does not say when to use the skill."),
  "description-person": code("quality", "warning", "info", "The description is not in the third person."),
  "description-steps": code(
    "quality",
    "warning",
    "info",
    "The description retells the steps instead of naming triggers.",
  ),
  "body-empty": code("quality", "warning", "info", "There are no instructions."),
  "body-too-long": code("quality", "warning", "info", "The instructions are longer than 500 lines."),
  "body-too-many-tokens": code("quality", "warning", "info", "The instructions are longer than about 5,000 tokens."),
  "link-missing": code("quality", "warning", "info", "A link points at a file that is not there."),
  "link-deep": code("quality", "info", "info", "A link points more than one folder deep."),
  "link-outside": code("quality", "warning", "warning", "A link leaves the skill's folder."),
  "file-orphan": code("quality", "info", "info", "A bundled file is never mentioned."),
  "script-missing": code("quality", "warning", "info", "A script that the instructions name is not there."),
  "script-not-executable": code("quality", "warning", "info", "A script is not executable."),
  "script-interactive": code("quality", "warning", "warning", "A script waits for a person to type."),
  "absolute-path": code("quality", "warning", "info", "The instructions name a path of one machine."),
  "hidden-unicode": code(
    "quality",
    "warning",
    "warning",
    "The file holds characters that people cannot see and models can.",
  ),
  "html-comment": code("quality", "info", "info", "An HTML comment is hidden from readers and not from models."),
  "command-expansion": code(
    "quality",
    "warning",
    "warning",
    "Some clients run this command while they load the skill.",
  ),

  "path-missing": code("file", "error", "error", "The path does not exist."),
  "skill-missing": code("file", "error", "error", "There is no SKILL.md at or below the path."),
  "file-unreadable": code("file", "error", "error", "The file cannot be read."),
  "file-unwritable": code("file", "error", "error", "The file cannot be written."),
  "file-too-large": code("file", "error", "error", "The file is larger than any SKILL.md should be."),
  "file-not-text": code("file", "error", "error", "The file is not text."),
  "file-encoding": code("file", "error", "warning", "The file is not valid UTF-8."),
  "file-case": code("file", "warning", "warning", "The file is not spelled SKILL.md."),
  "file-count": code("file", "warning", "info", "The skill has too many files to check them."),
  "directory-loop": code("file", "error", "warning", "A link leads back to a folder above it."),

  "source-unavailable": code("source", "error", "error", "A source of skills could not be listed."),
  "source-stale": code("source", "warning", "warning", "A source could not be reached; an earlier answer is used."),
  "index-invalid": code("source", "error", "error", "The list of skills that a server or store offers is not one."),
  "entry-invalid": code("source", "error", "error", "An entry of a list of skills cannot be used."),
  "skill-shadowed": code("source", "warning", "warning", "An earlier source has a skill with this id."),
  "skill-not-locked": code("source", "warning", "warning", "A skill is left out: the lock does not list it."),
  "signature-missing": code("source", "warning", "warning", "A skill has no signature, and the policy asks for one."),
  "signature-invalid": code(
    "source",
    "warning",
    "warning",
    "A skill is not what was signed, or its signature is wrong.",
  ),
  "signature-untrusted": code("source", "warning", "warning", "A skill is signed by somebody who is not trusted."),
  "signature-unchecked": code("source", "warning", "warning", "A skill is signed, and that could not be checked."),
  "name-shared": code("source", "warning", "warning", "Skills with different ids have the same name."),
  "folder-limit": code("source", "warning", "warning", "There are more folders than were searched."),
  "folder-link-outside": code("source", "warning", "warning", "A link leads out of the folder, and was not followed."),
  "folder-untrusted": code("source", "warning", "warning", "A project's skills are left out until it is trusted."),
  "preload-unknown": code("source", "warning", "warning", "A skill that is to be preloaded does not exist."),
  "catalog-truncated": code("source", "warning", "warning", "Skills are left out of a prompt, to keep to its budget."),
  "package-invalid": code("source", "error", "error", "The skills of an npm package cannot be used."),
  "state-conflict": code("source", "error", "error", "Two skills keep different state under one name."),
  "state-invalid": code("source", "error", "error", "What a session keeps does not fit the schema of a skill's state."),
  "setting-unused": code("source", "info", "info", "A setting of a skill has no effect in the mode of the skillset."),
  "toolset-unavailable": code("source", "warning", "warning", "The tools of a skill could not be listed."),
};

/** The severity of a code under a profile; `off` if the caller's rules switch it off. */
export function severityOf(
  code: DiagnosticCode,
  profile: SkillProfile,
  rules: RuleSettings | undefined,
): Severity | "off" {
  const own = rules?.[code];
  if (own !== undefined) return own;
  const info = DIAGNOSTIC_CODES[code];
  if (profile === "reference" && (info.group === "syntax" || info.group === "spec")) return "error";
  return profile === "lenient" ? info.lenient : info.spec;
}

/** The diagnostics with the severities of a profile and the caller's rules; those that are off are left out. */
export function weigh(diagnostics: Diagnostic[], profile: SkillProfile, rules: RuleSettings | undefined): Diagnostic[] {
  // Rules report at the severities of `spec`, and the reference's errors come as errors.
  if (profile !== "lenient" && rules === undefined) return diagnostics;
  const weighed: Diagnostic[] = [];
  for (const diagnostic of diagnostics) {
    const severity = severityOf(diagnostic.code, profile, rules);
    if (severity === diagnostic.severity) weighed.push(diagnostic);
    else if (severity !== "off") weighed.push({ ...diagnostic, severity });
  }
  return weighed;
}
