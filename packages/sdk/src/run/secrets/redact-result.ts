import type { WorkflowDefinition } from "../../workflow/define/workflow-definition.ts";
import { findStep } from "../../workflow/engine/workflow-map.ts";
import type { CompletedStep } from "../../workflow/results.ts";
import { maskValues, redact } from "./redact.ts";

interface Told {
  readonly message?: string;
  readonly completed?: CompletedStep;
  readonly autoAdvanced?: readonly CompletedStep[];
  readonly finalOutput?: unknown;
  readonly store?: unknown;
}

/**
 * A result for the file that an agent reads: values and messages without what schemas mark as secret, here or, as `known`
 * says, anywhere in the session. Prompts are told as their authors wrote them.
 */
export function redactResult<Result extends object>(
  definition: WorkflowDefinition,
  result: Result,
  known: ReadonlySet<unknown>,
): Result {
  const { message, completed, autoAdvanced, finalOutput, store } = result as Told;
  const final = redact(definition.finalOutput, finalOutput);
  const secrets = new Set<unknown>([...known, ...final.secrets]);
  const visits = [...(completed ? [completed] : []), ...(autoAdvanced ?? [])];
  for (const { step, response } of visits) {
    for (const secret of redactAnswer(definition, step, response).secrets) secrets.add(secret);
  }
  if (secrets.size === 0) return result;
  const clean = ({ step, ...visit }: CompletedStep): CompletedStep => {
    const response = redactAnswer(definition, step, visit.response).value;
    return { step, ...(maskValues({ ...visit, response }, secrets) as Omit<CompletedStep, "step">) };
  };
  return {
    ...result,
    ...(message !== undefined && { message: maskValues(message, secrets) }),
    ...(finalOutput !== undefined && { finalOutput: maskValues(final.value, secrets) }),
    ...(completed && { completed: clean(completed) }),
    ...(autoAdvanced && { autoAdvanced: autoAdvanced.map(clean) }),
    ...(store !== undefined && { store: maskValues(store, secrets) }),
  };
}

/** An answer to a step without its secrets. */
export function redactAnswer(definition: WorkflowDefinition, step: string, output: unknown): ReturnType<typeof redact> {
  return redact(findStep(definition, step)?.unit.response, output);
}
