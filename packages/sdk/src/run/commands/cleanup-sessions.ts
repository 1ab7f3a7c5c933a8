import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileErrorCode } from "../../node/describe-file-error.ts";
import { sessionFiles } from "../../node/sessions/session-files.ts";
import { isOlder, removeOrphans } from "../../node/sessions/stored-sessions.ts";
import type { SessionStore } from "../../workflow/session/session-store.ts";
import { type CommandContext } from "../command-context.ts";
import { failureOf, usageFault } from "../output/failure.ts";
import { printResult } from "../output/print.ts";
import { deskFor, storeOf } from "../session/session-desk.ts";
import { otherSkill } from "../session/session-faults.ts";
import { withSessionLock } from "../session/session-lock.ts";
import { type SessionPaths, sessionPaths } from "../session/session-paths.ts";
import { readMarks } from "../session/file-marks.ts";

// A lock of the store that is younger may belong to a session that is about to be.
const orphanAge = 30_000;

/** Removes a session of this skill, or all of them that nobody has gone on with for a time. A session that is not there is no failure. */
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
  const { name } = context.definition;
  const skill = await skillOf(store, session, paths);
  if (skill !== undefined && skill !== name) throw otherSkill(skill, name);
  return withSessionLock(folder, { path: paths.lock, wait: 2_000, step: "" }, async () => {
    await removeFiles(paths);
    return (await store.remove(session)) ? [session] : [];
  });
}

/** The skill that a session is one of; undefined if it was cut off before it could say so. */
async function skillOf(
  store: SessionStore,
  session: string,
  { marks }: Pick<SessionPaths, "marks">,
): Promise<string | undefined> {
  const known = readMarks(marks)?.skill;
  if (known !== undefined) return known;
  // One that began over MCP has no marks.
  const [started] = (await store.read(session, { from: 0, to: 1 }))?.records ?? [];
  return started?.type === "started" ? started.skill : undefined;
}

async function removeOld(context: CommandContext, olderThan: number): Promise<readonly string[]> {
  const { store, folder } = storeOf(context);
  const isOthers = (skill: string | undefined): boolean => skill !== undefined && skill !== context.definition.name;
  const removed: string[] = [];
  for (const session of await store.list()) {
    const { journal } = sessionFiles(folder, session);
    if (!(await isOlder(journal, olderThan))) continue;
    const paths = sessionPaths(folder, session);
    if (isOthers(await skillOf(store, session, paths))) continue;
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
    if (isOthers(readMarks(`${path}.marks`)?.skill)) continue;
    await unlessAtWork(folder, `${path}.call`, () => removeFiles({ file: `${path}.jsonl`, marks: `${path}.marks` }));
  }
  await removeOrphans(folder, Math.max(olderThan, orphanAge));
  return removed;
}

/** Does something with a session, unless a command is at work on it. */
async function unlessAtWork(folder: string, path: string, work: () => Promise<void>): Promise<void> {
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
