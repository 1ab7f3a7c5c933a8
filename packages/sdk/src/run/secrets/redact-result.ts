import type { WorkflowDefinition } from "../../workflow/define/workflow-definition.ts";
import { findStep } from "../../workflow/engine/workflow-map.ts";
import type { CompletedStep } from "../../workflow/results.ts";
import { maskValues, redact } from "./redact.ts";

interface Told {
  readonly completed?: CompletedStep;
  readonly autoAdvanced?: readonly CompletedStep[];
  readonly finalOutput?: unknown;
}

/** A result for the file that an agent reads: answers without what their schemas mark as secret. */
export function redactResult<Result extends object>(definition: WorkflowDefinition, result: Result): Result {
  const { completed, autoAdvanced, finalOutput } = result as Told;
  const final = redact(definition.finalOutput, finalOutput);
  const secrets = new Set<unknown>(final.secrets);
  const visits = [...(completed ? [completed] : []), ...(autoAdvanced ?? [])];
  for (const { step, response } of visits) {
    for (const secret of redactAnswer(definition, step, response).secrets) secrets.add(secret);
  }
  if (secrets.size === 0) return result;
  const clean = (visit: CompletedStep): CompletedStep => {
    const { value } = redactAnswer(definition, visit.step, visit.response);
    return maskValues({ ...visit, response: value }, secrets) as CompletedStep;
  };
  return {
    ...result,
    ...(finalOutput !== undefined && { finalOutput: maskValues(final.value, secrets) }),
    ...(completed && { completed: clean(completed) }),
    ...(autoAdvanced && { autoAdvanced: autoAdvanced.map(clean) }),
  };
}

/** An answer to a step without its secrets. */
export function redactAnswer(definition: WorkflowDefinition, step: string, output: unknown): ReturnType<typeof redact> {
  return redact(findStep(definition, step)?.unit.response, output);
}
