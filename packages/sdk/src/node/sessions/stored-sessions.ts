import { readdir, rm, stat, unlink } from "node:fs/promises";
import { join } from "node:path";
import { SkillError } from "../../core/errors.ts";
import { fileErrorCode } from "../describe-file-error.ts";
import { sessionFiles, type SessionFiles, sessionOfJournal } from "./session-files.ts";
import { unusable } from "./session-folder.ts";
import type { SessionLocks } from "./session-locks.ts";

/** Removes a session's files; false if there is no journal. Its lock must be held. */
export async function removeSession({ journal, snapshot }: SessionFiles): Promise<boolean> {
  // The journal last: whatever is left by a crash is a whole session.
  await rm(snapshot, { force: true });
  await rm(`${snapshot}.draft`, { force: true });
  try {
    await unlink(journal);
    return true;
  } catch (error) {
    if (fileErrorCode(error) === "ENOENT") return false;
    throw error;
  }
}

/** Ids of the sessions in a folder, one whose first append was cut off among them; none if there is no folder. */
export async function listSessions(folder: string): Promise<readonly string[]> {
  return (await namesIn(folder)).flatMap((name) => sessionOfJournal(name) ?? []);
}

/** Removes sessions whose journal was not written to for so many milliseconds, and files that belong to none. */
export async function expireSessions(
  folder: string,
  locks: SessionLocks,
  { olderThan, staleAfter }: { readonly olderThan: number; readonly staleAfter: number },
): Promise<readonly string[]> {
  const expired: string[] = [];
  for (const session of await listSessions(folder)) {
    const files = sessionFiles(folder, session);
    if (!(await isOlder(files.journal, olderThan))) continue;
    try {
      // Somebody may have gone on with it just now.
      const removed = await locks(
        session,
        async () => (await isOlder(files.journal, olderThan)) && removeSession(files),
      );
      if (removed) expired.push(session);
    } catch (error) {
      // In use, so not to be removed.
      if (!SkillError.is(error, "session-conflict")) throw error;
    }
  }
  // A lock that is not stale belongs to a session that is about to be.
  await removeOrphans(folder, Math.max(olderThan, staleAfter));
  return expired;
}

/** Removes old files of sessions that have no journal. */
export async function removeOrphans(folder: string, olderThan: number): Promise<void> {
  const names = await namesIn(folder);
  const journals = new Set(names.filter((name) => sessionOfJournal(name) !== undefined));
  for (const name of names) {
    const stem = /^([a-z0-9_~-]+)\.(?:snapshot|snapshot\.draft|lock|lock\.[0-9a-z-]+)$/.exec(name)?.[1];
    if (stem === undefined || journals.has(`${stem}.journal`)) continue;
    if (await isOlder(join(folder, name), olderThan)) await rm(join(folder, name), { force: true });
  }
}

/** Whether a file was not written to for so many milliseconds; one that is gone is not. */
export async function isOlder(path: string, age: number): Promise<boolean> {
  try {
    return Date.now() - (await stat(path)).mtimeMs > age;
  } catch (error) {
    if (fileErrorCode(error) === "ENOENT") return false;
    throw error;
  }
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (fileErrorCode(error) === "ENOENT") return [];
    throw unusable(folder, error);
  }
}
