import { readFile } from "node:fs/promises";
import { formatLock } from "../lock/format-lock.ts";
import type { InstalledFolder, Lock } from "../lock/lock.ts";
import { isSameLock } from "../lock/is-same-lock.ts";
import type { LoadedLock } from "../lock/load-lock.ts";
import { parseLock } from "../lock/parse-lock.ts";
import type { Change } from "./transaction/change.ts";

// A lock says what should be installed everywhere. What is installed on this machine is known to this machine alone: when
// somebody else takes a skill out of the lock, the lock that arrives here no longer tells that it was ever put in place.

const pathOf = (journal: string): string => journal.replace(/\.json$/, ".installed");

/** The lock of the last sync on this machine; undefined if there was none that can be read. */
export async function loadRecord(journal: string, now: LoadedLock | undefined): Promise<Lock | undefined> {
  try {
    const text = await readFile(pathOf(journal), "utf8");
    // Most of the time nothing happened since, and the one was read already.
    return text === now?.text ? now.lock : parseLock(text);
  } catch {
    return undefined;
  }
}

/** A lock that also knows what was installed here by an earlier one. */
export function withRecord(lock: Lock, record: Lock | undefined): Lock {
  if (record === undefined || record === lock) return lock;
  const earlier = Object.entries(record.sources).map(([name, source]) => [`${name} before`, source] as const);
  const installed: Record<string, InstalledFolder> = { ...lock.installed };
  for (const [place, { mode, skills }] of Object.entries(record.installed)) {
    const now = installed[place];
    installed[place] = { mode: now?.mode ?? mode, skills: [...new Set([...(now?.skills ?? []), ...skills])].sort() };
  }
  return { ...lock, sources: { ...lock.sources, ...Object.fromEntries(earlier) }, installed };
}

/** What makes the record that of this lock; nothing if it is already. */
export function recordChange(journal: string, lock: Lock, record: Lock | undefined): Change[] {
  const isNothing = record === undefined && Object.keys(lock.installed).length === 0;
  if (isNothing || (record !== undefined && isSameLock(lock, record))) return [];
  return [{ kind: "file", path: pathOf(journal), contents: formatLock(lock) }];
}
