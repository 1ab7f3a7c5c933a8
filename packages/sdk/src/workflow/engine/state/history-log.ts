import type { CompletedStep } from "../../results.ts";
import type { FinishedVisit } from "./reduced.ts";

/**
 * Finished visits, oldest first. It only grows, and is shared by all who look at a session: each of them looks no further
 * than the length that it knows.
 */
export class HistoryLog {
  readonly visits: CompletedStep[] = [];
  readonly #frames = new Map<number, FrameVisits>();

  get length(): number {
    return this.visits.length;
  }

  add({ frame, visit }: FinishedVisit): void {
    const index = this.visits.push(visit) - 1;
    let visits = this.#frames.get(frame);
    if (!visits) this.#frames.set(frame, (visits = { indexes: [], byStep: new Map() }));
    visits.indexes.push(index);
    const indexes = visits.byStep.get(visit.step);
    if (indexes) indexes.push(index);
    else visits.byStep.set(visit.step, [index]);
  }

  /** Visits of one frame, of one of its steps if one is named, among the first `length`. */
  of(frame: number, length: number, step?: string): readonly CompletedStep[] {
    const visits = this.#frames.get(frame);
    const indexes = (step === undefined ? visits?.indexes : visits?.byStep.get(step)) ?? [];
    const found: CompletedStep[] = [];
    for (const index of indexes) {
      if (index >= length) break;
      found.push(this.visits[index] as CompletedStep);
    }
    return found;
  }
}

interface FrameVisits {
  readonly indexes: number[];
  readonly byStep: Map<string, number[]>;
}
