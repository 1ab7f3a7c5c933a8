import type { ChatTerminal } from "./chat-terminal.ts";

const escape = "\u001b";
const ctrlC = "\u0003";

/** Keys of a person while a turn runs: Escape calls it off, and questions take one key each. */
export interface TurnKeys {
  readonly signal: AbortSignal;
  /** Waits for one of these keys, Enter as `\r`; undefined once the turn is called off. One question at a time. */
  choose(keys: string, ask: () => void): Promise<string | undefined>;
  stop(): void;
}

/** Listens until it is stopped; `outer` calls the turn off too. */
export function listenToTurn(terminal: Pick<ChatTerminal, "keys">, outer: AbortSignal): TurnKeys {
  const controller = new AbortController();
  const signal = AbortSignal.any([controller.signal, outer]);
  let onKey: ((key: string) => void) | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const stop = terminal.keys((key) => {
    if (key === escape || key === ctrlC) controller.abort(new Error("cancelled"));
    // What was typed before the question is no answer to it.
    else onKey?.(key.toLowerCase());
  });

  const choose = (keys: string, ask: () => void): Promise<string | undefined> =>
    new Promise((resolve) => {
      const answer = (key: string | undefined): void => {
        onKey = undefined;
        signal.removeEventListener("abort", called);
        resolve(key);
      };
      const called = (): void => answer(undefined);
      if (signal.aborted) return resolve(undefined);
      signal.addEventListener("abort", called);
      onKey = (key) => {
        if (key.length === 1 && keys.includes(key)) answer(key);
      };
      ask();
    });

  return {
    signal,
    choose: (keys, ask) => {
      const next = last.then(() => choose(keys, ask));
      last = next;
      return next;
    },
    stop,
  };
}
