/** Lets those who work on the same thing do so one after the other. */
export class Turns {
  readonly #last = new Map<string, Promise<void>>();

  async take<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
    const before = this.#last.get(name);
    let end = (): void => undefined;
    const mine = new Promise<void>((resolve) => (end = resolve));
    this.#last.set(name, mine);
    try {
      await before;
      return await work();
    } finally {
      if (this.#last.get(name) === mine) this.#last.delete(name);
      end();
    }
  }
}
