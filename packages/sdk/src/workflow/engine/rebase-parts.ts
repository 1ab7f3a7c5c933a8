import type { SessionRecord } from "../session/session-record.ts";
import { progressOf } from "./state/progress.ts";
import { type SessionState, splitPart } from "./state/session-state.ts";

/** The one part that records are about; undefined if they are about more than that. */
export function onlyPart(records: readonly SessionRecord[]): string | undefined {
  const [address, ...others] = new Set(records.map((record) => ("step" in record ? record.step : "")));
  return address !== undefined && others.length === 0 && splitPart(address).part !== undefined ? address : undefined;
}

/** Whether a part is as it was: parts are answered side by side, so that records of one fit behind those of another. */
export function isUntouched(address: string, before: SessionState, now: SessionState): boolean {
  const { position } = now;
  if (!position || position.finished || !before.position) return false;
  if (position.step !== before.position.step || position.visit !== before.position.visit) return false;
  return JSON.stringify(progressOf(now, address)) === JSON.stringify(progressOf(before, address));
}
