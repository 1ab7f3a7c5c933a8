import type { AnySchema, AnyStepConfig, DefinedStep, WorkflowDefinition } from "../define/workflow-definition.ts";

/** A prompt with what answers it: a step's, or one of a part of a parallel step. */
export interface PromptUnit {
  readonly step: string;
  /** In a parallel step: its branch, or `each`. */
  readonly part?: string;
  readonly prompt: NonNullable<AnyStepConfig["prompt"]>;
  readonly response?: AnySchema;
  readonly config: DefinedStep;
}

/** Every prompt of a workflow, in the order of declaration. */
export function promptUnits({ steps }: WorkflowDefinition): readonly PromptUnit[] {
  return Object.entries(steps).flatMap(([step, config]): PromptUnit[] => {
    const { prompt, response, parallel } = config;
    const own: PromptUnit[] =
      prompt === undefined ? [] : [{ step, prompt, config, ...(response !== undefined && { response }) }];
    if (parallel === undefined) return own;
    const parts = "each" in parallel ? { each: parallel.each } : parallel.branches;
    return [
      ...own,
      ...Object.entries(parts).map(([part, { prompt: partPrompt, response: partResponse }]) => ({
        step,
        part,
        prompt: partPrompt,
        config,
        ...(partResponse !== undefined && { response: partResponse }),
      })),
    ];
  });
}

/** `"name"`, or the part of it that is meant. */
export function nameUnit({ step, part }: Pick<PromptUnit, "step" | "part">): string {
  return part === undefined ? `"${step}"` : `"${step}" (${part})`;
}
