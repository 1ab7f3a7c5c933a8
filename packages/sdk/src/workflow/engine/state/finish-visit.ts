import type { CompletedStep } from "../../results.ts";
import { deepMerge } from "../values/deep-merge.ts";
import { entriesOf, type LayeredRecord, layeredRecord, valueOf, withValue } from "../values/layered-record.ts";
import { positionAt, progressOf, withTop } from "./progress.ts";
import { invalid, type RecordOf, type Reduced } from "./reduced.ts";
import {
  type Frame,
  localName,
  type Part,
  type Position,
  type Progress,
  type SessionState,
  splitPart,
  topFrame,
} from "./session-state.ts";

/** What the end of a visit makes of a state: of a step, of a part, or of a sub-skill. */
export function saved(state: SessionState, record: RecordOf<"saved">): Reduced {
  const { step, part } = splitPart(record.step);
  const frame = topFrame(state);
  if (part !== undefined) return savedPart(state, record, part);
  const child = state.frames.findIndex(({ path }, index) => index > 0 && path === step);
  if (child > 0) return returned(state, record, child);
  const position = positionAt(state, step);
  const { answer, action } = position;
  if (!answer) throw invalid(`"${step}" was saved without an answer`);
  const visit: CompletedStep = Object.freeze({
    step,
    response: answer.response,
    ...(action?.is === "ended" && { actionResult: action.result }),
    result: record.result,
  });
  const name = localName(frame, step);
  // What a step without a prompt is answered with says nothing; the parts of a parallel step do.
  const speaks = !answer.auto || position.parts !== undefined;
  const top: Frame = {
    ...frame,
    results: withValue(frame.results, name, record.result),
    visits: withValue(frame.visits, name, (valueOf(frame.visits, name) ?? 0) + 1),
    stores: record.writes ? (deepMerge(frame.stores, record.writes) as Frame["stores"]) : frame.stores,
    ...(speaks && { last: { response: answer.response } }),
  };
  const next = withTop({ ...state, position: { ...position, finished: visit } }, top);
  return { state: withCompleted(next, visit, answer.auto), finished: { frame: frame.id, visit } };
}

function savedPart(state: SessionState, record: RecordOf<"saved">, part: string): Reduced {
  const { answer, action } = progressOf(state, record.step);
  if (!answer) throw invalid(`"${record.step}" was saved without an answer`);
  const visit: CompletedStep = Object.freeze({
    step: record.step,
    response: answer.response,
    ...(action?.is === "ended" && { actionResult: action.result }),
    result: record.result,
  });
  const position = positionAt(state, splitPart(record.step).step);
  const parts = position.parts ?? layeredRecord<Part>();
  const done: Part = { ...(valueOf(parts, part) as Part), saved: { result: record.result } };
  const next = { ...state, position: { ...position, parts: withValue(parts, part, done) } };
  return { state: withCompleted(next, visit, false), finished: { frame: topFrame(state).id, visit } };
}

/** A sub-skill came back: its final output is its result in the workflow that led there. */
function returned(before: SessionState, record: RecordOf<"saved">, child: number): Reduced {
  const { state } = closed(before);
  const parent = state.frames[child - 1] as Frame;
  const visit: CompletedStep = Object.freeze({ step: record.step, response: record.result, result: record.result });
  const name = localName(parent, record.step);
  const top: Frame = {
    ...parent,
    results: withValue(parent.results, name, record.result),
    visits: withValue(parent.visits, name, (valueOf(parent.visits, name) ?? 0) + 1),
    last: { response: record.result },
  };
  const position: Position = {
    step: record.step,
    visit: record.visit,
    since: state.lastAt,
    finished: visit,
    returned: true,
  };
  const frames = [...state.frames.slice(0, child - 1), top];
  const numbers = withValue(state.numbers, record.step, record.visit);
  return {
    state: withCompleted({ ...state, frames, numbers, position }, visit, true),
    finished: { frame: parent.id, visit },
  };
}

/** Leaves the visit; one whose action failed for good ends without a result. */
export function closed(state: SessionState): Reduced {
  const { position } = state;
  if (position === undefined || position.finished) return { state };
  const failed = failedProgress(position);
  if (!failed) throw invalid(`"${position.step}" was left before it was finished`);
  const frame = topFrame(state);
  const name = localName(frame, position.step);
  const visit: CompletedStep = Object.freeze({
    step: failed.step,
    response: failed.response,
    result: null,
    error: failed.message,
  });
  const top: Frame = {
    ...frame,
    results: without(frame.results, name),
    visits: withValue(frame.visits, name, (valueOf(frame.visits, name) ?? 0) + 1),
    ...(!failed.auto && { last: { response: failed.response } }),
  };
  return {
    state: withCompleted(withTop(state, top), visit, failed.auto),
    finished: { frame: frame.id, visit },
  };
}

/** The map without a key. Its place is forgotten too, as a snapshot forgets it. */
function without<Value>(record: LayeredRecord<Value>, key: string): LayeredRecord<Value> {
  if (valueOf(record, key) === undefined) return record;
  return { base: new Map(entriesOf(record).filter(([name]) => name !== key)), recent: new Map() };
}

function failedProgress(
  position: Position,
): { readonly step: string; readonly response: unknown; readonly auto: boolean; readonly message: string } | undefined {
  const candidates: [string, Progress][] = [[position.step, position]];
  for (const layer of position.parts ? [position.parts.base, position.parts.recent] : [])
    for (const [part, progress] of layer) candidates.push([`${position.step}#${part}`, progress]);
  for (const [step, { answer, action }] of candidates)
    if (answer && action?.is === "failed" && action.final)
      return { step, response: answer.response, auto: answer.auto, message: action.message };
  return undefined;
}

/** Enough for every step that may pass by itself between two answers. */
const keptPassed = 100;

function withCompleted(state: SessionState, visit: CompletedStep, auto: boolean): SessionState {
  if (!auto) return { ...state, completed: visit };
  return { ...state, autoAdvanced: Object.freeze([...state.autoAdvanced, visit].slice(-keptPassed)) };
}
