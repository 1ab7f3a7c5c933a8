import { hash } from "node:crypto";
import { join } from "node:path";
import { SkillError } from "../../core/errors.ts";
import { frameSkillFiles } from "../../core/integrity/skill-digest.ts";
import { readSkillFile } from "../../node/read-skill-file.ts";
import { assertNoCollisions } from "../fetch/assert-no-collisions.ts";
import { type Lock, LOCK_FILE_NAME } from "./lock.ts";
import { readLock } from "./parse-lock.ts";

const maxBytes = 64 * 1024 * 1024;

/** A lock, and its text as it was read. */
export interface LoadedLock {
  readonly lock: Lock;
  readonly text: string;
  /** Whether the text is the one that Tradecraft writes, but for line endings. */
  readonly isCanonical: boolean;
}

/**
 * The lock in a folder; undefined when there is none. Each digest in it is worked out again from its list of files. A
 * lock of the text `sound` was found sound before, and canonical.
 */
export async function loadLock(directory: string, sound?: string): Promise<LoadedLock | undefined> {
  let text: string;
  try {
    text = (await readSkillFile(join(directory, LOCK_FILE_NAME), { maxBytes })).text;
  } catch (error) {
    if (SkillError.is(error, "file-missing")) return undefined;
    throw error;
  }
  if (text === sound) return { lock: JSON.parse(text) as Lock, text, isCanonical: true };
  return { ...readSoundLock(text), text };
}

/** Reads a lock as whoever finds it later will; throws `lock-invalid` for one that is not sound. */
export function readSoundLock(text: string): Omit<LoadedLock, "text"> {
  const read = readLock(text);
  assertDigests(read.lock);
  return read;
}

function assertDigests(lock: Lock): void {
  for (const [name, { skills }] of Object.entries(lock.sources)) {
    for (const [folder, { digest, files }] of Object.entries(skills)) {
      assertNoCollisions(
        files.map(({ path }) => path),
        `${LOCK_FILE_NAME}: ${name}/${folder}`,
      );
      // In place: a lock has many short lists, and each would wait for another thread.
      if (`sha256:${hash("sha256", frameSkillFiles(files), "hex")}` === digest) continue;
      const message = `${LOCK_FILE_NAME}: the files of ${name}/${folder} do not give the digest beside them, so one of both was changed by hand. Restore the lock, or delete it to pin everything again.`;
      throw new SkillError("lock-invalid", message, { facts: { source: name, folder } });
    }
  }
}
