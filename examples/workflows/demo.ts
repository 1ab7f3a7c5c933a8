/** A finished run, to be printed. */
export interface Shown {
  readonly title: string;
  readonly path: readonly string[];
  readonly finalOutput: unknown;
}

/** What `demo.ts` of each example exports: runs, one after the other. It throws when one is not as it should be. */
export type Demo = () => AsyncIterable<Shown>;
