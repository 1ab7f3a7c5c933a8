import type { WorkflowDefinition } from "../../../workflow/define/workflow-definition.ts";
import { jsonSchemaOfAnswer } from "../../../workflow/schema/json-schema-of-step.ts";
import { type ActionStubs, stubNamesOf, withAction } from "../definition/action-stubs.ts";
import { mapWorkflow, unitsOf } from "../definition/map-workflow.ts";
import { generateValue } from "../generate/generate-value.ts";
import type { Random } from "../generate/random.ts";
import { WorkflowTestError } from "../workflow-test-error.ts";
import type { WalkAction } from "./walk-report.ts";

/** How actions are stood for in walks. */
export interface WalkActionOptions {
  readonly actions: ActionStubs;
  readonly runActions: boolean;
  /** How likely an action with an `onError` fails. */
  readonly failActions: number;
}

/** What one walk notes and chooses by. */
export interface WalkWorld {
  readonly random: Random;
  readonly actions: WalkAction[];
}

/** Throws for actions of which nobody knows what they give, unless they may run. */
export function refuseRealActions(definition: WorkflowDefinition, { actions, runActions }: WalkActionOptions): void {
  if (runActions) return;
  const real = unitsOf(definition).filter(({ unit, ...place }) => {
    const stubbed = stubNamesOf(unit, place).some((name) => Object.hasOwn(actions, name));
    return unit.action !== undefined && !stubbed && outputSchema(unit) === undefined;
  });
  if (real.length === 0) return;
  const steps = real.map(({ address }) => `"${address.replace(/#$/, "")}"`).join(", ");
  throw new WorkflowTestError(
    "action-unstubbed",
    `Nobody knows what the actions of ${steps} give, and a walk does not run them: say it in \`actions\`, or allow them to run with \`runActions: true\`.`,
  );
}

/**
 * A copy of a workflow whose actions do nothing: those with an output schema give something that fits it, and fail at times
 * where there is an `onError`. Nobody is told of a walk, and nothing is tried again, because nothing is tried.
 */
export function walkedWorkflow(
  definition: WorkflowDefinition,
  options: WalkActionOptions,
  world: () => WalkWorld,
): WorkflowDefinition {
  return mapWorkflow(definition, {
    definition: withoutObservers,
    unit: (unit, place) => {
      const schema = outputSchema(unit);
      const given = stubNamesOf(unit, place).some((name) => Object.hasOwn(options.actions, name));
      if (given || unit.action === undefined || (schema === undefined && options.runActions)) return unit;
      const stubbed = withAction(unit, place.address, ({ step }) => {
        const { random, actions } = world();
        if (place.config.onError !== undefined && random.chance(options.failActions)) {
          actions.push({ step, error: walkFailed });
          throw new Error(walkFailed);
        }
        const made = generateValue(schema ?? {}, random);
        if ("problem" in made) throw new Error(`No result could be made for the action: ${made.problem}`);
        actions.push({ step, result: made.value });
        return made.value;
      });
      return { ...stubbed, retries: 0 };
    },
  });
}

function withoutObservers(definition: WorkflowDefinition): WorkflowDefinition {
  const { observers: _, ...rest } = definition;
  return rest;
}

const walkFailed = "The walk lets this action fail.";

function outputSchema({ action }: Parameters<typeof stubNamesOf>[0]): Readonly<Record<string, unknown>> | undefined {
  if (typeof action !== "object") return undefined;
  return jsonSchemaOfAnswer(action.run.output) ?? undefined;
}
