import type { StatePatch } from "./skill-state.ts";

type Listener = ((patch: StatePatch) => void) | undefined;

/** Tells patches in the order in which they became part of the state, also when a listener changes the state itself. */
export class PatchOutbox {
  readonly #pending: { readonly listener: Listener; readonly patch: StatePatch }[] = [];
  #telling = false;

  /** Keeps a patch until `tell`. */
  add(listener: Listener, patch: StatePatch): void {
    if (patch.length > 0) this.#pending.push({ listener, patch });
  }

  /** Tells all that is there. What a listener throws is thrown once everybody was told. */
  tell(): void {
    if (this.#telling) return;
    this.#telling = true;
    const failures: unknown[] = [];
    try {
      for (let next = this.#pending.shift(); next !== undefined; next = this.#pending.shift()) {
        try {
          next.listener?.(next.patch);
        } catch (error) {
          failures.push(error);
        }
      }
    } finally {
      this.#telling = false;
    }
    if (failures.length > 0) throw failures[0];
  }
}
