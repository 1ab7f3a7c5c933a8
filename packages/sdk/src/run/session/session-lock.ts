import { readFile } from "node:fs/promises";
import { type FileLock, takeFileLock } from "../../node/sessions/file-lock.ts";
import { hasEnded, type LockOwner, lockOwner, parseLockOwner } from "../../node/sessions/lock-owner.ts";
import { unusable } from "../../node/sessions/session-folder.ts";
import { CommandFault } from "../output/failure.ts";

// Of a process that ended, a lock is taken over at once; this is for those of other machines, of which nobody can tell.
const staleAfter = 3_600_000;

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

/** Whether a command is at work on a session, as far as this machine can tell. */
export async function isAtWork(path: string): Promise<boolean> {
  const owner = await ownerOf(path);
  return owner !== undefined && !hasEnded(owner);
}

/** Whether a process of this machine is, for however long. */
export async function isAtWorkHere(path: string): Promise<boolean> {
  const owner = await ownerOf(path);
  return owner !== undefined && owner.host === lockOwner("").host && !hasEnded(owner);
}

async function ownerOf(path: string): Promise<LockOwner | undefined> {
  try {
    return parseLockOwner(await readFile(path, "utf8"));
  } catch {
    return undefined;
  }
}

/** Somebody else was faster. */
export function conflict(step: string, message: string, hint: string): CommandFault {
  return new CommandFault({
    kind: "error",
    error: "conflict",
    code: "session-conflict",
    step,
    message,
    hint,
    retry: false,
  });
}
