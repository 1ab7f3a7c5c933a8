import { fstatSync } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { SkillError } from "../../core/errors.ts";
import {
  isCommitOf,
  type JournalCommit,
  maxCommitBytes,
  noCommit,
  parseCommit,
  renderCommit,
} from "./journal-commit.ts";
import { parseJournal } from "./parse-journal.ts";

/** Reads parts of an open journal. */
export interface JournalReader {
  readonly size: number;
  /** The bytes between two places, or as many as there are. */
  read(from: number, to: number): Promise<Buffer>;
  /** The last commit that is whole. Reads little more than the last append, unless that was cut off. */
  lastCommit(): Promise<JournalCommit>;
  /** The commit before another. */
  commitBefore(commit: JournalCommit): Promise<JournalCommit>;
}

/** Most appends are shorter, so that one read shows the last one and the commit before it. */
const windowBytes = 4096;

export function journalReader(file: FileHandle, path: string): JournalReader {
  const { size } = fstatSync(file.fd);
  let window: Buffer | undefined;

  const read = (from: number, to: number): Promise<Buffer> => readBytes(file, from, to);

  const readAtEnd = async (from: number, to: number): Promise<Buffer> => {
    if (size - from > windowBytes) return read(from, to);
    const start = Math.max(0, size - windowBytes);
    window ??= await read(start, size);
    return window.subarray(from - start, to - start);
  };

  const commitEndingAt = async (at: number): Promise<JournalCommit | undefined> => {
    if (at === 0) return noCommit;
    const text = (await readAtEnd(Math.max(0, at - maxCommitBytes), at)).toString("latin1");
    return parseCommit(text.slice(text.lastIndexOf("\n", text.length - 2) + 1), at);
  };

  const isWhole = async (commit: JournalCommit): Promise<boolean> => {
    const start = startOf(commit);
    const before = start < 0 ? undefined : await commitEndingAt(start);
    return before !== undefined && isCommitOf(commit, await readAtEnd(start, start + commit.bytes), before);
  };

  return {
    size,
    read,
    lastCommit: async () => {
      const commit = await commitEndingAt(size);
      if (commit !== undefined && (commit.end === 0 || (await isWhole(commit)))) return commit;
      const { last, damaged } = parseJournal(await read(0, size), noCommit);
      if (damaged) throw damagedJournal(path, last);
      return last;
    },
    commitBefore: async (commit) => {
      const before = await commitEndingAt(startOf(commit));
      if (before === undefined) throw damagedJournal(path, noCommit);
      return before;
    },
  };
}

/** What a journal is refused with that no crash leaves like this: going on would lose records for good. */
export function damagedJournal(path: string, last: JournalCommit): SkillError {
  return new SkillError("session-invalid", `The journal ${path} is damaged after record ${last.sequence}.`, {
    facts: { path, sequence: last.sequence },
  });
}

function startOf(commit: JournalCommit): number {
  return commit.end - renderCommit(commit).length - commit.bytes;
}

async function readBytes(file: FileHandle, from: number, to: number): Promise<Buffer> {
  const bytes = Buffer.alloc(Math.max(0, to - from));
  for (let filled = 0; filled < bytes.length;) {
    const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, from + filled);
    if (bytesRead === 0) return bytes.subarray(0, filled);
    filled += bytesRead;
  }
  return bytes;
}
