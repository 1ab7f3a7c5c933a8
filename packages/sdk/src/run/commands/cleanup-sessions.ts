import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileErrorCode } from "../../node/describe-file-error.ts";
import { type CommandContext } from "../command-context.ts";
import { usageFault } from "../output/failure.ts";
import { printResult } from "../output/print.ts";
import { deskFor, storeOf } from "../session/session-desk.ts";
import { withSessionLock } from "../session/session-lock.ts";
import { readMarks } from "../session/file-marks.ts";

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
    for (const path of [paths.file, paths.marks, `${paths.marks}.draft`]) await rm(path, { force: true });
    return (await store.remove(session)) ? [session] : [];
  });
}

async function removeOld(context: CommandContext, olderThan: number): Promise<readonly string[]> {
  const { store, folder } = storeOf(context);
  const removed = await store.expire({ olderThan });
  const names = new Set(await namesIn(folder));
  // The folder may be anybody's: only what has marks of ours beside it is a session's file.
  for (const name of names) {
    const stem = /^([a-z0-9_~-]+)\.marks$/.exec(name)?.[1];
    if (stem === undefined || names.has(`${stem}.journal`)) continue;
    for (const end of ["jsonl", "marks", "marks.draft", "call"])
      await rm(join(folder, `${stem}.${end}`), { force: true });
  }
  return removed;
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
