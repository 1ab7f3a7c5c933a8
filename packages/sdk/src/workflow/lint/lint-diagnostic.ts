import type { Severity } from "../../core/diagnostic.ts";

/** What a workflow is checked for: how much each finding weighs by itself, and what it means. */
export const LINT_RULES = {
  "unknown-step": { severity: "error", summary: "A step leads to something that does not exist." },
  "unreachable-step": { severity: "warning", summary: "No way leads from the entry to a step." },
  "terminal-missing": { severity: "error", summary: "A step leads nowhere, not even to the end." },
  "missing-default-branch": { severity: "warning", summary: "A list of branches may match nothing." },
  "cycle-guard": { severity: "warning", summary: "A loop has no limit of its own, or its limit makes no sense." },
  "unbounded-loop": { severity: "error", summary: "No way leads from a loop to the end." },
  "late-edge": {
    severity: "warning",
    summary: "A way that was declared later leads around a result that the types promise.",
  },
  "destructive-without-on-error": {
    severity: "warning",
    summary: "An action that cannot be taken back has no step for its failure.",
  },
  "no-host-tool-names": { severity: "error", summary: "A prompt names a tool that only some hosts have." },
  "unknown-tool-names": { severity: "warning", summary: "A prompt asks for a tool that no known host has." },
  "host-branching-density": { severity: "warning", summary: "Several prompts depend on the host's tools." },
  "primitive-schema-mismatch": { severity: "error", summary: "The response has no place for what the prompt asks." },
  "prompt-budget": { severity: "warning", summary: "A prompt is longer than its budget of tokens." },
  "prompt-not-assembled": { severity: "info", summary: "A prompt could not be made with sample values." },
  "missing-reference": { severity: "error", summary: "A file that is loaded is not in references/." },
  "orphan-references": { severity: "warning", summary: "A file in references/ is used nowhere." },
  "references-not-checked": { severity: "info", summary: "The files of the skill cannot be read here." },
  "composite-step-name": { severity: "error", summary: "The name of a step holds a slash." },
  "composite-duplicate-subskill": { severity: "error", summary: "The name of a sub-skill is taken." },
  "composite-duplicate-topic": { severity: "error", summary: "Two topics cannot be told apart." },
} as const;

/** The name of a rule; part of the public API. */
export type LintRule = keyof typeof LINT_RULES;

/** What is wrong with a workflow, and where. */
export interface LintDiagnostic {
  readonly rule: LintRule;
  /** The same as `rule`, as other diagnostics have it. */
  readonly code: LintRule;
  readonly severity: Severity;
  /** One sentence a person can act on; what concerns a sub-skill begins with `[subskill:<name>]`. */
  readonly message: string;
  readonly step?: string;
  /** Below `references/`. */
  readonly file?: string;
  readonly hint?: string;
}

/** Makes a diagnostic; its severity is that of the rule unless another is given. */
export function lintDiagnostic(
  rule: LintRule,
  message: string,
  more: Partial<Pick<LintDiagnostic, "severity" | "step" | "file" | "hint">> = {},
): LintDiagnostic {
  return { rule, code: rule, severity: LINT_RULES[rule].severity, message, ...more };
}
