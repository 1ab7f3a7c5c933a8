import type { AnyStepContext, DefinedStep } from "../define/workflow-definition.ts";
import { callPure, type CallbackScope, contextFor } from "./callbacks.ts";
import { fault } from "./failure.ts";
import { frozenParams } from "./frame-params.ts";
import { messageOf } from "../../core/message-of.ts";
import type { SessionRun } from "./session-run.ts";
import { progressOf } from "./state/progress.ts";
import { type Frame, type Part, type Position, topFrame } from "./state/session-state.ts";
import { checkValue, describeIssues } from "./values/check-value.ts";
import { valueOf } from "./values/layered-record.ts";
import { findStep, type PlacedStep } from "./workflow-map.ts";

/** The step that the session stands at, or one of its parts. */
export interface Visit extends PlacedStep, CallbackScope {
  readonly number: number;
  /** Finished visits of the step before this one. */
  readonly before: number;
  readonly item?: unknown;
  readonly index?: number;
}

/** The step that a session stands at. */
export function positionOf(run: SessionRun): Position {
  const { position } = run.state;
  if (!position) throw fault("session-ended", "", "The session has no current step.");
  return position;
}

/** The visit at an address: the current step, or one of its parts. */
export async function visitAt(run: SessionRun, address: string): Promise<Visit> {
  const frame = topFrame(run.state);
  const placed = findStep(run.core.definition, address);
  if (!placed) throw fault("step-unknown", address, `Unknown step "${address}"`);
  const position = positionOf(run);
  const finished = valueOf(frame.visits, placed.name) ?? 0;
  const { place, name, config, unit, part } = placed;
  const params = await scopedParams(run, config, frame, address);
  const before = position.finished ? finished - 1 : finished;
  const visit: Visit = { place, address, name, config, unit, frame, params, number: position.visit, before };
  return part === undefined ? visit : { ...visit, part, ...partFields(run, placed, part) };
}

function partFields(
  run: SessionRun,
  { address, config: { parallel } }: PlacedStep,
  part: string,
): { readonly item: unknown; readonly index: number } {
  const { item } = progressOf(run.state, address) as Part;
  const index = parallel && "branches" in parallel ? Object.keys(parallel.branches).indexOf(part) : Number(part);
  return { item, index };
}

/** The params that a step's callbacks see: those of its workflow, or those of the module that it came from. */
export async function scopedParams(
  run: SessionRun,
  { scope }: DefinedStep,
  frame: Frame,
  address: string,
): Promise<unknown> {
  const params = await run.paramsOf(frame);
  if (scope?.params === undefined && scope?.schema === undefined) return params;
  const { params: make = () => ({}), schema } = scope;
  let made: unknown;
  try {
    made = (await callPure(run, () => make(contextFor(run, { frame, params }, {})))) ?? {};
  } catch (error) {
    throw fault("params-invalid", address, `The params of the module cannot be made: ${messageOf(error)}`);
  }
  const checked = schema ? await checkValue(schema, made) : { value: made };
  if (!checked.issues) return frozenParams(checked.value, address);
  throw fault("params-invalid", address, `Params of the module "${scope.module}": ${describeIssues(checked.issues)}`);
}

/** What `save`, `next` and `when` are given. The store is the one of the moment. */
export function stepContext(run: SessionRun, visit: Visit): AnyStepContext {
  const { answer, action } = visit.part === undefined ? positionOf(run) : progressOf(run.state, visit.address);
  return contextFor(
    run,
    { frame: topFrame(run.state), params: visit.params },
    {
      response: answer?.response,
      actionResult: action?.is === "ended" ? action.result : undefined,
      attempts: visit.before + 1,
      ...partContext(visit),
    },
  );
}

/** What callbacks of a part get besides. */
export function partContext({ part, item, index }: Visit): object {
  return part === undefined ? {} : { part, item, index };
}
