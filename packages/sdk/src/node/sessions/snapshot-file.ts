import { constants } from "node:fs";
import { rename } from "node:fs/promises";
import { encodeSessionJson } from "../../workflow/session/encode-session-json.ts";
import type { SessionSnapshot } from "../../workflow/session/session-record.ts";
import { type JournalCommit, noCommit, renderCommit } from "./journal-commit.ts";
import type { JournalReader } from "./journal-reader.ts";
import { openSessionFile } from "./session-folder.ts";
import { crc32 } from "./crc32.ts";

/** A snapshot, and where in the journal it stands. */
export interface KeptSnapshot extends SessionSnapshot {
  /** The last commit that it covers wholly. */
  readonly commit: JournalCommit;
}

// Two lines: {"sequence":…,"commit":{…},"sum":…} and the state. The sum is the state's.

/** The snapshot in a file; undefined if there is none, or none that is whole: a journal says everything without it. */
export async function readSnapshotFile(path: string): Promise<KeptSnapshot | undefined> {
  const file = await openSessionFile(path, constants.O_RDONLY);
  if (file === undefined) return undefined;
  try {
    return parseSnapshot(await file.readFile());
  } finally {
    await file.close();
  }
}

/** Puts a snapshot in place of the one there, whole or not at all. */
export async function writeSnapshotFile(path: string, snapshot: KeptSnapshot): Promise<void> {
  const { sequence, commit } = snapshot;
  const state = Buffer.from(encodeSessionJson(snapshot.state ?? null, "The state of a snapshot"));
  const head = Buffer.from(`${JSON.stringify({ sequence, commit, sum: crc32(state) })}\n`);
  const draft = `${path}.draft`;
  const { O_WRONLY, O_CREAT, O_TRUNC } = constants;
  const file = await openSessionFile(draft, O_WRONLY | O_CREAT | O_TRUNC);
  if (file === undefined) return;
  try {
    await file.writeFile(Buffer.concat([head, state]));
  } finally {
    await file.close();
  }
  await rename(draft, path);
}

/** What a journal holds in the place where a snapshot stands, and the place; undefined if the snapshot is of another. */
export async function readAfterSnapshot(reader: JournalReader, { commit }: KeptSnapshot): Promise<Buffer | undefined> {
  const line = commit.end === 0 ? "" : renderCommit(commit);
  if (commit.end > reader.size || commit.end < line.length) return undefined;
  const bytes = await reader.read(commit.end - line.length, reader.size);
  return bytes.toString("latin1", 0, line.length) === line ? bytes.subarray(line.length) : undefined;
}

function parseSnapshot(bytes: Buffer): KeptSnapshot | undefined {
  const split = bytes.indexOf(10);
  if (split < 0) return undefined;
  const state = bytes.subarray(split + 1);
  try {
    const head = JSON.parse(bytes.toString("utf8", 0, split)) as Partial<KeptSnapshot & { sum: number }>;
    const { sequence, commit, sum } = head;
    const known = Number.isSafeInteger(sequence) && typeof commit === "object" && sum === crc32(state);
    if (!known || sequence === undefined || !isCommit(commit)) return undefined;
    return { sequence, commit, state: JSON.parse(state.toString()) as unknown };
  } catch {
    return undefined;
  }
}

function isCommit(value: Partial<JournalCommit>): value is JournalCommit {
  const keys = Object.keys(noCommit) as (keyof JournalCommit)[];
  return keys.every((key) => Number.isSafeInteger(value[key]));
}
