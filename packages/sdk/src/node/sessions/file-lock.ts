import { constants, fstatSync, futimesSync } from "node:fs";
import { type FileHandle, open, readFile, rm, stat, unlink } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { fileErrorCode } from "../describe-file-error.ts";
import { beatEvery, isForgotten, lockOwner, parseLockOwner } from "./lock-owner.ts";

/** How long locks are waited for and believed, in milliseconds. */
export interface FileLockTimes {
  readonly lockTimeout: number;
  /** Of holders that cannot be seen from here: so long without a sign of life. */
  readonly staleAfter: number;
}

/** A lock that this process took. */
export interface FileLock {
  /** False once somebody took it away, because it seemed to be forgotten. */
  isHeld(): boolean;
  release(): Promise<void>;
}

/** A lock file without a name in it is being written, unless its writer was killed just then. */
const unnamedStaleAfter = 1000;

/** Takes the lock at this path; undefined if others held it for the whole time. */
export async function takeFileLock(path: string, times: FileLockTimes): Promise<FileLock | undefined> {
  const deadline = performance.now() + times.lockTimeout;
  for (let pause = 1; ; pause = Math.min(pause * 2, 32)) {
    const file = await create(path, times);
    if (file !== undefined) return heldLock(path, file);
    if (performance.now() >= deadline) return undefined;
    await wait(pause * (0.5 + Math.random()));
  }
}

async function create(path: string, times: FileLockTimes): Promise<FileHandle | undefined> {
  for (let attempt = 0; attempt < 2; attempt++) {
    const file = await createExclusively(path);
    if (file !== undefined) return file;
    if (!(await breakStale(path, times))) return undefined;
  }
  return undefined;
}

async function createExclusively(path: string): Promise<FileHandle | undefined> {
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
  let file: FileHandle;
  try {
    file = await open(path, O_WRONLY | O_CREAT | O_EXCL | (O_NOFOLLOW ?? 0), 0o600);
  } catch (error) {
    if (fileErrorCode(error) === "EEXIST") return undefined;
    throw error;
  }
  try {
    await file.write(JSON.stringify(lockOwner(crypto.randomUUID())));
    return file;
  } catch (error) {
    await file.close();
    await rm(path, { force: true });
    throw error;
  }
}

function heldLock(path: string, file: FileHandle): FileLock {
  // In place: a way to another thread and back would cost more than the look.
  const isHeld = (): boolean => fstatSync(file.fd).nlink > 0;
  // Those who cannot see this process see by this that it lives.
  const beat = setInterval(() => touch(file.fd), beatEvery).unref();
  return {
    isHeld,
    release: async () => {
      clearInterval(beat);
      try {
        if (isHeld()) await unlink(path);
      } catch (error) {
        if (fileErrorCode(error) !== "ENOENT") throw error;
      } finally {
        await file.close();
      }
    },
  };
}

function touch(file: number): void {
  const now = Date.now() / 1000;
  try {
    futimesSync(file, now, now);
  } catch {
    // Some file systems keep no times, and the lock holds all the same.
  }
}

/** Removes a lock that nobody holds any more; true if it is worth trying again at once. */
async function breakStale(path: string, { staleAfter }: FileLockTimes): Promise<boolean> {
  const stale = await staleToken(path, staleAfter);
  if (typeof stale === "boolean") return stale;
  // Of all who found this lock stale, the one who makes a file named for it removes it: no other can remove, too late,
  // the lock of whoever came next.
  const right = `${path}.${stale}`;
  const file = await createExclusively(right);
  if (file === undefined) {
    if ((await ageOf(right)) > staleAfter) await rm(right, { force: true });
    return false;
  }
  try {
    if ((await staleToken(path, staleAfter)) === stale) await rm(path, { force: true });
  } finally {
    await rm(right, { force: true });
    await file.close();
  }
  return true;
}

/** What a stale lock is known by; false if it is none, true if it is gone. */
async function staleToken(path: string, staleAfter: number): Promise<string | boolean> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if (fileErrorCode(error) === "ENOENT") return true;
    throw error;
  }
  const owner = parseLockOwner(text);
  const age = await ageOf(path);
  if (owner === undefined) return age > Math.min(unnamedStaleAfter, staleAfter) ? "unnamed" : false;
  return isForgotten(owner, age, staleAfter) ? tokenName(owner.token) : false;
}

/** The file of a lock is read by us, but need not be by us. */
function tokenName(token: string): string {
  return /^[0-9a-f-]{36}$/.test(token) ? token : "unnamed";
}

async function ageOf(path: string): Promise<number> {
  try {
    return Date.now() - (await stat(path)).mtimeMs;
  } catch (error) {
    if (fileErrorCode(error) === "ENOENT") return 0;
    throw error;
  }
}
