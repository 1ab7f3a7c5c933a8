import { SkillError } from "../../core/errors.ts";
import type { None } from "./builder-types.ts";
import type { LooseStepConfig, TypedStep } from "./step-config.ts";
import type { AnySchema, AnyStepConfig } from "./workflow-definition.ts";

/** A step that stands alone, for several skills or for `extend`. */
export function step<
  Response extends AnySchema | undefined = undefined,
  Outcome = None,
  Saved = undefined,
  const Target extends string = never,
  const Limit extends string = never,
  const Failure extends string = never,
  Needs = unknown,
  // oxlint-disable-next-line typescript/no-explicit-any -- it is not known yet which skill it will be in
  Params = any,
>(
  config: LooseStepConfig<Params, Response, Outcome, Saved, Target, Limit, Failure, Needs>,
): TypedStep<{
  response: Response;
  outcome: Outcome;
  saved: Saved;
  target: Target;
  limit: Limit;
  failure: Failure;
}> {
  return defineStep(config as unknown as AnyStepConfig) as never;
}

function defineStep(config: AnyStepConfig): TypedStep {
  if (typeof config !== "object" || config === null || config.next === undefined) {
    throw new SkillError(
      "workflow-invalid",
      "A step needs `next`: the name of a step, branches, a function, or `terminal`.",
    );
  }
  return Object.freeze({
    kind: "step",
    config: Object.freeze({ ...config }),
    extend: (overrides: Partial<AnyStepConfig>) => defineStep({ ...config, ...overrides }),
  });
}
