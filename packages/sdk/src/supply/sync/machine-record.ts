import { readFile } from "node:fs/promises";
import type { InstalledFolder, Lock } from "../lock/lock.ts";
import type { LoadedLock } from "../lock/load-lock.ts";
import { parseLock } from "../lock/parse-lock.ts";
import type { Change } from "./transaction/change.ts";

// A lock says what should be installed everywhere. What is installed on this machine is known to this machine alone: when
// somebody else takes a skill out of the lock, the lock that arrives here no longer tells that it was ever put in place.

const pathOf = (journal: string): string => journal.replace(/\.json$/, ".installed");

/** Another number whenever more is asked of a lock: one that was found sound by less is then looked at again. */
const checks = 1;
const firstLine = `${checks}\n`;

/** What the last sync on this machine left behind. */
export interface MachineRecord {
  /** Its lock. */
  readonly text: string;
  /** Whether the lock of this text passed all that is asked of one today, and is written as Tradecraft writes it. */
  readonly isSound: boolean;
}

/** The record of this machine; undefined if there is none that can be read. */
export async function readRecord(journal: string): Promise<MachineRecord | undefined> {
  const content = await readFile(pathOf(journal), "utf8").catch(() => undefined);
  if (content === undefined) return undefined;
  const [line = ""] = /^\d+\n/.exec(content) ?? [];
  return { text: content.slice(line.length), isSound: line === firstLine };
}

/** The lock that a record holds; undefined if it holds none. */
export function recordedLock(record: MachineRecord | undefined, now: LoadedLock | undefined): Lock | undefined {
  if (record === undefined) return undefined;
  // Most of the time nothing happened since, and the one was read already.
  if (record.text === now?.text) return now.lock;
  try {
    return parseLock(record.text);
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
export function recordChange(journal: string, now: MachineRecord, before: MachineRecord | undefined): Change[] {
  const isKnown = before?.text === now.text && before.isSound === now.isSound;
  const contents = `${now.isSound ? firstLine : "0\n"}${now.text}`;
  return isKnown ? [] : [{ kind: "file", path: pathOf(journal), contents }];
}
