import { type FileLock, takeFileLock } from "../../node/sessions/file-lock.ts";
import { unusable } from "../../node/sessions/session-folder.ts";
import { conflict } from "./session-faults.ts";

/** Milliseconds after which a machine that gives no sign of life has lost its lock; one of a process here that ended is taken at once. */
export const staleAfter = 3_600_000;

/** Does a command's work on a session while no other command does. Waits so many milliseconds for another to end. */
export async function withSessionLock<Value>(
  folder: string,
  { path, wait, step }: { readonly path: string; readonly wait: number; readonly step: string },
  work: () => Promise<Value>,
): Promise<Value> {
  let lock: FileLock | undefined;
  try {
    lock = await takeFileLock(path, { lockTimeout: wait, staleAfter });
  } catch (error) {
    throw unusable(folder, error);
  }
  if (!lock) {
    throw conflict(
      step,
      "Another command is at work on this session.",
      "Wait for it to end; `resume` then shows the step.",
    );
  }
  try {
    return await work();
  } finally {
    await lock.release();
  }
}
