import type { CliResult } from "../results.ts";
import type { OpenSession } from "./run-log.ts";
import type { SessionRun } from "./session-run.ts";
import { frozenJson } from "./values/frozen-json.ts";
import type { WarmSessions } from "./warm-sessions.ts";
import type { EngineReply } from "./workflow-engine.ts";

/** What a call with this key was answered with; undefined if there was none. */
export async function repliedResult(
  sessions: WarmSessions,
  opened: OpenSession | undefined,
  session: string,
  key: string,
): Promise<EngineReply | undefined> {
  const state = opened?.state;
  const found = state?.keys.findLast((kept) => kept.key === key);
  if (!state || !found) return undefined;
  const record = await sessions.recordAt(session, found.at);
  return record?.type === "replied" ? { session, sequence: state.sequence, result: record.result } : undefined;
}

/** Records what a call with a key is answered with. Refusals are not: the same call may succeed later. */
export async function withReply(run: SessionRun, key: string, work: () => Promise<CliResult>): Promise<CliResult> {
  const result = await work();
  if (result.kind === "error") return result;
  run.record({ type: "replied", key, result: frozenJson(result) as CliResult });
  await run.commit();
  return result;
}
