import { SkillError } from "../../../core/errors.ts";
import type { CompletedStep } from "../../results.ts";
import type { SessionRecord } from "../../session/session-record.ts";
import type { SessionState } from "./session-state.ts";

/** A record of one type. */
export type RecordOf<Type extends SessionRecord["type"]> = Extract<SessionRecord, { type: Type }>;

/** A state after a record, and the visit that the record finished. */
export interface Reduced {
  readonly state: SessionState;
  readonly finished?: FinishedVisit;
}

/** A finished visit, and the frame whose history it belongs to. */
export interface FinishedVisit {
  readonly frame: number;
  readonly visit: CompletedStep;
}

/** Why a log cannot be read. */
export function invalid(reason: string): SkillError {
  return new SkillError("session-invalid", `The log of the session makes no sense: ${reason}.`);
}
