import { messageOf } from "../../../core/message-of.ts";
import { callPure } from "../callbacks.ts";
import { fault } from "../failure.ts";
import { jsonSchemaOfAnswer } from "../../schema/json-schema-of-step.ts";
import type { SessionRun } from "../session-run.ts";
import { progressOf } from "../state/progress.ts";
import { topFrame } from "../state/session-state.ts";
import { deepMerge } from "../values/deep-merge.ts";
import { frozenJson } from "../values/frozen-json.ts";
import { isPlainObject } from "../values/is-plain-object.ts";
import { mayHoldObject } from "../values/may-hold-object.ts";
import { stepContext, type Visit } from "../visit.ts";
import { checkValue, describeIssues } from "../values/check-value.ts";

/** Records what the store keeps of a visit: what `save` says, else what the action gave, else the answer. */
export async function saveVisit(run: SessionRun, visit: Visit): Promise<void> {
  const { address: step, number } = visit;
  const { answer, action } = progressOf(run.state, step);
  const { step: told, ...writes } = await savedBy(run, visit);
  await checkWrites(run, visit, writes);
  const given = action?.is === "ended" && action.result !== undefined ? action.result : answer?.response;
  const result = told === undefined ? given : told;
  const written = Object.keys(writes).length > 0 && { writes };
  run.record({ type: "saved", step, visit: number, result, ...written });
  const durationMs = Date.parse(run.at()) - Date.parse(run.state.position?.since ?? run.at());
  run.tell((nameIn) => ({
    name: "onStepComplete",
    event: { step: nameIn(step), response: answer?.response, durationMs },
  }));
}

async function savedBy(run: SessionRun, visit: Visit): Promise<Record<string, unknown>> {
  const { save } = visit.config;
  // Parts have no `save` of their own; the step's is called once, when all of them are done.
  if (!save || visit.part !== undefined) return {};
  try {
    const kept: unknown = (await callPure(run, () => save(stepContext(run, visit)))) ?? {};
    if (!isPlainObject(kept)) throw new TypeError("it must be an object of `step` and names of stores.");
    return frozenJson(kept) as Record<string, unknown>;
  } catch (error) {
    throw fault("save-failed", visit.address, `What to save cannot be told: ${messageOf(error)}`, { hint: repair });
  }
}

const repair = "The answer and the result of the action are kept: resume when the skill was mended.";

/**
 * Refuses writes to stores that are not declared, or that do not fit. A store is filled bit by bit, so what is checked is
 * the whole store after the write, and only what is there: an issue at a place that holds nothing is not one yet, and
 * neither is one that a schema reports for an object as a whole, since that may be about a key which is still missing,
 * unless its JSON Schema says that no object belongs there.
 */
async function checkWrites(run: SessionRun, visit: Visit, writes: Readonly<Record<string, unknown>>): Promise<void> {
  const frame = topFrame(run.state);
  const { stores } = run.placeOf(frame).definition;
  for (const [name, write] of Object.entries(writes)) {
    const schema = Object.hasOwn(stores, name) ? stores[name] : undefined;
    if (!schema) throw fault("store-invalid", visit.address, `There is no store "${name}".`, { hint: repair });
    const merged = deepMerge(frame.stores[name], write);
    const { issues = [] } = await checkValue(schema, merged);
    const wrong = issues.filter(({ path }) => {
      const value = valueAt(merged, path);
      if (isPlainObject(value)) return !mayHoldObject(jsonSchemaOfAnswer(schema), path);
      return value !== undefined;
    });
    if (wrong.length > 0)
      throw fault("store-invalid", visit.address, `Store "${name}": ${describeIssues(wrong)}`, { hint: repair });
  }
}

function valueAt(root: unknown, keys: readonly string[]): unknown {
  let value = root;
  for (const key of keys) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}
