import { constants } from "node:fs";
import type { SessionSnapshot } from "../../workflow/session/session-record.ts";
import { sessionUnknown, snapshotAhead } from "../../workflow/session/session-errors.ts";
import { journalReader } from "./journal-reader.ts";
import type { SessionFiles } from "./session-files.ts";
import { openSessionFile } from "./session-folder.ts";
import { readAfterSnapshot, readSnapshotFile, writeSnapshotFile } from "./snapshot-file.ts";

/** Keeps a snapshot beside the journal, unless a newer one is there. The session's lock must be held. */
export async function keepSnapshot(session: string, files: SessionFiles, snapshot: SessionSnapshot): Promise<void> {
  const { sequence, state } = snapshot;
  const file = await openSessionFile(files.journal, constants.O_RDONLY);
  if (file === undefined) throw sessionUnknown(session);
  try {
    const reader = journalReader(file, files.journal);
    let commit = await reader.lastCommit();
    if (commit.sequence === 0) throw sessionUnknown(session);
    if (!Number.isSafeInteger(sequence) || sequence > commit.sequence) {
      throw snapshotAhead(session, sequence, commit.sequence);
    }
    while (commit.sequence > sequence) commit = await reader.commitBefore(commit);
    const kept = await readSnapshotFile(files.snapshot);
    const isNewer = kept !== undefined && kept.sequence > sequence;
    if (isNewer && (await readAfterSnapshot(reader, kept)) !== undefined) return;
    await writeSnapshotFile(files.snapshot, { sequence, state, commit });
  } finally {
    await file.close();
  }
}
