import type { WorkflowDefinition } from "../../define/workflow-definition.ts";
import { fault, type WorkflowFault } from "../failure.ts";
import { frozenJson } from "../values/frozen-json.ts";
import { isPlainObject } from "../values/is-plain-object.ts";
import { findStep, isPromptless, placeAt } from "../workflow-map.ts";

/** A finished visit, as a client tells it. */
export interface ToldVisit {
  readonly index: number;
  readonly step: string;
  readonly response: unknown;
  readonly actionResult: unknown;
  readonly error?: string;
}

/** A history in two: what an agent answered, in order, and what passed by itself, in whatever order it was told. */
export interface ToldHistory {
  readonly answered: readonly ToldVisit[];
  readonly passed: readonly ToldVisit[];
}

/** Reads a history that a client sent. */
export function readHistory(definition: WorkflowDefinition, history: readonly unknown[]): ToldHistory {
  if (!Array.isArray(history)) throw fault("history-invalid", "", "The history must be a list.");
  const answered: ToldVisit[] = [];
  const passed: ToldVisit[] = [];
  for (const [index, entry] of history.entries()) {
    const visit = readEntry(entry, index);
    const found = findStep(definition, visit.step);
    // A sub-skill that came back is told under its own name.
    if (!found && !placeAt(definition, visit.step))
      throw wrongEntry(index, visit.step, `there is no step "${visit.step}"`);
    const alone = !found || (found.part === undefined && (isPromptless(found.config) || found.config.parallel));
    (alone ? passed : answered).push(visit);
  }
  return { answered, passed };
}

/** Why an entry is refused. */
export function wrongEntry(index: number, step: string, reason: string): WorkflowFault {
  return fault("history-invalid", step, `Entry ${index} of the history: ${reason}.`, {
    hint: "Send `completed`, then `autoAdvanced`, of each result, as they came.",
  });
}

function readEntry(entry: unknown, index: number): ToldVisit {
  if (!isPlainObject(entry)) throw wrongEntry(index, "", "it is no object");
  const { step, response, actionResult, error } = entry;
  if (typeof step !== "string" || step === "") throw wrongEntry(index, "", "`step` must be a name");
  if (!Object.hasOwn(entry, "response")) throw wrongEntry(index, step, "`response` is missing");
  if (error !== undefined && typeof error !== "string") throw wrongEntry(index, step, "`error` must be a text");
  return {
    index,
    step,
    response: frozenJson(response),
    actionResult: frozenJson(actionResult),
    ...(error !== undefined && { error }),
  };
}
