import type { EngineReply, SessionStatus } from "../../workflow/engine/workflow-engine.ts";
import type { CliResult } from "../../workflow/results.ts";
import { type CommandContext, jsonOf, stepOf } from "../command-context.ts";
import { usageFault } from "../output/failure.ts";
import { printLine } from "../output/print.ts";
import { readAgentFile } from "../session/agent-file.ts";
import { chooseAnswers, refuseStep } from "../session/choose-answers.ts";
import type { FileMarks } from "../session/file-marks.ts";
import { atDesk, deskFor, marksOf, type SessionDesk } from "../session/session-desk.ts";
import { conflict } from "../session/session-faults.ts";
import { sumOf, tellSession, toldBy } from "../session/tell-session.ts";

interface FlagAnswer {
  readonly step: string;
  readonly output: unknown;
}

/** Takes an answer, from the flags or from the agent's file, and prints the line that says what comes next. */
export async function advanceSession(context: CommandContext): Promise<number> {
  const desk = deskFor(context);
  const answer = await flagAnswer(context);
  const { key } = context.flags;
  const seen = marksOf(desk);
  const step = stepOf(context) ?? seen?.step ?? "";
  if (!answer && seen?.outputMode === "flag") {
    throw usageFault("`advance` needs --step and --output: the session began with --output-mode flag.");
  }
  // Parts of a step are answered side by side, and wait for each other.
  const wait = step.includes("#") ? 30_000 : 2_000;
  return atDesk(
    desk,
    (marks, sequence) => {
      if (!answer) return takeLines(desk, marks, sequence);
      if (key !== undefined) return takeWithKey(desk, marks, { answer, key, sequence });
      if (isRepeated(marks, answer, sequence)) return printLine(context.io, String(marks?.line));
      if (!step.includes("#") && seen?.sequence !== marks?.sequence) throw overtaken(step);
      return takeAnswer(desk, marks, { answer, sequence });
    },
    { wait, step },
  );
}

async function flagAnswer(context: CommandContext): Promise<FlagAnswer | undefined> {
  const step = stepOf(context);
  if (context.flags.output === undefined) {
    if (context.flags.key !== undefined)
      throw usageFault("--key needs --output: lines of the file are taken once anyway.");
    return undefined;
  }
  if (step === undefined) throw usageFault("--output needs --step: the step that it answers.");
  return { step, output: await jsonOf(context, "output") };
}

/** Takes the answer of the flags. */
async function takeAnswer(
  desk: SessionDesk,
  marks: FileMarks | undefined,
  { answer, sequence }: { readonly answer: FlagAnswer; readonly sequence: number },
): Promise<number> {
  const { engine, session } = desk;
  if (marks?.sequence !== sequence) {
    // A command was cut off before it could say what came next; most likely it was this one.
    const reply = await engine.resume({ session });
    if (!waitsFor(reply, answer.step)) return tellSession(desk, marks, toldBy(desk, reply));
  }
  const reply = await engine.advance({ session, ...answer });
  return tellSession(desk, marks, { ...toldBy(desk, reply), answer });
}

/** Takes an answer that the engine recognises when it comes again. */
async function takeWithKey(
  desk: SessionDesk,
  marks: FileMarks | undefined,
  { answer, key, sequence }: { readonly answer: FlagAnswer; readonly key: string; readonly sequence: number },
): Promise<number> {
  const { engine, session, context } = desk;
  const reply = await engine.advance({ session, ...answer, key });
  const told = { ...toldBy(desk, reply), key };
  const isRepeated = reply.result.kind !== "error" && reply.sequence === sequence;
  if (!isRepeated) return tellSession(desk, marks, { ...told, answer });
  const isShown = marks?.sequence === sequence;
  if (isShown && marks.key === key) return printLine(context.io, String(marks.line));
  // The reply to an earlier call is told again; the session may have gone on since.
  const isPast = isShown || !isAt(await engine.status({ session }), reply.result);
  return tellSession(desk, marks, { ...told, isPast });
}

/** Whether the answer is the one that led to the line shown last; a step that is current again takes it once more. */
function isRepeated(marks: FileMarks | undefined, answer: FlagAnswer, sequence: number): boolean {
  if (marks?.answer === undefined || marks.line === undefined || marks.sequence !== sequence) return false;
  const isCurrent = marks.step === answer.step || marks.open?.includes(answer.step) === true;
  return !isCurrent && marks.answer === sumOf(answer);
}

function isAt({ state, step }: SessionStatus, result: CliResult): boolean {
  return result.kind === "prompt" ? result.step.split("#")[0] === step : state === "ended";
}

/** Takes the answers that the agent appended to its file; without any, the current line is the answer once more. */
async function takeLines(desk: SessionDesk, marks: FileMarks | undefined, sequence: number): Promise<number> {
  const { engine, session, paths, context } = desk;
  const isShown = marks?.sequence === sequence && marks.line !== undefined;
  const text = isShown ? readAgentFile(paths.file, marks.taken) : undefined;
  if (!isShown || text === undefined) return tellSession(desk, marks, toldBy(desk, await engine.resume({ session })));
  const named = stepOf(context);
  const chosen = chooseAnswers(text.toString("utf8"), marks);
  const refusal = chosen.refusal ?? (named === undefined ? undefined : refuseStep(named, marks));
  if (refusal) return tellSession(desk, marks, { result: refusal, sequence });
  let reply: EngineReply | undefined;
  for (const answer of chosen.answers ?? []) {
    desk.secrets.addAnswer(answer.step, answer.output);
    reply = await engine.advance({ session, ...answer });
    if (reply.result.kind !== "prompt") break;
  }
  return reply ? tellSession(desk, marks, toldBy(desk, reply)) : printLine(context.io, String(marks.line));
}

/** Whether a session, resumed, waits for this step, and not because it was just answered. */
function waitsFor({ result }: EngineReply, step: string): boolean {
  if (result.kind !== "prompt" || result.completed?.step === step) return false;
  return result.step === step || result.parallel?.open.some((part) => part.step === step) === true;
}

function overtaken(step: string): Error {
  return conflict(step, "Another command has gone on with this session meanwhile.", "`resume` shows the current step.");
}
