import { SkillError } from "../../core/errors.ts";
import { fileErrorCode } from "../describe-file-error.ts";
import { type FileLock, type FileLockTimes, takeFileLock } from "./file-lock.ts";
import { inTurn } from "./in-turn.ts";
import { sessionFiles } from "./session-files.ts";
import { openSessionFolder, unusable } from "./session-folder.ts";

/** One writer at a time for each session of a folder, in all processes. */
export type SessionLocks = <Value>(session: string, work: (lock: FileLock) => Promise<Value>) => Promise<Value>;

/** Locks in a folder, which is made when the first is taken. */
export function sessionLocks(folder: string, times: FileLockTimes): SessionLocks {
  let made = false;

  const take = async (session: string, path: string): Promise<FileLock> => {
    made ||= await openSessionFolder(folder, true);
    const lock = await takeFileLock(path, times);
    if (lock !== undefined) return lock;
    throw new SkillError("session-conflict", `Session ${session} is in use by another process.`, {
      facts: { session, waited: times.lockTimeout },
    });
  };

  return (session, work) => {
    const path = sessionFiles(folder, session).lock;
    // Those of one process need not wait for each other by looking again and again.
    return inTurn(path, async () => {
      let lock: FileLock;
      try {
        lock = await take(session, path).catch((error: unknown) => {
          if (fileErrorCode(error) !== "ENOENT") throw error;
          // Somebody removed the folder.
          made = false;
          return take(session, path);
        });
      } catch (error) {
        throw unusable(folder, error);
      }
      try {
        return await work(lock);
      } catch (error) {
        throw unusable(folder, error);
      } finally {
        await lock.release();
      }
    });
  };
}
