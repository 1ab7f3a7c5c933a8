import type { AnyStore, HistoryEntry } from "../define/workflow-definition.ts";
import type { CompletedStep } from "../results.ts";
import type { SessionRun } from "./session-run.ts";
import { type Frame, localName, outwardName } from "./state/session-state.ts";
import { deepFreeze } from "./values/frozen-json.ts";
import { entriesOf } from "./values/layered-record.ts";

interface CachedView {
  readonly age: number;
  readonly view: AnyStore;
}

const views = new WeakMap<SessionRun, WeakMap<Frame, CachedView>>();

/** Said by `all` and `history` when finished visits were not read: they are read then, and the callback is called again. */
export class HistoryNotRead extends Error {
  override readonly message = "The history was not read yet; the engine reads it and calls again.";
}

/** What the store of a frame keeps now, as callbacks see it: frozen, and all of it enumerable but the questions. */
export function storeView(run: SessionRun, frame: Frame): AnyStore {
  let ofRun = views.get(run);
  if (!ofRun) views.set(run, (ofRun = new WeakMap()));
  const cached = ofRun.get(frame);
  if (cached?.age === run.age) return cached.view;
  const view: AnyStore = Object.freeze({
    ...declaredStores(run, frame),
    ...frame.stores,
    steps: stepsView(run, frame),
  });
  ofRun.set(frame, { age: run.age, view });
  return view;
}

/** A visit whose action failed for good left no result. */
function finished(visits: readonly CompletedStep[]): readonly CompletedStep[] {
  return visits.filter(({ error }) => error === undefined);
}

const empty = Object.freeze({});

/** A store that nobody wrote to yet is empty, and not missing. */
function declaredStores(run: SessionRun, frame: Frame): Record<string, object> {
  return Object.fromEntries(Object.keys(run.placeOf(frame).definition.stores).map((name) => [name, empty]));
}

function stepsView(run: SessionRun, frame: Frame): AnyStore["steps"] {
  // Without a prototype: a step that has not run is undefined, whatever its name.
  const steps = Object.create(null) as Record<string, unknown>;
  for (const [name, result] of entriesOf(frame.results)) steps[name] = result;
  const visits = (step?: string): readonly CompletedStep[] => {
    const found = run.visitsOf(frame, step === undefined ? undefined : outwardName(frame, step));
    if (!found) throw new HistoryNotRead();
    return found;
  };
  let history: readonly HistoryEntry[] | undefined;
  Object.defineProperties(steps, {
    all: { value: (step: string) => Object.freeze(finished(visits(step)).map(({ result }) => result)) },
    ran: { value: (step: string) => Object.hasOwn(steps, step) && steps[step] !== undefined },
    history: {
      get: () => (history ??= deepFreeze(visits().map((visit) => ({ ...visit, step: localName(frame, visit.step) })))),
    },
  });
  return Object.freeze(steps) as unknown as AnyStore["steps"];
}
