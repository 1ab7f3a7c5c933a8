import type { CallToolResult } from "@modelcontextprotocol/server";
import { SkillError } from "../../core/errors.ts";
import type { CompletedStep } from "../../workflow/results.ts";
import type { StatusReply } from "../../workflow/tools/tool-calls.ts";
import { refusal, type ToolReply } from "../../workflow/tools/tool-reply.ts";
import { withoutPaths } from "./without-paths.ts";

/** A reply as the result of a tool: as data, and as the text of that data. */
export function resultOf(reply: ToolReply | StatusReply): CallToolResult {
  const told = discreet(reply);
  const isFailure = reply.status === "error" && !("code" in reply && isMendable(reply));
  return { ...dataResult(told), ...(isFailure && { isError: true }) };
}

/** Data as the result of a tool. */
export function dataResult(data: object, text: string = JSON.stringify(data)): CallToolResult {
  return { content: [{ type: "text", text }], structuredContent: { ...data } };
}

/** What a client hears of something that was thrown: what is its own affair, and nothing about this machine. */
export function thrownReply(session: string, error: unknown, onError?: (error: Error) => void): ToolReply {
  onError?.(error instanceof Error ? error : new Error(String(error)));
  if (SkillError.is(error, "session-conflict"))
    return refusal(session, "session-conflict", "Somebody else is at work on this session.");
  const code = SkillError.is(error) ? error.code : "internal";
  return { session, status: "error", step: "", message: "The server failed; its log says why.", retry: false, code };
}

/** Whether the agent is to answer the same step again, better: nothing has failed then. */
function isMendable({ code, retry }: ToolReply): boolean {
  return retry === true && (code === "answer-invalid" || code === "final-output-invalid");
}

/** Without folders of this machine in what failed; what a prompt or an answer holds is the workflow's own affair. */
function discreet(reply: ToolReply | StatusReply): ToolReply | StatusReply {
  const { message, completed, autoAdvanced } = reply as ToolReply;
  return {
    ...reply,
    ...(message !== undefined && { message: withoutPaths(message) }),
    ...(completed && { completed: discreetVisit(completed) }),
    ...(autoAdvanced && { autoAdvanced: autoAdvanced.map(discreetVisit) }),
  };
}

/** An answer that is longer than this is not sent back to the agent that gave it. */
const longestVisit = 64 * 1024;

function discreetVisit(visit: CompletedStep): CompletedStep {
  const { step, error } = visit;
  const why = error !== undefined && { error: withoutPaths(error) };
  if (JSON.stringify(visit).length <= longestVisit) return { ...visit, ...why };
  return { step, ...why, omitted: true } as unknown as CompletedStep;
}
