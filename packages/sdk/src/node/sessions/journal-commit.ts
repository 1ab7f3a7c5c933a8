import { crc32 } from "./crc32.ts";

/**
 * The end of one append. A journal is lines of JSON: the records of an append, each an object, then a commit, an array.
 * Bytes that no valid commit ends were cut off by a crash and count for nothing.
 */
export interface JournalCommit {
  /** Records in the journal up to here. */
  readonly sequence: number;
  /** Records and bytes of this append, this line not included. */
  readonly count: number;
  readonly bytes: number;
  /** The sum of the commit before, and this one's: a checksum of all bytes of records up to here. */
  readonly previous: number;
  readonly sum: number;
  /** Where the next append begins. */
  readonly end: number;
}

/** Before the first append. */
export const noCommit: JournalCommit = { sequence: 0, count: 0, bytes: 0, previous: 0, sum: 0, end: 0 };

/** No commit's line is longer. */
export const maxCommitBytes = 128;

/** The bytes that append these lines after a commit, and the commit they end with. */
export function renderAppend(
  lines: readonly string[],
  after: JournalCommit,
): { readonly bytes: Buffer; readonly commit: JournalCommit } {
  const body = Buffer.from(lines.map((line) => `${line}\n`).join(""));
  const { sum: previous } = after;
  const sum = crc32(body, previous);
  const sequence = after.sequence + lines.length;
  const head = { sequence, count: lines.length, bytes: body.length, previous, sum };
  const bytes = Buffer.concat([body, Buffer.from(renderCommit(head))]);
  return { bytes, commit: { ...head, end: after.end + bytes.length } };
}

/** A commit's line. */
export function renderCommit({ sequence, count, bytes, previous, sum }: Omit<JournalCommit, "end">): string {
  return `${JSON.stringify(["commit", sequence, count, bytes, previous, sum])}\n`;
}

/** What a line says that ends at `end`; undefined unless it is exactly a commit's. */
export function parseCommit(line: string, end: number): JournalCommit | undefined {
  const numbers = /^\["commit",(\d{1,16}),(\d{1,16}),(\d{1,16}),(\d{1,10}),(\d{1,10})\]\n$/.exec(line)?.slice(1);
  if (numbers === undefined) return undefined;
  const [sequence = 0, count = 0, bytes = 0, previous = 0, sum = 0] = numbers.map(Number);
  return { sequence, count, bytes, previous, sum, end };
}

/** Whether a commit goes on from another and has the sum of its append's bytes. */
export function isCommitOf(commit: JournalCommit, body: Uint8Array, after: JournalCommit): boolean {
  return (
    commit.count > 0 &&
    commit.sequence === after.sequence + commit.count &&
    commit.bytes === body.length &&
    commit.previous === after.sum &&
    commit.sum === crc32(body, commit.previous)
  );
}
