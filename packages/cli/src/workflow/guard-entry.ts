import { syncBuiltinESMExports } from "node:module";
import { setTimeout } from "node:timers/promises";
import { divertStdout } from "./divert-stdout.ts";
import { EntryError } from "./entry-error.ts";

/** An entry whose code is in this process, and the file that was run in its place. */
export interface RunEntry {
  readonly entry: string;
  readonly module: string;
}

let loading = 0;
let last: RunEntry | undefined;
const taken = new WeakSet<object>();

/** The entry that was run last, if any was. */
export function lastEntry(): RunEntry | undefined {
  return last;
}

/** Whether an entry is being loaded: then whoever loads it is told what goes wrong in this process. */
export function isLoadingEntry(): boolean {
  return loading > 0;
}

/** Whether an error is known already to whoever loaded an entry. */
export function isTaken(error: unknown): boolean {
  return typeof error === "object" && error !== null && taken.has(error);
}

/**
 * Loads an entry so that its code can neither write to stdout nor end this process. Rejects also where it calls
 * `process.exit`, throws in a timer, leaves a rejection alone, or waits until nothing is left to wait for.
 */
export async function guardEntry<Module>(run: RunEntry, load: () => Promise<Module>): Promise<Module> {
  last = run;
  let isDone = false;
  let fail: (error: unknown) => void = () => undefined;
  const failed = new Promise<never>((_, reject) => {
    fail = (error) => {
      if (!isDone && typeof error === "object" && error !== null) taken.add(error);
      reject(error);
    };
  });
  const onEmpty = (): void =>
    fail(new EntryError("entry-failed", "It waits for something that never comes while it is loaded"));
  const exit = process.exit.bind(process);
  const restoreStdout = divertStdout();
  process.exit = (code) => {
    const error = new EntryError("entry-failed", endedWith(code ?? process.exitCode, "while it was loaded"));
    fail(error);
    throw error;
  };
  // `import { exit } from "node:process"` too.
  syncBuiltinESMExports();
  process.on("uncaughtException", fail);
  process.on("beforeExit", onEmpty);
  loading++;
  try {
    // What was to happen at once happens before: timers of one length come in the order in which they were set.
    const loaded = load().then((module) => setTimeout(1, module));
    return await Promise.race([loaded, failed]);
  } finally {
    isDone = true;
    loading--;
    process.off("uncaughtException", fail);
    process.off("beforeExit", onEmpty);
    process.exit = exit;
    syncBuiltinESMExports();
    restoreStdout();
  }
}

/** What is said of an entry that ended the process. */
export function endedWith(code: number | string | null | undefined, when: string): string {
  return `It ended the process with exit code ${code ?? 0} ${when}`;
}
