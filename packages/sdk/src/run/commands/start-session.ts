import { type CommandContext, handshakeOf, jsonOf } from "../command-context.ts";
import { isFailure, usageFault } from "../output/failure.ts";
import { printLine, printResult } from "../output/print.ts";
import { redactResult } from "../secrets/redact-result.ts";
import { createAgentFile } from "../session/agent-file.ts";
import { type OutputMode, writeMarks } from "../session/file-marks.ts";
import { deskFor } from "../session/session-desk.ts";
import { headerLine, resultLine } from "../session/session-lines.ts";
import { marksAfter, toldBy } from "../session/tell-session.ts";

/** Begins a session, and prints where its first step is to be read. */
export async function startSession(context: CommandContext): Promise<number> {
  const { definition, flags, io, subskill } = context;
  if (flags.session !== "new") {
    throw usageFault("`start` takes --session new.", {
      hint: "`advance`, `resume` and `status` take the id of a session.",
    });
  }
  const outputMode = outputModeOf(flags["output-mode"]);
  const params = await jsonOf(context, "params");
  const handshake = handshakeOf(flags);
  const desk = deskFor(context, newSessionId());
  const { engine, session, paths, secrets } = desk;
  secrets.addParams(subskill ?? "", params);
  const reply = await engine.start({ session, params, ...handshake, ...(subskill !== undefined && { subskill }) });
  const told = toldBy(desk, reply);
  const result = redactResult(definition, told.result, secrets.values);
  // Nothing was kept of it.
  if (isFailure(result) && reply.sequence === 0) return printResult(io, result);
  const createdAt = new Date().toISOString();
  const header = { session, handshake, params, subskill, createdAt, outputMode };
  const lines = [headerLine(definition, header, secrets.values), resultLine(result)];
  const appended = createAgentFile(paths.file, lines);
  const marks = { ...marksAfter(undefined, told, appended), secrets: [...secrets.values] };
  writeMarks(paths.marks, { skill: definition.name, outputMode, ...marks });
  await engine.flush();
  if (isFailure(result)) return printResult(io, { ...result, sessionId: session });
  return printLine(io, JSON.stringify({ sessionId: session, file: paths.file, line: appended.line }));
}

function outputModeOf(mode: string = "file"): OutputMode {
  if (mode === "file" || mode === "flag") return mode;
  throw usageFault(`--output-mode is "file" or "flag", not "${mode.slice(0, 80)}".`);
}

/** 32 hexadecimal digits, by what every Node has loaded: `node:crypto` would take longer than all the rest. */
function newSessionId(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("hex");
}
