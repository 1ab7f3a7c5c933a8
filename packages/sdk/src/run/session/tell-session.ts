import { crc32 } from "../../node/sessions/crc32.ts";
import type { EngineReply } from "../../workflow/engine/workflow-engine.ts";
import { isFailure, isMendable, type WireResult, wireResult } from "../output/failure.ts";
import { printLine, printProblem, printResult } from "../output/print.ts";
import { redactResult } from "../secrets/redact-result.ts";
import { type Appended, appendToAgentFile, createAgentFile } from "./agent-file.ts";
import { type FileMarks, writeMarks } from "./file-marks.ts";
import type { SessionDesk } from "./session-desk.ts";
import { sessionHint } from "./session-hints.ts";
import { headerLine, outputLine, resultLine } from "./session-lines.ts";

/** What a call on a session came to. */
export interface Told {
  readonly result: WireResult;
  /** How long the journal is now. */
  readonly sequence: number;
  /** The answer, if it came as a flag: the file tells it too. */
  readonly answer?: { readonly step: string; readonly output: unknown };
  readonly key?: string;
  /** It was the answer to an earlier call, and says nothing about where the session is now. */
  readonly isPast?: boolean;
}

/** What an engine's reply comes to, with hints for who types commands. */
export function toldBy({ session }: SessionDesk, { result, sequence }: EngineReply): Told {
  const isRefusal = result.kind === "error" && result.error === "validation";
  const hint = result.kind === "error" && !isRefusal ? sessionHint(result.code, session) : undefined;
  return { result: wireResult(result, hint), sequence };
}

/** Failures that say nothing about the run itself. */
const unwritten: ReadonlySet<string> = new Set([
  "session-unknown",
  "session-mismatch",
  "session-conflict",
  "session-ended",
  "back-refused",
]);

/** Writes a result to the agent's file, and prints its line's number; a failure is printed itself. */
export async function tellSession(desk: SessionDesk, before: FileMarks | undefined, told: Told): Promise<number> {
  const { context, paths, secrets } = desk;
  const { definition, io } = context;
  if (told.answer) secrets.addAnswer(told.answer.step, told.answer.output);
  const result = redactResult(definition, told.result, secrets.values);
  if (isFailure(result) && unwritten.has(result.code)) return printResult(io, result);
  const lines = [...(told.answer ? [outputLine(definition, told.answer, secrets.values)] : []), resultLine(result)];
  const counted = before ?? { bytes: 0, lines: 0 };
  const appended =
    appendToAgentFile(paths.file, lines, counted) ??
    createAgentFile(paths.file, [await headerOf(desk, before), ...lines]);
  const marks = { ...marksAfter(before, told, appended), secrets: [...secrets.values] };
  writeMarks(paths.marks, { skill: definition.name, outputMode: before?.outputMode ?? "file", ...marks });
  if (isFailure(result)) {
    if (!isMendable(result)) return printResult(io, result);
    await printProblem(io, result);
  }
  return printLine(io, String(appended.line));
}

/** What an answer is known by when it comes again. */
export function sumOf({ step, output }: { readonly step: string; readonly output: unknown }): string {
  const bytes = Buffer.from(JSON.stringify([step, output]));
  return `${bytes.length}-${crc32(bytes)}`;
}

/** What is remembered after a result was written. */
export function marksAfter(
  before: FileMarks | undefined,
  { result, sequence, key, isPast, answer: given }: Told,
  { line, end }: Appended,
): Omit<FileMarks, "skill" | "outputMode"> {
  if (isPast && before) return { ...before, ...end, taken: before.open ? before.taken : end.bytes };
  const parallel = result.kind === "prompt" ? result.parallel : undefined;
  // Answers to other parts may stand before this result, and are still to be taken.
  const isAmongParts = before?.open !== undefined && (result.kind === "error" || (parallel?.done ?? 0) > 0);
  const place = { ...end, taken: isAmongParts ? before.taken : end.bytes, sequence };
  const taken = { ...(key !== undefined && { key }), ...(given && { answer: sumOf(given) }) };
  if (result.kind === "prompt") {
    const { step } = result;
    const open = parallel && { open: parallel.open.map((part) => part.step) };
    return { ...place, state: "waiting", line, step, ...open, ...taken };
  }
  if (result.kind === "done") return { ...place, state: "ended", line, ...taken };
  // An answer to another step than the current one says nothing about that.
  const state = result.kind === "error" && result.error === "conflict" ? before?.state : undefined;
  return {
    ...place,
    state: state ?? (result.kind === "error" && isMendable(result) ? "waiting" : "failed"),
    ...(before?.answer !== undefined && { answer: before.answer }),
    ...(before?.line !== undefined && { line: before.line }),
    ...(before?.step !== undefined && { step: before.step }),
    ...(before?.open && { open: before.open }),
  };
}

/** The header of a file that somebody removed. */
async function headerOf(desk: SessionDesk, before: FileMarks | undefined): Promise<string> {
  const { store, session, context, secrets } = desk;
  const [started] = (await store.read(session, { from: 0, to: 1 }))?.records ?? [];
  if (started?.type !== "started") throw new Error(`The journal of ${session} has no beginning.`);
  const { handshake, params, subskill, at } = started;
  const { outputMode = "file" } = before ?? {};
  const header = { session, handshake, params, subskill, createdAt: at, outputMode };
  return headerLine(context.definition, header, secrets.values);
}
