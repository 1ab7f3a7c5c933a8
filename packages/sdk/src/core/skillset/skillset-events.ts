import type { ScriptResult } from "./script-runner.ts";

/** What happens while an agent uses its skills, by name of the event. */
export interface SkillsetEvents {
  "skill-loaded": {
    readonly id: string;
    readonly digest: string;
    /** Who asked for it. */
    readonly by: "model" | "user" | "program";
    /** Whether it had been loaded before. */
    readonly again: boolean;
  };
  "file-read": { readonly id: string; readonly path: string; readonly size: number; readonly truncated: boolean };
  "script-start": { readonly id: string; readonly script: string; readonly args: readonly string[] };
  "script-end": { readonly id: string; readonly script: string; readonly result: ScriptResult };
  "catalog-truncated": { readonly listed: number; readonly omitted: number; readonly ids: readonly string[] };
  "approval-requested": { readonly id: string; readonly script: string; readonly digest: string };
}

type Listener<Event> = (event: Event) => unknown;

/** Calls back those who want to know; one that throws does not stop the others, nor the agent. */
export class EventHub {
  readonly #listeners = new Map<keyof SkillsetEvents, Set<Listener<never>>>();

  on<Name extends keyof SkillsetEvents>(name: Name, listener: Listener<SkillsetEvents[Name]>): () => void {
    const listeners = this.#listeners.get(name) ?? new Set();
    listeners.add(listener as Listener<never>);
    this.#listeners.set(name, listeners);
    return () => void listeners.delete(listener as Listener<never>);
  }

  emit<Name extends keyof SkillsetEvents>(name: Name, event: SkillsetEvents[Name]): void {
    // Who comes while it is told hears the next one.
    const present = [...(this.#listeners.get(name) ?? [])];
    for (const listener of present) {
      // A listener's failure is its own, also a later one.
      new Promise((resolve) => resolve((listener as Listener<SkillsetEvents[Name]>)(event))).catch(() => undefined);
    }
  }
}
