import type { SessionRecord } from "../../session/session-record.ts";
import { layeredRecord, valueOf, withValue } from "../values/layered-record.ts";
import { closed, saved } from "./finish-visit.ts";
import { progressOf, withProgress, withTop } from "./progress.ts";
import { invalid, type RecordOf, type Reduced } from "./reduced.ts";
import { type Part, type Position, type SessionState, newFrame, topFrame } from "./session-state.ts";

const keptKeys = 256;

/** What a record makes of a state. `backed` is not for here: it needs the whole log. */
export function reduceRecord(before: SessionState | undefined, record: SessionRecord): Reduced {
  if (record.type === "started") return { state: startedState(record) };
  if (before === undefined) throw invalid(`it begins with "${record.type}"`);
  const state: SessionState = {
    ...before,
    sequence: before.sequence + 1,
    ...("at" in record && { lastAt: record.at }),
  };
  switch (record.type) {
    case "entered":
      return entered(state, record);
    case "answered":
      return { state: answered(state, record) };
    case "action-started":
      return { state: withProgress(state, record.step, { action: { is: "started", attempt: record.attempt } }) };
    case "action-ended":
      return { state: withProgress(state, record.step, { action: { is: "ended", result: record.result } }) };
    case "action-failed": {
      const { attempt, message, final } = record;
      return { state: withProgress(state, record.step, { action: { is: "failed", attempt, message, final } }) };
    }
    case "saved":
      return saved(state, record);
    case "replied": {
      const keys = [...state.keys, { key: record.key, at: before.sequence }].slice(-keptKeys);
      const { openKey, ...rest } = state;
      return { state: { ...rest, keys, ...(openKey !== undefined && openKey !== record.key && { openKey }) } };
    }
    case "adopted":
      return { state: { ...state, digest: record.digest } };
    case "ended": {
      const left = closed(state);
      const { position: _, ...rest } = left.state;
      return { ...left, state: { ...rest, ended: { finalOutput: record.finalOutput, at: record.at } } };
    }
    case "backed":
      throw invalid("a step back was read without what came before it");
  }
}

/** A state again, as `back` leaves it: what must never repeat is kept. */
export function restoredState(earlier: SessionState, present: SessionState, at: string): SessionState {
  const { position, openKey: _, ...rest } = earlier;
  let { numbers } = present;
  let again: Position | undefined;
  if (position) {
    // Another number, because a service may have seen the key of the visit that was undone.
    const visit = (valueOf(numbers, position.step) ?? 0) + 1;
    numbers = withValue(numbers, position.step, visit);
    again = { ...position, visit };
  }
  return {
    ...rest,
    sequence: present.sequence + 1,
    lastAt: at,
    digest: present.digest,
    keys: present.keys,
    numbers,
    ...(again && { position: again }),
  };
}

function startedState(record: RecordOf<"started">): SessionState {
  const frame = newFrame({ id: 0, path: record.subskill ?? "", params: record.params, since: record.at });
  return {
    sequence: 1,
    skill: record.skill,
    digest: record.digest,
    handshake: record.handshake,
    startedAt: record.at,
    lastAt: record.at,
    frames: [frame],
    numbers: layeredRecord(),
    keys: [],
    autoAdvanced: [],
  };
}

function entered(before: SessionState, record: RecordOf<"entered">): Reduced {
  const { state, finished } = closed(before);
  const path = record.step.slice(0, Math.max(0, record.step.lastIndexOf("/")));
  const frames =
    record.reason === "subskill"
      ? [...state.frames, newFrame({ id: state.sequence, path, params: record.params, since: state.lastAt })]
      : state.frames;
  const position: Position = {
    step: record.step,
    visit: record.visit,
    since: state.lastAt,
    ...(record.parts && { parts: layeredRecord(mapValues(record.parts, (item): Part => ({ item }))) }),
  };
  const numbers = withValue(state.numbers, record.step, record.visit);
  return { state: { ...state, frames, numbers, position }, ...(finished && { finished }) };
}

function answered(state: SessionState, { step, response, auto: given, key }: RecordOf<"answered">): SessionState {
  const auto = given === true;
  const { action } = progressOf(state, step);
  const kept = action?.is === "ended" ? { action } : { action: undefined };
  const next = withProgress(state, step, { answer: { response, auto }, ...kept });
  if (auto) return next;
  const { completed: _, openKey: __, ...rest } = next;
  const frame = { ...topFrame(next), greeted: true };
  return { ...withTop(rest, frame), autoAdvanced: [], ...(key !== undefined && { openKey: key }) };
}

function mapValues<In, Out>(values: Readonly<Record<string, In>>, map: (value: In) => Out): Record<string, Out> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value)]));
}
