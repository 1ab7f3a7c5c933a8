import type { Handshake } from "../hosts/host.ts";
import type { CliResult } from "../results.ts";

/** One visit of one step, or of one part of a parallel step. */
export interface Visit {
  /** The step as it is addressed: `deploy`, `doctor/diagnose`, `research#2`. */
  readonly step: string;
  /** 1 for the first visit of this step in this session. */
  readonly visit: number;
}

/**
 * What happened, in order. A record is on disk before anything is decided from it, so that a killed run goes on from the
 * last one. Each is plain JSON.
 */
export type SessionRecord =
  | {
      readonly type: "started";
      readonly skill: string;
      /** Of the definition's graph and schemas: a session goes on only with the definition it began with. */
      readonly digest: string;
      /** As given; validated again whenever the session is read. */
      readonly params: unknown;
      readonly handshake: Handshake;
      /** Begun directly in a sub-skill. */
      readonly subskill?: string;
      readonly at: string;
    }
  /** A step became current. `reason` is why; `params` are a sub-skill's, when `to` begins one. */
  | ({
      readonly type: "entered";
      readonly reason: "entry" | "next" | "subskill" | "return" | "max-visits" | "error";
      readonly params?: unknown;
      /** The parts of a parallel step: `{ "0": item, … }` or `{ lint: null, … }`. */
      readonly parts?: Readonly<Record<string, unknown>>;
    } & Visit)
  /** The answer, as the schema gave it. `auto` if the engine gave it: to a step without a prompt, or to one whose parts are done. */
  | ({
      readonly type: "answered";
      readonly response: unknown;
      readonly auto?: true;
      readonly key?: string;
      readonly at: string;
    } & Visit)
  /** An action is about to run, for the nth time. Without one of the next two records it may or may not have run. */
  | ({ readonly type: "action-started"; readonly attempt: number; readonly at: string } & Visit)
  | ({ readonly type: "action-ended"; readonly result: unknown; readonly at: string } & Visit)
  | ({
      readonly type: "action-failed";
      readonly attempt: number;
      readonly message: string;
      /** No attempt is left. */
      readonly final: boolean;
      readonly at: string;
    } & Visit)
  /** What the store keeps of the visit, and what it wrote to sub-stores. */
  | ({
      readonly type: "saved";
      readonly result: unknown;
      readonly writes?: Readonly<Record<string, unknown>>;
    } & Visit)
  /** The state is again what it was when the log held `to` records. */
  | { readonly type: "backed"; readonly to: number; readonly at: string }
  /** The session goes on with a definition that was changed since it began. */
  | { readonly type: "adopted"; readonly digest: string; readonly at: string }
  /** What a call with an idempotency key was answered with. */
  | { readonly type: "replied"; readonly key: string; readonly result: CliResult }
  /** The run is over. */
  | { readonly type: "ended"; readonly finalOutput: unknown; readonly at: string };

/** Everything an engine needs to go on, but the history of finished visits: that is read when somebody asks for it. */
export interface SessionSnapshot {
  /** How many records it covers. */
  readonly sequence: number;
  readonly state: unknown;
}
