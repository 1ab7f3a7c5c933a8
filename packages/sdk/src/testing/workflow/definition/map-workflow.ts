import type {
  AnyNext,
  AnyParallel,
  AnyPartConfig,
  AnyStepConfig,
  DefinedStep,
  SubskillRegistration,
  WorkflowDefinition,
} from "../../../workflow/define/workflow-definition.ts";

/** What is shown, answered and run: a step, or a part of one. */
export type StepUnit = Pick<AnyStepConfig, "prompt" | "response" | "action" | "timeout" | "retries">;

/** Where a unit is. */
export interface UnitPlace {
  /** With the names of sub-skills: `doctor/diagnose`. Parts of a list share `research#`, a named one is `checks#lint`. */
  readonly address: string;
  /** Without the part. */
  readonly step: string;
  readonly config: DefinedStep;
}

/** What is different in a copy of a workflow. */
export interface WorkflowChange {
  readonly unit?: (unit: StepUnit, place: UnitPlace) => StepUnit;
  /** `from` is a step, or a sub-skill that comes back. */
  readonly next?: (next: AnyNext, from: string) => AnyNext;
  readonly definition?: (definition: WorkflowDefinition) => WorkflowDefinition;
}

/** A copy of a workflow, its sub-skills included, with some things different. */
export function mapWorkflow(definition: WorkflowDefinition, change: WorkflowChange, path = ""): WorkflowDefinition {
  const at = (name: string): string => `${path}${name}`;
  const { unit = same, next = same, definition: whole = same } = change;
  const steps = mapValues(definition.steps, (step, name): DefinedStep => {
    const place = { address: at(name), step: at(name), config: step };
    const { parallel } = step;
    return {
      ...step,
      ...(parallel ? { parallel: mapParts(parallel, unit, place) } : unit(step, place)),
      next: next(step.next, at(name)),
    };
  });
  const subskills = mapValues(definition.subskills, (registration, name): SubskillRegistration => {
    const { next: way } = registration;
    return {
      ...registration,
      definition: mapWorkflow(registration.definition, change, `${at(name)}/`),
      ...(way !== undefined && { next: next(way, at(name)) }),
    };
  });
  return Object.freeze(whole({ ...definition, steps, subskills }));
}

/** Every unit of a workflow and its sub-skills. */
export function unitsOf(definition: WorkflowDefinition): readonly (UnitPlace & { readonly unit: StepUnit })[] {
  const found: (UnitPlace & { readonly unit: StepUnit })[] = [];
  mapWorkflow(definition, { unit: (unit, place) => (found.push({ ...place, unit }), unit) });
  return found;
}

function mapParts(parallel: AnyParallel, change: NonNullable<WorkflowChange["unit"]>, place: UnitPlace): AnyParallel {
  const map = (part: AnyPartConfig, name: string): AnyPartConfig =>
    ({ ...part, ...change(part, { ...place, address: `${place.step}#${name}` }) }) as AnyPartConfig;
  if ("branches" in parallel) return { branches: mapValues(parallel.branches, map) };
  return { ...parallel, each: map(parallel.each, "") };
}

// Without a prototype, as the builder makes them.
function mapValues<In, Out>(
  values: Readonly<Record<string, In>>,
  map: (value: In, name: string) => Out,
): Record<string, Out> {
  const entries = Object.entries(values).map(([name, value]) => [name, map(value, name)] as const);
  return Object.freeze(
    Object.assign(Object.create(null) as object, Object.fromEntries(entries)) as Record<string, Out>,
  );
}

function same<Value>(value: Value): Value {
  return value;
}
