import { waitFor } from "../source/wait-for.ts";
import type { SkillCandidate } from "./skill-matcher.ts";

const READS_AT_ONCE = 32;

/** A body that came, or why it did not. */
export interface Arrival {
  readonly candidate: SkillCandidate;
  readonly body: string;
  readonly error?: unknown;
}

/** Reads bodies, few at a time; one that is slow keeps its place and lets the others pass. */
export class BodyReader {
  readonly #queue: readonly SkillCandidate[];
  readonly #missing: Map<string, SkillCandidate>;
  #arrived: Arrival[] = [];
  #next = 0;
  #open = 0;
  #tell: (() => void) | undefined;
  #stopped = false;

  /** Each id once. */
  constructor(wanted: ReadonlyMap<string, SkillCandidate>) {
    this.#queue = [...wanted.values()];
    this.#missing = new Map(wanted);
  }

  /** Those whose bodies were not taken yet. */
  get missing(): Iterable<SkillCandidate> {
    return this.#missing.values();
  }

  get done(): boolean {
    return this.#stopped || this.#missing.size === 0;
  }

  /** Asks for no more. */
  stop(): void {
    this.#stopped = true;
    this.#arrived = [];
    this.#tell?.();
  }

  /** What has arrived. Its places are free for others: what is not taken is all that there is in memory. */
  take(): Arrival[] {
    const arrived = this.#arrived;
    this.#arrived = [];
    this.#open -= arrived.length;
    for (const { candidate } of arrived) this.#missing.delete(candidate.id);
    this.#fill();
    return arrived;
  }

  /** Waits until something can be taken, or nothing is left; false if that takes longer than so many milliseconds. */
  async wait(milliseconds: number, signal?: AbortSignal): Promise<boolean> {
    this.#fill();
    if (this.#arrived.length > 0 || this.done) return true;
    let stopTimer = (): void => undefined;
    const arrival = new Promise<boolean>((resolve) => {
      this.#tell = () => resolve(true);
      if (milliseconds === Infinity) return;
      const timer = setTimeout(() => resolve(false), milliseconds);
      stopTimer = () => clearTimeout(timer);
    });
    try {
      return await waitFor(arrival, signal);
    } finally {
      stopTimer();
      this.#tell = undefined;
    }
  }

  #fill(): void {
    while (this.#open < READS_AT_ONCE && this.#next < this.#queue.length && !this.#stopped) {
      this.#open++;
      void this.#read(this.#queue[this.#next++] as SkillCandidate);
    }
  }

  async #read(candidate: SkillCandidate): Promise<void> {
    let arrival: Arrival;
    try {
      arrival = { candidate, body: await candidate.body() };
    } catch (error) {
      arrival = { candidate, body: "", error };
    }
    if (this.#stopped) return;
    this.#arrived.push(arrival);
    this.#tell?.();
  }
}
