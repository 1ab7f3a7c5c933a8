// Declares a module, which no import can bring in; tests compile this file without the rest of the folder.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="./mutative.d.ts" />
import { create, current } from "mutative/dist/mutative.esm.production.min.mjs";
import type { SkillError } from "../../errors.ts";
import { carryIntoDraft } from "./carry-into-draft.ts";
import { pointerSegment } from "./json-pointer.ts";
import type { PatchOutbox } from "./patch-outbox.ts";
import { recordChange } from "./record-change.ts";
import type { StateChange } from "./record-change.ts";
import type { EditOptions, StateNamespace } from "./session-state.ts";
import { refusingNotJson, stateInvalid } from "./state-errors.ts";
import { TurnQueue } from "./turn-queue.ts";

/** An edit that has a namespace for itself. */
export interface OpenDraft {
  readonly draft: object;
  readonly options: EditOptions;
  /** Ends the draft and gives what became of it; afterwards all its parts throw. */
  finish(): unknown;
  /** Why it ended before its time. */
  failure?: SkillError;
}

/** One namespace of a session: its value, and the ways to change it. Everything here is synchronous. */
export class StateCell {
  namespace: StateNamespace;
  /** Frozen. What was told so far leads here. */
  value: unknown;
  readonly turns: TurnQueue = new TurnQueue();
  readonly #outbox: PatchOutbox;
  readonly #path: string;
  #open: OpenDraft | undefined;
  #inRecipe = false;
  #afterRecipe: (() => void)[] = [];

  constructor(namespace: StateNamespace, value: unknown, outbox: PatchOutbox) {
    this.namespace = namespace;
    this.value = value;
    this.#outbox = outbox;
    this.#path = `/${pointerSegment(namespace.definition.namespace)}`;
  }

  get name(): string {
    return this.namespace.definition.namespace;
  }

  /** Opens a draft; the caller has the turn. */
  open(options: EditOptions): OpenDraft {
    const [draft, finish] = create(this.value as object);
    this.#open = { draft, finish, options };
    return this.#open;
  }

  /** Ends a draft: what was changed becomes the state. Throws `state-invalid`, and changes nothing, if it is not JSON. */
  close(open: OpenDraft): void {
    if (open.failure !== undefined) throw open.failure;
    this.#open = undefined;
    this.#accept(open.options, () => open.finish());
  }

  /**
   * Changes the state in one go. With a draft open, what was done to it so far becomes part of the state first, and the
   * change is then made in the draft too: so nothing is lost, and the patches come in the order of what happened.
   */
  update(options: EditOptions, recipe: (state: unknown) => unknown): void {
    if (this.#inRecipe) {
      throw this.#invalid(
        options,
        `"update" of the state "${this.name}" was called inside the recipe of another one. Make both changes in one recipe.`,
      );
    }
    this.#inRecipe = true;
    try {
      this.#acceptOpen(options);
      const before = this.value;
      this.#accept(options, () => this.#cook(options, recipe));
      if (this.#open !== undefined && this.value !== before) carryIntoDraft(this.#open.draft, before, this.value);
    } finally {
      this.#inRecipe = false;
      const later = this.#afterRecipe;
      this.#afterRecipe = [];
      for (const action of later) action();
    }
  }

  /** Does something now, or right after the recipe that is running: nothing may change the state under it. */
  betweenRecipes(action: () => void): void {
    if (this.#inRecipe) this.#afterRecipe.push(action);
    else action();
  }

  /** Runs a recipe on a draft of its own. */
  #cook(options: EditOptions, recipe: (state: unknown) => unknown): unknown {
    const [draft, finish] = create(this.value as object);
    let done = false;
    try {
      const result = recipe(draft);
      if (isThenable(result)) {
        // It goes on, on a draft that is over: its failure is ours already.
        result.then(undefined, () => undefined);
        throw this.#invalid(
          options,
          `The recipe of "update" for the state "${this.name}" (skill "${options.skill}") returned a promise. A recipe must not wait: fetch what it needs before "update".`,
        );
      }
      done = true;
    } finally {
      if (!done) discard(finish);
    }
    return finish();
  }

  /** Makes what the open draft holds part of the state. If that is not JSON, the edit is over. */
  #acceptOpen(updater: EditOptions): void {
    const open = this.#open;
    if (open === undefined) return;
    try {
      this.#accept(open.options, () => current(open.draft));
    } catch (error) {
      this.#open = undefined;
      open.failure = error as SkillError;
      discard(() => open.finish());
      // Another's fault is no reason to refuse this update.
      if (updater === open.options) throw error;
    }
  }

  #accept(options: EditOptions, result: () => unknown): void {
    const { value, patch } = this.#recorded(options, result);
    this.value = value;
    this.#outbox.add(options.onPatch, patch);
  }

  #recorded(options: EditOptions, result: () => unknown): StateChange {
    const { skill } = options;
    const describe = (path: string, what: string): string =>
      `A tool of the skill "${skill}" put something into the state "${this.name}" that cannot be kept, at ${path}: ${what}. The state holds plain JSON values only; nothing of this change was kept.`;
    return refusingNotJson({ namespace: this.name, skill }, this.#path, describe, () =>
      recordChange(this.value, result(), { path: this.#path, own: true }),
    );
  }

  #invalid({ skill }: EditOptions, message: string): SkillError {
    return stateInvalid({ namespace: this.name, skill }, "", message);
  }
}

function discard(finish: () => unknown): void {
  try {
    finish();
  } catch {
    // Nobody needs what it would have given.
  }
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}
