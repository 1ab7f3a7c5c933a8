import { generatePreamble } from "../../workflow/hosts/generate-preamble.ts";
import type { Handshake } from "../../workflow/hosts/host.ts";
import { placeAt } from "../../workflow/engine/workflow-map.ts";
import { type CommandContext, handshakeOf } from "../command-context.ts";
import { printResult } from "../output/print.ts";
import { readMarks } from "../session/file-marks.ts";
import { deskFor, marksOf, storeOf } from "../session/session-desk.ts";
import { isAtWork } from "../session/session-at-work.ts";
import { sessionPaths } from "../session/session-paths.ts";

/** Says where a session stands. */
export async function showStatus(context: CommandContext): Promise<number> {
  const desk = deskFor(context);
  const marks = marksOf(desk);
  const { session, ...status } = await desk.engine.status({ session: desk.session });
  // Only the process that runs an action knows that it does.
  const state = status.state === "uncertain" && (await isAtWork(desk.paths.lock)) ? "working" : status.state;
  const line = marks?.line === undefined ? {} : { line: marks.line };
  return printResult(context.io, {
    kind: "status",
    sessionId: session,
    ...status,
    state,
    file: desk.paths.file,
    ...line,
  });
}

/** Lists the sessions of a folder, of all skills. */
export async function listSessions(context: CommandContext): Promise<number> {
  const { store, folder } = storeOf(context);
  const rows = await Promise.all(
    (await store.list()).map(async (sessionId) => {
      const { file, marks: path } = sessionPaths(folder, sessionId);
      const marks = readMarks(path);
      const { skill, state, step, line } = marks ?? {};
      // One that began over MCP has no file.
      return { sessionId, ...(marks && { file, skill, state, step, line }) };
    }),
  );
  return printResult(context.io, { kind: "sessions", sessions: rows });
}

/** Tells again how prompts are to be read. */
export async function showPreamble(context: CommandContext): Promise<number> {
  const { definition, flags, io } = context;
  let path = context.subskill ?? "";
  let handshake: Handshake = handshakeOf(flags);
  if (flags.session !== undefined) {
    const { store, session, ...desk } = deskFor(context);
    const marks = marksOf({ ...desk, store, session });
    const [started] = (await store.read(session, { from: 0, to: 1 }))?.records ?? [];
    if (started?.type === "started") ({ handshake } = started);
    path = marks?.step?.split("/").slice(0, -1).join("/") ?? path;
  }
  const { system, hosts, primitives } = placeAt(definition, path)?.definition ?? definition;
  return printResult(io, { kind: "preamble", preamble: generatePreamble({ handshake, system, hosts, primitives }) });
}
