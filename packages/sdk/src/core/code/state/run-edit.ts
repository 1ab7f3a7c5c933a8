import type { PatchOutbox } from "./patch-outbox.ts";
import type { EditOptions, StateEdit } from "./session-state.ts";
import type { StateCell } from "./state-cell.ts";
import { stateInvalid } from "./state-errors.ts";
import { withoutDrafts } from "./without-drafts.ts";

type Work<Value> = (edit: StateEdit) => Promise<Value>;

/** Lets work change a namespace: for itself in its turn, or beside others. */
export async function runEdit<Value>(
  cell: StateCell,
  outbox: PatchOutbox,
  options: EditOptions,
  work: Work<Value>,
): Promise<Value> {
  options.signal?.throwIfAborted();
  if (options.concurrent === true) {
    return runUntilOver(cell, outbox, options, work, { state: () => cell.value, close: () => undefined });
  }
  const endTurn = await cell.turns.take(options.signal);
  try {
    options.signal?.throwIfAborted();
    const open = cell.open(options);
    return await runUntilOver(cell, outbox, options, work, { state: () => open.draft, close: () => cell.close(open) });
  } finally {
    endTurn();
  }
}

interface Surroundings {
  readonly state: () => unknown;
  /** Keeps what was changed. */
  readonly close: () => void;
}

/** Runs work until it ends or is called off, whichever is first. What it does afterwards changes nothing. */
function runUntilOver<Value>(
  cell: StateCell,
  outbox: PatchOutbox,
  options: EditOptions,
  work: Work<Value>,
  { state, close }: Surroundings,
): Promise<Value> {
  const { signal, skill } = options;
  return new Promise((resolve, reject) => {
    let over = false;
    const assertRunning = (): void => {
      if (!over) return;
      const message = `A tool of the skill "${skill}" used the state "${cell.name}" after its call was over. Await everything before the tool returns.`;
      throw stateInvalid({ namespace: cell.name, skill }, "", message);
    };
    const edit: StateEdit = {
      get state() {
        assertRunning();
        return state();
      },
      update(recipe) {
        assertRunning();
        try {
          cell.update(options, recipe);
        } finally {
          outbox.tell();
        }
      },
    };
    /** The error of the work, if it has one, is told rather than that of its state. */
    const end = (failed: boolean, settle: () => void): void => {
      if (over) return;
      over = true;
      signal?.removeEventListener("abort", callOff);
      try {
        close();
        outbox.tell();
      } catch (error) {
        if (!failed) return reject(error);
      }
      settle();
    };
    const callOff = (): void => cell.betweenRecipes(() => end(true, () => reject(signal?.reason)));

    signal?.addEventListener("abort", callOff, { once: true });
    // Taken out of the draft while it is open: a tool may well return a part of its state.
    (async () => [withoutDrafts(await work(edit))] as [Value])().then(
      ([value]) => end(false, () => resolve(value)),
      (error: unknown) => end(true, () => reject(error)),
    );
  });
}
