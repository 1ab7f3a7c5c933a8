import type { EngineCore } from "./engine-core.ts";
import type { ObserverEvent } from "./observer-queue.ts";
import type { Frame } from "./state/session-state.ts";
import { placeAt } from "./workflow-map.ts";

/** Makes an event; steps are told as the workflow calls them whose observers hear it. */
export type MakeEvent = (nameIn: (address: string) => string) => ObserverEvent;

/** Calls of the observers of workflows at work, to be made when what they tell is on record. */
export function observerCalls(
  { definition, observers }: EngineCore,
  frames: readonly Frame[],
  make: MakeEvent,
): (() => void)[] {
  return frames.flatMap(({ path }) => {
    const own = placeAt(definition, path)?.definition.observers;
    if (!own) return [];
    const event = make((address) =>
      path !== "" && address.startsWith(`${path}/`) ? address.slice(path.length + 1) : address,
    );
    return own[event.name] ? [() => observers.tell(own, event)] : [];
  });
}

/** Whether any of these workflows hears of such events. */
export function isObserved({ definition }: EngineCore, frames: readonly Frame[], name: ObserverEvent["name"]): boolean {
  return frames.some(({ path }) => placeAt(definition, path)?.definition.observers?.[name] !== undefined);
}
