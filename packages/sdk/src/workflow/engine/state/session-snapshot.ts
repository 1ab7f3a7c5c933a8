import type { SessionSnapshot } from "../../session/session-record.ts";
import { deepFreeze } from "../values/frozen-json.ts";
import { entriesOf, type LayeredRecord, layeredRecord } from "../values/layered-record.ts";
import type { Frame, Part, Position, SessionState } from "./session-state.ts";

/** Of the form below: another one is not read, and the log is. */
const version = 1;

type Plain<Value> = Readonly<Record<string, Value>>;
type PlainFrame = Omit<Frame, "results" | "visits"> & {
  readonly results: Plain<unknown>;
  readonly visits: Plain<number>;
};
type PlainPosition = Omit<Position, "parts"> & { readonly parts?: Plain<Part> };
type PlainState = Omit<SessionState, "frames" | "position" | "numbers"> & {
  readonly frames: readonly PlainFrame[];
  readonly position?: PlainPosition;
  readonly numbers: Plain<number>;
};

/** A state as JSON. */
export function toSnapshot(state: SessionState): SessionSnapshot {
  const { position, ...rest } = state;
  const plain: PlainState = {
    ...rest,
    frames: state.frames.map((frame) => ({ ...frame, results: plainOf(frame.results), visits: plainOf(frame.visits) })),
    numbers: plainOf(state.numbers),
    ...(position && { position: plainPosition(position) }),
  };
  return { sequence: state.sequence, state: { version, ...plain } };
}

/** A snapshot as a state; undefined for one that another version wrote. */
export function fromSnapshot({ state, sequence }: SessionSnapshot): SessionState | undefined {
  if (typeof state !== "object" || state === null || (state as { version?: unknown }).version !== version)
    return undefined;
  const { version: _, position, ...plain } = deepFreeze(state) as PlainState & { readonly version: number };
  if (plain.sequence !== sequence) return undefined;
  return {
    ...plain,
    frames: plain.frames.map((frame) => ({
      ...frame,
      results: layeredRecord(frame.results),
      visits: layeredRecord(frame.visits),
    })),
    numbers: layeredRecord(plain.numbers),
    ...(position && { position: richPosition(position) }),
  };
}

function plainPosition({ parts, ...position }: Position): PlainPosition {
  return { ...position, ...(parts && { parts: plainOf(parts) }) };
}

function richPosition({ parts, ...position }: PlainPosition): Position {
  return { ...position, ...(parts && { parts: layeredRecord(parts) }) };
}

function plainOf<Value>(record: LayeredRecord<Value>): Plain<Value> {
  return Object.fromEntries(entriesOf(record));
}
