import { deepFreeze } from "./values/frozen-json.ts";
import type { ObserverMap } from "./observers.ts";

/** What an observer is told. */
export type ObserverEvent = {
  [Name in keyof ObserverMap]-?: {
    readonly name: Name;
    readonly event: Parameters<NonNullable<ObserverMap[Name]>>[0];
  };
}[keyof ObserverMap];

/** How long the end of a run waits for observers. */
const patience = 5_000;

/** Calls observers one after another, behind the run's back. */
export class ObserverQueue {
  #last: Promise<void> = Promise.resolve();
  readonly #onProblem: (where: string, error: unknown) => void;

  constructor(onProblem: (where: string, error: unknown) => void) {
    this.#onProblem = onProblem;
  }

  tell(observers: ObserverMap, { name, event }: ObserverEvent): void {
    const observer = observers[name] as ((event: unknown) => unknown) | undefined;
    if (observer === undefined) return;
    let copy: unknown;
    try {
      copy = deepFreeze(JSON.parse(JSON.stringify(event)));
    } catch (error) {
      this.#onProblem(name, error);
      return;
    }
    this.#last = this.#last.then(async () => {
      try {
        await observer.call(observers, copy);
      } catch (error) {
        this.#onProblem(name, error);
      }
    });
  }

  /** When all who were told have heard it. */
  idle(): Promise<void> {
    return this.#last;
  }

  /** The same, but an observer that hangs holds up nobody for ever. */
  async settle(): Promise<void> {
    let stop = (): void => undefined;
    const late = new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(true), patience);
      stop = () => clearTimeout(timer);
    });
    const slow = await Promise.race([this.#last.then(() => false), late]);
    stop();
    if (slow) this.#onProblem("observers", new Error(`Observers were still at work after ${patience} ms.`));
  }
}
