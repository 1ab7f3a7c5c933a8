import { constants } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { SkillError } from "../../core/errors.ts";
import type { SessionTail } from "../../workflow/session/session-store.ts";
import { noCommit } from "./journal-commit.ts";
import { damagedJournal, type JournalReader, journalReader } from "./journal-reader.ts";
import { type ParsedJournal, parseJournal } from "./parse-journal.ts";
import type { SessionFiles } from "./session-files.ts";
import { openSessionFile } from "./session-folder.ts";
import { readAfterSnapshot, readSnapshotFile } from "./snapshot-file.ts";

/** All records of a session; undefined if it does not exist. */
export async function readSession({ journal }: SessionFiles): Promise<SessionTail | undefined> {
  return withJournal(journal, async (reader) =>
    toTail(parseJournal(await reader.read(0, reader.size), noCommit), journal),
  );
}

/** The newest snapshot and the records after it, read from there on; undefined if the session does not exist. */
export async function readSessionTail(files: SessionFiles): Promise<SessionTail | undefined> {
  const kept = await readSnapshotFile(files.snapshot);
  if (kept === undefined) return readSession(files);
  const tail = await withJournal(files.journal, async (reader) => {
    const bytes = await readAfterSnapshot(reader, kept);
    if (bytes === undefined) return undefined;
    const { records, sequence } = toTail(parseJournal(bytes, kept.commit), files.journal) ?? {};
    if (records === undefined || sequence === undefined || sequence < kept.sequence) return undefined;
    const { sequence: covered, state } = kept;
    const later = records.slice(covered - kept.commit.sequence);
    return { records: later, sequence, snapshot: { sequence: covered, state } };
  });
  return tail ?? readSession(files);
}

async function withJournal(
  path: string,
  use: (reader: JournalReader) => Promise<SessionTail | undefined>,
): Promise<SessionTail | undefined> {
  for (let attempt = 1; ; attempt++) {
    const file = await openSessionFile(path, constants.O_RDONLY);
    if (file === undefined) return undefined;
    try {
      return await use(journalReader(file, path));
    } catch (error) {
      // Readers take no lock: it may only seem so, while somebody replaces what a crash cut off.
      if (attempt === 4 || !SkillError.is(error, "session-invalid")) throw error;
    } finally {
      await file.close();
    }
    await wait(10);
  }
}

function toTail({ records, last, damaged }: ParsedJournal, path: string): SessionTail | undefined {
  if (damaged) throw damagedJournal(path, last);
  return last.sequence === 0 ? undefined : { records, sequence: last.sequence };
}
