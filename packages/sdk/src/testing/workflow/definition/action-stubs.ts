import type { AnyActionContext, WorkflowDefinition } from "../../../workflow/define/workflow-definition.ts";
import { WorkflowTestError } from "../workflow-test-error.ts";
import { mapWorkflow, type StepUnit, type UnitPlace, unitsOf } from "./map-workflow.ts";

const failing: unique symbol = Symbol("tradecraft.failing-action");

/** What a stub is called with. An inline action has all of it; a reusable one has `input`, and no `response`. */
export interface ActionStubCall extends Partial<
  Pick<AnyActionContext, "response" | "store" | "params" | "item" | "index">
> {
  readonly step: string;
  /** What the action is given; of an inline action, the answer. */
  readonly input: unknown;
  readonly signal: AbortSignal;
  readonly key: string;
  /** 1 for the first call of this stub. */
  readonly call: number;
}

/** An action that fails; made by `failAction`. */
export interface FailingAction {
  readonly [failing]: { readonly error: unknown; readonly times: number; readonly result?: ActionStub };
}

/** In place of an action: its result, or a function that gives it. */
export type ActionStub =
  | ((call: ActionStubCall) => unknown)
  | FailingAction
  | object
  | string
  | number
  | boolean
  | null
  | undefined;

/** Stubs by step (`deploy`, `doctor/fix`, `research`, `checks#lint`), or by the name of a reusable action. */
export type ActionStubs = Readonly<Record<string, ActionStub>>;

/** An action that fails `times` times (always, if nothing is said), then gives `result`; without one, the real action runs. */
export function failAction(
  error: unknown,
  options: { readonly times?: number; readonly result?: ActionStub } = {},
): FailingAction {
  const { times = Infinity } = options;
  return { [failing]: { error, times, ...("result" in options && { result: options.result }) } };
}

/** A copy of a workflow in which stubs stand for actions. A name that fits no action is an error. */
export function stubActions(definition: WorkflowDefinition, stubs: ActionStubs): WorkflowDefinition {
  const names = Object.keys(stubs);
  if (names.length === 0) return definition;
  refuseUnknown(definition, names);
  // One stub counts its calls, wherever it stands.
  const calls = new Map<string, number>();
  return mapWorkflow(definition, {
    unit: (unit, place) => {
      const name = stubNamesOf(unit, place).find((each) => Object.hasOwn(stubs, each));
      if (name === undefined) return unit;
      const count = (): number => {
        const call = (calls.get(name) ?? 0) + 1;
        calls.set(name, call);
        return call;
      };
      return withAction(unit, place.address, (call, real) => runStub(stubs[name], { ...call, call: count() }, real));
    },
  });
}

/** The names a unit's action may be stubbed by, the most exact first; none if it has no action. */
export function stubNamesOf({ action }: StepUnit, { address, step }: UnitPlace): readonly string[] {
  if (action === undefined) return [];
  return [address, step, ...(typeof action === "object" ? [action.run.name] : [])];
}

/** A unit whose action is done by another function; what is declared about it stays. */
export function withAction(
  unit: StepUnit,
  step: string,
  replacement: (call: Omit<ActionStubCall, "call">, real: () => unknown) => unknown,
): StepUnit {
  const { action } = unit;
  if (action === undefined) return unit;
  if (typeof action === "function") {
    return {
      ...unit,
      action: (context) => replacement({ ...picked(context), step, input: context.response }, () => action(context)),
    };
  }
  const { run } = action;
  return {
    ...unit,
    action: {
      ...action,
      run: { ...run, run: (context) => replacement({ ...context, step }, () => run.run(context)) },
    },
  };
}

function picked(context: AnyActionContext): Omit<ActionStubCall, "call" | "step" | "input"> {
  const { response, store, params, signal, key } = context;
  return {
    response,
    store,
    params,
    signal,
    key,
    ...("item" in context && { item: context.item, index: context.index ?? 0 }),
  };
}

function runStub(stub: ActionStub, call: ActionStubCall, real: () => unknown): unknown {
  if (typeof stub === "function") return (stub as (call: ActionStubCall) => unknown)(call);
  if (typeof stub !== "object" || stub === null || !(failing in stub)) return stub;
  const failure = (stub as FailingAction)[failing];
  if (call.call <= failure.times) throw failure.error;
  return "result" in failure ? runStub(failure.result, call, real) : real();
}

function refuseUnknown(definition: WorkflowDefinition, names: readonly string[]): void {
  const units = unitsOf(definition);
  const known = new Set(units.flatMap(({ unit, ...place }) => stubNamesOf(unit, place)));
  const unknown = names.filter((name) => !known.has(name));
  if (unknown.length === 0) return;
  const told = unknown.map((name) => {
    const isStep = units.some(({ address, step }) => address === name || step === name);
    return isStep ? `the step "${name}" has no action` : `there is no step and no action "${name}"`;
  });
  const all = [...known].filter((name) => !name.endsWith("#"));
  const list = all.length > 0 ? `Actions are at: ${all.join(", ")}.` : "The workflow has no actions.";
  throw new WorkflowTestError("stub-unknown", `Stubs of "${definition.name}": ${told.join("; ")}. ${list}`);
}
