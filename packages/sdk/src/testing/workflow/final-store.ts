import type { AnyStore, WorkflowDefinition } from "../../workflow/define/workflow-definition.ts";
import { readSession } from "../../workflow/engine/state/read-session.ts";
import { localName } from "../../workflow/engine/state/session-state.ts";
import { entriesOf } from "../../workflow/engine/values/layered-record.ts";
import { placeAt } from "../../workflow/engine/workflow-map.ts";
import type { SessionRecord } from "../../workflow/session/session-record.ts";

/** The store of the workflow that a session began with, as its callbacks would see it now. */
export function finalStore(definition: WorkflowDefinition, records: readonly SessionRecord[]): AnyStore {
  const { state, history } = readSession(records);
  const [frame] = state.frames;
  if (!frame) throw new Error("A session has a workflow.");
  const own = history
    .of(frame.id, history.length)
    .map((visit) => Object.freeze({ ...visit, step: localName(frame, visit.step) }));
  const declared = Object.keys(placeAt(definition, frame.path)?.definition.stores ?? {});
  const empty = Object.fromEntries(declared.map((name) => [name, Object.freeze({})]));
  const steps = Object.create(null) as Record<string, unknown>;
  for (const [name, result] of entriesOf(frame.results)) steps[name] = result;
  Object.defineProperties(steps, {
    all: {
      value: (step: string) =>
        own.filter((visit) => visit.step === step && visit.error === undefined).map(({ result }) => result),
    },
    ran: { value: (step: string) => Object.hasOwn(steps, step) && steps[step] !== undefined },
    history: { value: own },
  });
  return Object.freeze({ ...empty, ...frame.stores, steps: Object.freeze(steps) }) as unknown as AnyStore;
}
