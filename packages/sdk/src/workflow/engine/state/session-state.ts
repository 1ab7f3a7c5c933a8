import type { Handshake } from "../../hosts/host.ts";
import type { CompletedStep } from "../../results.ts";
import { type LayeredRecord, layeredRecord } from "../values/layered-record.ts";

/** How far the work on an answer has come. */
export interface Progress {
  readonly answer?: { readonly response: unknown; readonly auto: boolean };
  readonly action?:
    | { readonly is: "started"; readonly attempt: number }
    | { readonly is: "failed"; readonly attempt: number; readonly message: string; readonly final: boolean }
    | { readonly is: "ended"; readonly result: unknown };
}

/** One part of a parallel step. */
export interface Part extends Progress {
  readonly item: unknown;
  readonly saved?: { readonly result: unknown };
}

/** The visit that the session stands at. */
export interface Position extends Progress {
  /** As it is addressed: with the names of sub-skills, without a part. */
  readonly step: string;
  readonly visit: number;
  /** When it was entered. */
  readonly since: string;
  readonly parts?: LayeredRecord<Part>;
  /** The visit is over, but nobody has said yet where to go. */
  readonly finished?: CompletedStep;
  /** The step is a sub-skill that has come back. */
  readonly returned?: true;
}

/** What one workflow keeps: the skill itself, or a sub-skill at work. */
export interface Frame {
  /** How many records there were when it began: no two frames of a session share one. */
  readonly id: number;
  /** `""` for the skill itself, else the names of sub-skills: `doctor`, `doctor/checks`. */
  readonly path: string;
  /** As they were given; validated again whenever the session is read. */
  readonly params: unknown;
  /** Latest results by the step's own name. */
  readonly results: LayeredRecord<unknown>;
  /** Finished visits by the step's own name. */
  readonly visits: LayeredRecord<number>;
  readonly stores: Readonly<Record<string, unknown>>;
  /** The last answer of an agent. */
  readonly last?: { readonly response: unknown };
  /** The agent has answered here, so that it has read the preamble. */
  readonly greeted: boolean;
  readonly since: string;
}

/** Everything a log says, but the history of finished visits. Never changed: a record makes another one. */
export interface SessionState {
  /** How many records it covers. */
  readonly sequence: number;
  readonly skill: string;
  readonly digest: string;
  readonly handshake: Handshake;
  readonly startedAt: string;
  /** Time of the latest record that has one. */
  readonly lastAt: string;
  /** The skill, and the sub-skills that are at work in it; the last one is where the session stands. */
  readonly frames: readonly Frame[];
  readonly position?: Position;
  /** How often each step was entered, over all frames and also before a `back`: these make keys of visits. */
  readonly numbers: LayeredRecord<number>;
  /** Keys of calls, and where their replies are in the log. */
  readonly keys: readonly { readonly key: string; readonly at: number }[];
  /** The key of a call that has not been replied to. */
  readonly openKey?: string;
  /** What was finished since the agent's last answer, that answer's own visit first. */
  readonly completed?: CompletedStep;
  readonly autoAdvanced: readonly CompletedStep[];
  readonly ended?: { readonly finalOutput: unknown; readonly at: string };
}

/** A workflow at its beginning. */
export function newFrame(from: Pick<Frame, "id" | "path" | "params" | "since">): Frame {
  return { ...from, results: layeredRecord(), visits: layeredRecord(), stores: {}, greeted: false };
}

/** The workflow at work. */
export function topFrame(state: SessionState): Frame {
  return state.frames[state.frames.length - 1] as Frame;
}

/** A step of a frame as it is addressed from outside. */
export function outwardName(frame: Pick<Frame, "path">, step: string): string {
  return frame.path === "" ? step : `${frame.path}/${step}`;
}

/** A step's own name. */
export function localName(frame: Pick<Frame, "path">, step: string): string {
  return frame.path === "" ? step : step.slice(frame.path.length + 1);
}

/** `research#2` as a step and a part. */
export function splitPart(step: string): { readonly step: string; readonly part?: string } {
  const at = step.indexOf("#");
  return at < 0 ? { step } : { step: step.slice(0, at), part: step.slice(at + 1) };
}
