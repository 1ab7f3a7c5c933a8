import type { BodyReader } from "./body-reader.ts";

const MOST_WAITS = 10;
const LONGEST_TIMER = 2_147_483_647;

/** How long to wait for bodies: so long while none comes, and ten times as long in all. Time spent on work is free. */
export class BodyPatience {
  readonly #wait: number;
  #left: number;

  constructor(bodyWait: number) {
    this.#wait = bodyWait > LONGEST_TIMER ? Infinity : bodyWait;
    this.#left = MOST_WAITS * this.#wait;
  }

  /** Waits until there is something to take, or nothing to wait for. False when patience is at an end. */
  async waits(reader: BodyReader, signal: AbortSignal): Promise<boolean> {
    const start = performance.now();
    const half = Math.min(this.#wait, this.#left) / 2;
    // Twice half as long: where the process itself stood still, the first timer is late, and bodies get another chance.
    const came = (await reader.wait(half, signal)) || (await reader.wait(half, signal));
    this.#left -= performance.now() - start;
    return came && this.#left > 0;
  }
}
