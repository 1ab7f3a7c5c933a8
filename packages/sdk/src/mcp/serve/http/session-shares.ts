import { jsonError } from "./json-error.ts";

/** How many sessions and streams each caller has open, so that nobody takes the places of all. */
export class SessionShares {
  readonly #open = new Map<string, number>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  /** Takes a place of a caller's share; call the result to give it back. A refusal when the caller has no more. */
  enter(share: string | undefined): (() => void) | Response {
    if (share === undefined) return () => undefined;
    const count = this.#open.get(share) ?? 0;
    // 429 and not 503: the server has room, for others.
    if (count >= this.#most)
      return jsonError(
        429,
        `A caller may have at most ${this.#most} sessions at the same time; end one, or try again later.`,
        {
          headers: { "retry-after": "30" },
        },
      );
    this.#open.set(share, count + 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      const left = (this.#open.get(share) ?? 1) - 1;
      if (left > 0) this.#open.set(share, left);
      else this.#open.delete(share);
    };
  }
}
