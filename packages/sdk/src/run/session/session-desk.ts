import { existsSync } from "node:fs";
import { fileSessionStore, type FileSessionStore } from "../../node/file-session-store.ts";
import { sessionFiles } from "../../node/sessions/session-files.ts";
import type { WorkflowEngine } from "../../workflow/engine/workflow-engine.ts";
import { type CommandContext, engineFor } from "../command-context.ts";
import { usageFault } from "../output/failure.ts";
import { notingSecrets, SessionSecrets } from "../secrets/session-secrets.ts";
import { type FileMarks, readMarks } from "./file-marks.ts";
import { otherSkill, unknownSession } from "./session-faults.ts";
import { withSessionLock } from "./session-lock.ts";
import { sessionFolder, type SessionPaths, sessionPaths } from "./session-paths.ts";
import { tailFirstStore } from "./tail-first-store.ts";

/** Everything a command needs to work on one session. */
export interface SessionDesk {
  readonly context: CommandContext;
  readonly engine: WorkflowEngine;
  readonly store: FileSessionStore;
  readonly folder: string;
  readonly session: string;
  readonly paths: SessionPaths;
  /** As far as they were looked for: `atDesk` knows all. */
  readonly secrets: SessionSecrets;
}

/** The store of a call's session folder. */
export function storeOf({ flags, io }: Pick<CommandContext, "flags" | "io">): {
  readonly store: FileSessionStore;
  readonly folder: string;
} {
  const folder = sessionFolder(flags["session-dir"], io.cwd);
  // Sessions must outlive a killed process; a loss of power takes a temporary folder with it anyway.
  return { folder, store: tailFirstStore(fileSessionStore(folder, { durability: "os" })) };
}

/** Prepares work on a session: the one that the flags name, if no other is given. */
export function deskFor(context: CommandContext, session: string | undefined = context.flags.session): SessionDesk {
  if (session === undefined)
    throw usageFault("--session is missing.", { hint: "`list` shows the sessions there are." });
  const { store, folder } = storeOf(context);
  const paths = sessionPaths(folder, session);
  const secrets = new SessionSecrets(context.definition);
  const engine = engineFor(context, notingSecrets(store, secrets));
  return { context, engine, store, folder, session, paths, secrets };
}

/** The marks of a session of this skill; undefined if they were lost. Throws if there is no such session. */
export function marksOf(desk: SessionDesk): FileMarks | undefined {
  const marks = readMarks(desk.paths.marks);
  if (!marks && !existsSync(sessionFiles(desk.folder, desk.session).journal)) throw unknownSession(desk);
  const { name } = desk.context.definition;
  if (marks && marks.skill !== name) throw otherSkill(marks.skill, name);
  return marks;
}

/** Works on a session that exists while no other command does. */
export async function atDesk<Value>(
  desk: SessionDesk,
  work: (marks: FileMarks | undefined, sequence: number) => Promise<Value>,
  { wait = 2_000, step = "" }: { readonly wait?: number; readonly step?: string } = {},
): Promise<Value> {
  const { folder, paths, store, session, engine } = desk;
  return withSessionLock(folder, { path: paths.lock, wait, step }, async () => {
    const marks = marksOf(desk);
    const tail = await store.readTail(session);
    if (!tail) throw unknownSession(desk);
    await findSecrets(desk, marks, tail.sequence);
    try {
      return await work(marks, tail.sequence);
    } finally {
      await engine.flush();
    }
  });
}

/** The marks tell the secrets of the journal but for what a command that was cut off wrote after them. */
async function findSecrets(
  { store, session, secrets }: SessionDesk,
  marks: FileMarks | undefined,
  sequence: number,
): Promise<void> {
  secrets.add(marks?.secrets ?? []);
  const from = marks?.secrets ? marks.sequence : 0;
  if (from < sequence) secrets.addRecords((await store.read(session, { from }))?.records ?? []);
}
