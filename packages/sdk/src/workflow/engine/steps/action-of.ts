import { messageOf } from "../../../core/message-of.ts";
import type { AnyActionContext, AnyActionUse, AnySchema } from "../../define/workflow-definition.ts";
import { callPure, contextFor, mayReadStore } from "../callbacks.ts";
import { fault } from "../failure.ts";
import type { SessionRun } from "../session-run.ts";
import { progressOf } from "../state/progress.ts";
import { frozenJson } from "../values/frozen-json.ts";
import { partContext, type Visit } from "../visit.ts";
import type { PlacedStep } from "../workflow-map.ts";
import { checkValue, describeIssues } from "../values/check-value.ts";

/** An action that is ready to run: its input was made and checked. */
export interface ReadyAction {
  readonly name: string;
  readonly run: (limits: { readonly signal: AbortSignal; readonly key: string }) => unknown;
  readonly output?: AnySchema;
  readonly timeout: number | undefined;
  readonly retries: number;
}

/** The action of a visit, with its input; undefined if it has none. */
export async function actionOf(run: SessionRun, visit: Visit): Promise<ReadyAction | undefined> {
  const { action, timeout, retries } = visit.unit;
  if (action === undefined) return undefined;
  const fields = {
    response: progressOf(run.state, visit.address).answer?.response,
    attempts: visit.before + 1,
    ...partContext(visit),
  };
  if (typeof action === "function") {
    if (mayReadStore(action)) await run.loadHistory();
    const call: ReadyAction["run"] = (limits) =>
      action(contextFor(run, visit, { ...fields, ...limits }) as AnyActionContext);
    return { name: visit.name, run: call, timeout, retries: retries ?? 0 };
  }
  const { run: reusable } = action;
  const input = await inputFor(run, visit, action, fields);
  return {
    name: reusable.name,
    run: (limits) => reusable.run({ input, ...limits }),
    output: reusable.output,
    timeout: timeout ?? reusable.timeout,
    retries: retries ?? reusable.retries ?? 0,
  };
}

async function inputFor(
  run: SessionRun,
  visit: Visit,
  { run: action, mapInput }: AnyActionUse,
  fields: { readonly response: unknown; readonly attempts: number },
): Promise<unknown> {
  let input: unknown;
  try {
    if (mapInput) await run.commit();
    input = mapInput ? await callPure(run, () => mapInput(contextFor(run, visit, fields))) : fields.response;
  } catch (error) {
    throw fault(
      "action-input-invalid",
      visit.address,
      `The input of "${action.name}" cannot be made: ${messageOf(error)}`,
    );
  }
  const checked = await checkValue(action.input, input);
  if (!checked.issues) return checked.value;
  throw fault("action-input-invalid", visit.address, `Input of "${action.name}": ${describeIssues(checked.issues)}`);
}

/** What an action gave, as its schema makes it. */
export async function checkActionResult(
  visit: Visit,
  output: AnySchema | undefined,
  result: unknown,
): Promise<unknown> {
  const checked = output ? await checkValue(output, result) : { value: result };
  if (checked.issues)
    throw fault("action-output-invalid", visit.address, `Result of the action: ${describeIssues(checked.issues)}`);
  try {
    return frozenJson(checked.value);
  } catch (error) {
    throw fault("action-output-invalid", visit.address, `The result cannot be kept as JSON: ${messageOf(error)}`);
  }
}

/** Whether an action may be run again when nobody knows whether it ran. */
export function isIdempotent({ config, unit }: Pick<PlacedStep, "config" | "unit">): boolean {
  const { action, idempotent = config.idempotent } = unit;
  if (idempotent !== undefined) return idempotent;
  return typeof action === "object" && action.run.idempotent === true;
}
