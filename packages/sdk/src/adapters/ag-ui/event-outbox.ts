import type { AGUIEvent } from "@ag-ui/core";

type Taken = IteratorResult<AGUIEvent, undefined>;

/** Events on their way to one consumer. Takes whatever comes, and says when more is wanted. */
export class EventOutbox {
  #events: AGUIEvent[] = [];
  #takers: ((taken: Taken) => void)[] = [];
  #wanted: (() => void)[] = [];
  #ended = false;

  put(event: AGUIEvent): void {
    if (this.#ended) return;
    const taker = this.#takers.shift();
    if (taker === undefined) this.#events.push(event);
    else taker({ done: false, value: event });
  }

  /** No more comes; what is there can still be taken. */
  end(): void {
    this.#ended = true;
    for (const taker of this.#takers.splice(0)) taker({ done: true, value: undefined });
    this.#tellWanted();
  }

  /** The consumer is gone. */
  discard(): void {
    this.#events = [];
    this.end();
  }

  take(): Promise<Taken> {
    const value = this.#events.shift();
    if (value !== undefined) return Promise.resolve({ done: false, value });
    if (this.#ended) return Promise.resolve({ done: true, value: undefined });
    const taken = new Promise<Taken>((resolve) => this.#takers.push(resolve));
    this.#tellWanted();
    return taken;
  }

  /** Resolves once the consumer waits for an event. */
  wanted(): Promise<void> {
    if (this.#ended || this.#takers.length > 0) return Promise.resolve();
    return new Promise((resolve) => this.#wanted.push(resolve));
  }

  #tellWanted(): void {
    for (const wanted of this.#wanted.splice(0)) wanted();
  }
}
