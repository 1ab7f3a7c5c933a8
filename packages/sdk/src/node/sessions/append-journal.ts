import { constants, fstatSync } from "node:fs";
import { type FileHandle, open, rm, truncate } from "node:fs/promises";
import { dirname } from "node:path";
import { sessionConflict } from "../../workflow/session/session-errors.ts";
import type { FileLock } from "./file-lock.ts";
import { type JournalCommit, renderAppend } from "./journal-commit.ts";
import { journalReader } from "./journal-reader.ts";
import { openSessionFile, unusable } from "./session-folder.ts";

/** One append, made while its lock is held. */
export interface JournalAppend {
  readonly session: string;
  readonly path: string;
  readonly lines: readonly string[];
  readonly expected: number;
  /** Whether it waits for the medium. */
  readonly sync: boolean;
  readonly lock: FileLock;
}

/** Adds the lines to the journal, all or none; resolves to the number of its records. */
export async function appendJournal(append: JournalAppend): Promise<number> {
  const { session, path, lines, expected } = append;
  const { O_RDWR, O_APPEND, O_CREAT } = constants;
  const file = await openSessionFile(path, O_RDWR | O_APPEND | (expected === 0 && lines.length > 0 ? O_CREAT : 0));
  if (file === undefined) {
    if (expected === 0) return 0;
    throw sessionConflict(session, expected, 0);
  }
  try {
    const reader = journalReader(file, path);
    const last = await reader.lastCommit();
    if (last.sequence !== expected) throw sessionConflict(session, expected, last.sequence);
    if (lines.length === 0) return expected;
    // What a crash cut off.
    if (reader.size > last.end) await truncate(path, last.end);
    return (await addAfter(file, last, append)).sequence;
  } finally {
    await file.close();
  }
}

async function addAfter(file: FileHandle, last: JournalCommit, append: JournalAppend): Promise<JournalCommit> {
  const { session, path, lines, sync, lock } = append;
  const { bytes, commit } = renderAppend(lines, last);
  if (!lock.isHeld()) throw sessionConflict(session, last.sequence, last.sequence);
  try {
    const { bytesWritten } = await file.write(bytes);
    if (bytesWritten !== bytes.length) throw unusable(path, "the disk is full");
    if (sync) await file.datasync();
    if (sync && last.end === 0) await syncFolder(dirname(path));
    // Both hold unless this process was stopped for so long that another took its lock for forgotten.
    if (fstatSync(file.fd).size !== commit.end) throw sessionConflict(session, last.sequence, last.sequence);
  } catch (error) {
    if (lock.isHeld()) await (last.end === 0 ? rm(path, { force: true }) : truncate(path, last.end));
    throw unusable(path, error);
  }
  if (!lock.isHeld()) throw sessionConflict(session, last.sequence, last.sequence);
  return commit;
}

/** A new file's name is safe only with its folder. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const folder = await open(path, constants.O_RDONLY);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
