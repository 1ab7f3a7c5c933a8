import type { SessionRecord } from "../session/session-record.ts";
import { progressOf } from "./state/progress.ts";
import { toSnapshot } from "./state/session-snapshot.ts";
import { type SessionState, splitPart } from "./state/session-state.ts";

/**
 * Whether records that were made for one state fit behind what others have appended since: a reply always does, records of
 * one part do if nobody touched that part, and all do behind replies. A step back was made from the whole log.
 */
export function fits(records: readonly SessionRecord[], before: SessionState, now: SessionState): boolean {
  if (records.some(({ type }) => type === "backed")) return false;
  if (records.every(({ type }) => type === "replied")) return true;
  const part = onlyPart(records);
  if (part !== undefined) return isUntouched(part, before, now);
  return now.sequence > before.sequence && withoutReplies(now) === withoutReplies(before);
}

/** The one part that records are about; undefined if they are about more than that. */
function onlyPart(records: readonly SessionRecord[]): string | undefined {
  const [address, ...others] = new Set(records.map((record) => ("step" in record ? record.step : "")));
  return address !== undefined && others.length === 0 && splitPart(address).part !== undefined ? address : undefined;
}

/** Whether a part is as it was: parts are answered side by side, so that records of one fit behind those of another. */
function isUntouched(address: string, before: SessionState, now: SessionState): boolean {
  const { position } = now;
  if (!position || position.finished || !before.position) return false;
  if (position.step !== before.position.step || position.visit !== before.position.visit) return false;
  return JSON.stringify(progressOf(now, address)) === JSON.stringify(progressOf(before, address));
}

/** All that a state says, but what was replied to whom. */
function withoutReplies(state: SessionState): string {
  const { openKey: _, ...rest } = state;
  return JSON.stringify(toSnapshot({ ...rest, sequence: 0, keys: [] }));
}
