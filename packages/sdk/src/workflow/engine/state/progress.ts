import { layeredRecord, valueOf, withValue } from "../values/layered-record.ts";
import { invalid } from "./reduced.ts";
import { type Frame, type Part, type Position, type Progress, type SessionState, splitPart } from "./session-state.ts";

/** How far a step, or one part of it, has come. */
export function progressOf(state: SessionState, name: string): Progress {
  const { step, part } = splitPart(name);
  const position = positionAt(state, step);
  if (part === undefined) return position;
  const progress = position.parts && valueOf(position.parts, part);
  if (!progress) throw invalid(`there is no part "${name}"`);
  return progress;
}

/** A state with the progress of a step, or of one part of it, changed. */
export function withProgress(
  state: SessionState,
  name: string,
  change: { readonly [Key in keyof Progress]: Progress[Key] | undefined },
): SessionState {
  const { step, part } = splitPart(name);
  const position = positionAt(state, step);
  if (part === undefined) return { ...state, position: { ...position, ...change } as Position };
  const parts = position.parts ?? layeredRecord<Part>();
  const changed = { ...(progressOf(state, name) as Part), ...change } as Part;
  return { ...state, position: { ...position, parts: withValue(parts, part, changed) } };
}

/** The current visit, which must be one of a step and not be over. */
export function positionAt({ position }: SessionState, step: string): Position {
  if (position === undefined || position.step !== step || position.finished)
    throw invalid(`"${step}" is not the step it stands at`);
  return position;
}

/** A state with another frame at work. */
export function withTop(state: SessionState, frame: Frame): SessionState {
  return { ...state, frames: [...state.frames.slice(0, -1), frame] };
}
