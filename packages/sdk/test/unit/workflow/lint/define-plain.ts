import type { DefinedStep, WorkflowDefinition } from "../../../../src/workflow/define/workflow-definition.ts";
import type { CheckSkillOptions } from "../../../../src/workflow/lint/check-skill.ts";
import type { LintRule } from "../../../../src/workflow/lint/lint-diagnostic.ts";

export const terminal = { terminal: true } as const;

// oxlint-disable-next-line typescript/no-explicit-any -- as authors write them, without the builder's types
export type Context = any;

/** A definition as no builder would let it pass. */
export function plain(
  steps: Readonly<Record<string, Partial<DefinedStep>>>,
  more: Partial<WorkflowDefinition> = {},
): WorkflowDefinition {
  return {
    kind: "skill",
    name: "plain",
    entry: Object.keys(steps)[0] ?? "",
    description: "For tests.",
    triggers: [],
    version: "0.0.0",
    resolveVersion: false,
    stores: {},
    steps: steps as WorkflowDefinition["steps"],
    subskills: {},
    topics: {},
    primitives: [],
    hosts: [],
    ...more,
  };
}

/** A skill with one mistake. */
export interface WrongSkill {
  readonly what: string;
  readonly rule: LintRule;
  readonly severity?: "error" | "warning" | "info";
  readonly says: RegExp;
  readonly definition: WorkflowDefinition;
  readonly options?: CheckSkillOptions;
}

/** A skill that only looks as if it had one. */
export interface RightSkill {
  readonly what: string;
  readonly definition: WorkflowDefinition;
  readonly options?: CheckSkillOptions;
}
