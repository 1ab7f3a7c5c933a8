import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { SkillError } from "../../core/errors.ts";
import { takeFileLock } from "../../node/sessions/file-lock.ts";
import { journalPath } from "./transaction/journal.ts";

const times = { lockTimeout: 10_000, staleAfter: 30 * 60_000 };

/** Does something for a project while nobody else does; tells it where the journal is, and lets it ask whether it is still alone. */
export async function withSyncLock<Result>(
  directory: string,
  env: NodeJS.ProcessEnv,
  work: (journal: string, assertHeld: () => void) => Promise<Result>,
): Promise<Result> {
  const journal = await journalPath(directory, env);
  await mkdir(dirname(journal), { recursive: true, mode: 0o700 });
  const lock = await takeFileLock(`${journal}.lock`, times);
  if (lock === undefined) throw busy();
  try {
    return await work(journal, () => {
      if (!lock.isHeld()) throw busy();
    });
  } finally {
    await lock.release();
  }
}

function busy(): SkillError {
  return new SkillError("sync-busy", "Another tradecraft is changing this project. Wait for it, and try again.");
}
