import type { ActionDecision, EngineReply } from "../../workflow/engine/workflow-engine.ts";
import { readJsonFlag } from "../arguments/read-json-flag.ts";
import type { CommandContext } from "../command-context.ts";
import { usageFault } from "../output/failure.ts";
import { printLine } from "../output/print.ts";
import type { FileMarks } from "../session/file-marks.ts";
import { atDesk, deskFor, marksOf, type SessionDesk } from "../session/session-desk.ts";
import { tellSession, toldBy } from "../session/tell-session.ts";

/** Finishes what an interrupted command began, and prints the line that shows the current step. */
export async function resumeSession(context: CommandContext): Promise<number> {
  const { flags } = context;
  for (const flag of ["params", "history", "host", "tools", "subagent"] as const) {
    if (flags[flag] !== undefined)
      throw usageFault(`--${flag} is known to the session, and not changed by \`resume\`.`);
  }
  const decide = await decisionOf(context);
  return showAgain(context, (desk) =>
    desk.engine.resume({
      session: desk.session,
      ...(decide !== undefined && { decide }),
      ...(flags.preamble && { preamble: true }),
      ...(flags["accept-drift"] && { acceptDrift: true }),
    }),
  );
}

/** Takes a session back to an earlier step. */
export async function backSession(context: CommandContext): Promise<number> {
  const { to, force } = context.flags;
  return showAgain(context, ({ engine, session }) =>
    engine.back({ session, ...(to !== undefined && { to }), ...(force && { force: true }) }),
  );
}

async function showAgain(context: CommandContext, call: (desk: SessionDesk) => Promise<EngineReply>): Promise<number> {
  const desk = deskFor(context);
  marksOf(desk);
  return atDesk(desk, async (marks) => {
    const reply = await call(desk);
    if (isShown(marks, reply)) return printLine(context.io, String(marks.line));
    return tellSession(desk, marks, toldBy(desk, reply));
  });
}

/** Whether the file shows this already. */
function isShown(marks: FileMarks | undefined, { result, sequence }: EngineReply): marks is FileMarks {
  if (marks?.line === undefined || marks.sequence !== sequence) return false;
  return result.kind === "done" || (result.kind === "prompt" && result.step === marks.step && !result.preamble);
}

async function decisionOf({ flags, io }: CommandContext): Promise<ActionDecision | undefined> {
  const { decide } = flags;
  if (decide === undefined || decide === "run-again" || decide === "failed") return decide;
  const value = /^[[{"@-]/.test(decide) ? await readJsonFlag("decide", decide, io) : undefined;
  if (typeof value === "object" && value !== null && "result" in value) return { result: value.result };
  throw usageFault('--decide is "run-again", "failed" or {"result": …}.');
}
