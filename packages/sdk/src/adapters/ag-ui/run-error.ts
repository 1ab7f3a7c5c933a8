import { EventType, type RunAgentInput, type RunErrorEvent, type RunFinishedEvent } from "@ag-ui/core";
import { SkillError } from "../../core/errors.ts";

/** Errors about what the client sent. All others may name addresses, paths and other skills, which are not its business. */
const tellable: ReadonlySet<string> = new Set<SkillError["code"]>(["state-invalid"]);

/** The end of a run that failed. Of an error that is not ours the client gets no word: it may say anything. */
export function runError(error: unknown, told: string | undefined, timestamp: number): RunErrorEvent {
  const about = { type: EventType.RUN_ERROR, timestamp, message: told ?? "The run failed." } as const;
  if (!SkillError.is(error)) return { ...about, code: "run-failed" };
  const { code, message, facts } = error;
  if (!tellable.has(code)) return { ...about, code };
  const metadata = Object.keys(facts).length > 0 ? { metadata: { ...facts } } : {};
  return { ...about, code, message: told ?? message, ...metadata };
}

/**
 * The end of a run that was called off. Clients from before 1.0 do not know that outcome, and would take it for a success.
 */
export function runCancelled(
  { threadId, runId, protocolVersion }: Pick<RunAgentInput, "threadId" | "runId" | "protocolVersion">,
  timestamp: number,
): RunFinishedEvent | RunErrorEvent {
  if (protocolVersion === undefined) {
    return { type: EventType.RUN_ERROR, timestamp, code: "cancelled", message: "The run was cancelled." };
  }
  return { type: EventType.RUN_FINISHED, timestamp, threadId, runId, outcome: { type: "cancelled" } };
}
