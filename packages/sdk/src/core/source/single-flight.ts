/** Makes callers who ask for the same thing at the same time share one run of it. */
export interface SingleFlight<Result> {
  /** One caller giving up leaves the others alone; the run is cut off when all have. */
  run(key: string, signal: AbortSignal | undefined, start: (signal: AbortSignal) => Promise<Result>): Promise<Result>;
}

interface Flight<Result> {
  readonly result: Promise<Result>;
  readonly controller: AbortController;
  waiting: number;
}

export function createSingleFlight<Result>(): SingleFlight<Result> {
  const flights = new Map<string, Flight<Result>>();

  function takeOff(key: string, start: (signal: AbortSignal) => Promise<Result>): Flight<Result> {
    const controller = new AbortController();
    const result = start(controller.signal);
    const flight: Flight<Result> = { result, controller, waiting: 0 };
    flights.set(key, flight);
    const land = (): void => {
      if (flights.get(key) === flight) flights.delete(key);
    };
    result.then(land, land);
    return flight;
  }

  return {
    async run(key, signal, start) {
      signal?.throwIfAborted();
      const flight = flights.get(key) ?? takeOff(key, start);
      flight.waiting += 1;
      let onAbort = (): void => {};
      const left = new Promise<never>((_resolve, reject) => {
        onAbort = () => reject(signal?.reason);
        signal?.addEventListener("abort", onAbort, { once: true });
      });
      try {
        return await Promise.race([flight.result, left]);
      } finally {
        signal?.removeEventListener("abort", onAbort);
        flight.waiting -= 1;
        if (flight.waiting === 0) {
          // Nobody may join a run that is being cut off.
          if (flights.get(key) === flight) flights.delete(key);
          flight.controller.abort(signal?.reason);
        }
      }
    },
  };
}
