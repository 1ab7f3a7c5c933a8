import { resolve } from "node:path";
import { assertSessionId } from "../workflow/session/assert-session-id.ts";
import { encodeSessionRecord } from "../workflow/session/encode-session-json.ts";
import { selectRecords } from "../workflow/session/select-records.ts";
import { sessionUnknown } from "../workflow/session/session-errors.ts";
import type { SessionPart, SessionStore } from "../workflow/session/session-store.ts";
import { appendJournal } from "./sessions/append-journal.ts";
import { keepSnapshot } from "./sessions/keep-snapshot.ts";
import { readSession, readSessionTail } from "./sessions/read-session.ts";
import { type SessionFiles, sessionFiles } from "./sessions/session-files.ts";
import { openSessionFolder } from "./sessions/session-folder.ts";
import { sessionLocks } from "./sessions/session-locks.ts";
import { expireSessions, listSessions, removeSession } from "./sessions/stored-sessions.ts";

/** How sessions are kept in files. */
export interface FileSessionStoreOptions {
  /** `fsync`: an append waits for the disk, and survives a loss of power. `os`: it survives the end of the process. Default `fsync`. */
  readonly durability?: "fsync" | "os";
  /** How long a call waits for other processes before it fails with `session-conflict`, in milliseconds. Default 10,000. */
  readonly lockTimeout?: number;
  /** After how long a lock counts as forgotten though its process may live, in milliseconds. Default 30,000. */
  readonly staleAfter?: number;
}

/** A store whose sessions outlive the process. */
export interface FileSessionStore extends SessionStore {
  list(): Promise<readonly string[]>;
  /** Removes sessions without an append for so many milliseconds, and what crashes left; resolves to their ids. */
  expire(options: { readonly olderThan: number }): Promise<readonly string[]>;
}

/**
 * Keeps each session in a journal and a snapshot in this folder, for any number of processes. The folder is made with
 * mode 0700; one that belongs to somebody else, or that others may write to, is refused with `file-unreadable`.
 */
export function fileSessionStore(folder: string, options: FileSessionStoreOptions = {}): FileSessionStore {
  const { durability = "fsync", lockTimeout = 10_000, staleAfter = 30_000 } = options;
  const root = resolve(folder);
  const locked = sessionLocks(root, { lockTimeout, staleAfter });
  const filesOf = (session: string): SessionFiles => {
    assertSessionId(session);
    return sessionFiles(root, session);
  };
  return {
    append: async (session, records, expected) => {
      const { journal: path } = filesOf(session);
      const lines = records.map((record) => encodeSessionRecord(record));
      const sync = durability === "fsync";
      return locked(session, (lock) => appendJournal({ session, path, lines, expected, sync, lock }));
    },
    readTail: async (session) => {
      const files = filesOf(session);
      return (await openSessionFolder(root, false)) ? readSessionTail(files) : undefined;
    },
    read: async (session, range) => {
      const files = filesOf(session);
      return (await openSessionFolder(root, false)) ? readRange(files, range) : undefined;
    },
    writeSnapshot: async (session, snapshot) => {
      const files = filesOf(session);
      if (!(await openSessionFolder(root, false))) throw sessionUnknown(session);
      await locked(session, () => keepSnapshot(session, files, snapshot));
    },
    remove: async (session) => {
      const files = filesOf(session);
      return (await openSessionFolder(root, false)) ? locked(session, () => removeSession(files)) : false;
    },
    list: async () => ((await openSessionFolder(root, false)) ? listSessions(root) : []),
    expire: async ({ olderThan }) =>
      (await openSessionFolder(root, false)) ? expireSessions(root, locked, { olderThan, staleAfter }) : [],
  };
}

/** What lies after the snapshot is read from there on; the rest needs the whole log. */
async function readRange(
  files: SessionFiles,
  range: { readonly from?: number; readonly to?: number } = {},
): Promise<SessionPart | undefined> {
  const { from = 0, to } = range;
  const tail = from > 0 ? await readSessionTail(files) : undefined;
  const start = tail === undefined ? 0 : tail.sequence - tail.records.length;
  if (tail === undefined || from < start) {
    const all = await readSession(files);
    return all === undefined ? undefined : selectRecords(all.records, range);
  }
  const records = tail.records.slice(from - start, to === undefined ? undefined : Math.max(0, to - start));
  return { records, sequence: tail.sequence };
}
