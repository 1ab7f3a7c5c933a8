import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileErrorCode } from "../../node/describe-file-error.ts";
import { sessionFiles } from "../../node/sessions/session-files.ts";
import { isOlder, removeOrphans } from "../../node/sessions/stored-sessions.ts";
import { type CommandContext } from "../command-context.ts";
import { failureOf, usageFault } from "../output/failure.ts";
import { printResult } from "../output/print.ts";
import { deskFor, storeOf } from "../session/session-desk.ts";
import { isAtWorkHere } from "../session/session-at-work.ts";
import { withSessionLock } from "../session/session-lock.ts";
import { type SessionPaths, sessionPaths } from "../session/session-paths.ts";
import { readMarks } from "../session/file-marks.ts";

// A lock of the store that is younger may belong to a session that is about to be.
const orphanAge = 30_000;

/** Removes a session, or all that nobody has gone on with for a time. A session that is not there is no failure. */
export async function cleanupSessions(context: CommandContext): Promise<number> {
  const { session, "older-than": age } = context.flags;
  if ((session === undefined) === (age === undefined)) {
    throw usageFault("`cleanup` needs --session ID or --older-than AGE.", { hint: "An age is 90m, 12h, 7d, 4w." });
  }
  const removed = age === undefined ? await removeOne(context) : await removeOld(context, ageOf(age));
  return printResult(context.io, { kind: "cleanup", removed });
}

async function removeOne(context: CommandContext): Promise<readonly string[]> {
  const { store, session, paths, folder } = deskFor(context);
  const isThere = readMarks(paths.marks) ?? (await store.readTail(session));
  if (!isThere) return [];
  return withSessionLock(folder, { path: paths.lock, wait: 2_000, step: "" }, async () => {
    await removeFiles(paths);
    return (await store.remove(session)) ? [session] : [];
  });
}

async function removeOld(context: CommandContext, olderThan: number): Promise<readonly string[]> {
  const { store, folder } = storeOf(context);
  const removed: string[] = [];
  for (const session of await store.list()) {
    const { journal } = sessionFiles(folder, session);
    if (!(await isOlder(journal, olderThan))) continue;
    const paths = sessionPaths(folder, session);
    await unlessAtWork(folder, paths.lock, async () => {
      // Somebody may have gone on with it just now.
      if (!(await isOlder(journal, olderThan))) return;
      if (await store.remove(session)) removed.push(session);
      await removeFiles(paths);
    });
  }
  const names = new Set(await namesIn(folder));
  // The folder may be anybody's: only what has marks of ours beside it is a session's file.
  for (const name of names) {
    const stem = /^([a-z0-9_~-]+)\.marks$/.exec(name)?.[1];
    if (stem === undefined || names.has(`${stem}.journal`)) continue;
    const path = join(folder, stem);
    await unlessAtWork(folder, `${path}.call`, () => removeFiles({ file: `${path}.jsonl`, marks: `${path}.marks` }));
  }
  await removeOrphans(folder, Math.max(olderThan, orphanAge));
  return removed;
}

/** Does something with a session, unless a command is at work on it. */
async function unlessAtWork(folder: string, path: string, work: () => Promise<void>): Promise<void> {
  // A lock counts as forgotten after a time, and an action may take longer.
  if (await isAtWorkHere(path)) return;
  try {
    await withSessionLock(folder, { path, wait: 0, step: "" }, work);
  } catch (error) {
    if (failureOf(error).code !== "session-conflict") throw error;
  }
}

async function removeFiles({ file, marks }: Pick<SessionPaths, "file" | "marks">): Promise<void> {
  for (const path of [file, marks, `${marks}.draft`]) await rm(path, { force: true });
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (fileErrorCode(error) === "ENOENT") return [];
    throw error;
  }
}

const units: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

function ageOf(text: string): number {
  const [, number, unit = ""] = /^(\d+(?:\.\d+)?)([smhdw])$/.exec(text) ?? [];
  const factor = units[unit];
  if (number === undefined || factor === undefined) {
    throw usageFault(`"${text.slice(0, 80)}" is no age.`, { hint: "An age is 90m, 12h, 7d, 4w." });
  }
  return Number(number) * factor;
}
