import type { AGUIEvent } from "@ag-ui/core";

interface Held {
  readonly event: AGUIEvent;
  readonly callId: string | undefined;
}

/**
 * Puts a skillset's events where they belong in the agent's stream. A tool runs as soon as the framework has its call, which
 * is before whoever reads the stream gets to it; so what the tool tells waits for its call, and its result waits for it.
 * Among themselves the events keep their order.
 */
export class EventOrder {
  #held: Held[] = [];
  #isSilent = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #put: (event: AGUIEvent, callId: string | undefined) => void;
  readonly #isTold: (callId: string) => boolean;

  /** `isTold`: whether the stream has told a call. */
  constructor(put: (event: AGUIEvent, callId: string | undefined) => void, isTold: (callId: string) => boolean) {
    this.#put = put;
    this.#isTold = isTold;
  }

  hold(event: AGUIEvent, callId: string | undefined): void {
    this.#held.push({ event, callId });
    this.#schedule();
  }

  /** Whether the stream was asked for more and has not answered. If that lasts, nothing can come in front of what is held. */
  silent(isSilent: boolean): void {
    this.#isSilent = isSilent;
    if (isSilent) return this.#schedule();
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Lets go what belongs to calls that were told. */
  release(): void {
    const blocked = this.#held.findIndex(({ callId }) => callId === undefined || !this.#isTold(callId));
    this.#let(blocked === -1 ? this.#held.length : blocked);
  }

  /** Lets go all that must be told before the result of a call. */
  releaseFor(callId: string): void {
    const last = this.#held.findLastIndex((held) => held.callId === callId);
    // What names no call that is known may be about this one.
    this.#let(last === -1 ? this.#held.length : last + 1);
  }

  releaseAll(): void {
    this.#let(this.#held.length);
  }

  #schedule(): void {
    if (!this.#isSilent || this.#held.length === 0 || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.releaseAll();
    }, 0);
  }

  #let(count: number): void {
    for (const { event, callId } of this.#held.splice(0, count)) this.#put(event, callId);
  }
}
