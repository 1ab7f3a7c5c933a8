import type { StateOperation } from "./skill-state.ts";

/** What a recording of a change needs at hand. */
export interface Recorder {
  readonly operations: StateOperation[];
  /** Of the operations as JSON, roughly, in characters. */
  size: number;
  /** Whether many small operations may become one larger one that is shorter in all. */
  readonly fold: boolean;
  /** Whether equal elements of lists are not the same object. */
  readonly foreign: boolean;
  /** Records what became of a value, and returns what it is now. */
  change(before: unknown, after: unknown, path: string): unknown;
}

/** Adds an operation to a recording. */
export function pushOperation(recorder: Recorder, operation: StateOperation): void {
  recorder.operations.push(Object.freeze(operation));
  recorder.size += operation.path.length + 30;
}
