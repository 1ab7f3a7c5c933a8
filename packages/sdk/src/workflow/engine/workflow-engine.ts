import type { JsonSchema } from "../../core/code/code-tool.ts";
import type { ReferenceLoader } from "../define/workflow-definition.ts";
import type { Handshake } from "../hosts/host.ts";
import type { PromptPiece } from "../prompt/prompt-piece.ts";
import type { CliResult, CompletedStep } from "../results.ts";
import type { SessionStore } from "../session/session-store.ts";

/** What a call leaves: the session, how long its log is, and the result as agents know it. */
export interface EngineReply {
  readonly session: string;
  readonly sequence: number;
  readonly result: CliResult;
}

/** How an engine is made. */
export interface WorkflowEngineOptions {
  /** Where sessions live; in memory if nothing is said. */
  readonly store?: SessionStore;
  /** Files of the skill; without it every `load` fails and says so. */
  readonly refs?: ReferenceLoader;
  /** A snapshot is kept after so many records; 64 if nothing is said, never with 0. */
  readonly snapshotEvery?: number;
  /** Steps without a prompt that may follow one another; 20 if nothing is said. */
  readonly maxAutoAdvance?: number;
  /** What went wrong in an observer or in writing a snapshot: nothing depends on it, but somebody may want to know. */
  readonly onProblem?: (problem: { readonly where: string; readonly error: unknown }) => void;
  /** For tests. */
  readonly now?: () => Date;
  readonly newId?: () => string;
}

/** How a session begins. */
export interface StartOptions<Params = unknown> extends Partial<Handshake> {
  readonly params?: Params;
  /** An id of the caller's own; a new one is made otherwise. */
  readonly session?: string;
  /** Begin in this sub-skill, without the dispatcher; `params` are then its own. */
  readonly subskill?: string;
  readonly signal?: AbortSignal;
}

/** An answer. */
export interface AdvanceOptions {
  readonly session: string;
  /** The step that is answered; refused if it is not current. */
  readonly step: string;
  readonly output: unknown;
  /** The same key gives the same result, and does nothing twice. */
  readonly key?: string;
  readonly signal?: AbortSignal;
}

/** What to do about an action of which nobody knows whether it ran. */
export type ActionDecision = "run-again" | "failed" | { readonly result: unknown };

/** How a session goes on after an interruption. */
export interface ResumeOptions {
  readonly session: string;
  /** Needed when the result was an error with the code `action-uncertain`. */
  readonly decide?: ActionDecision;
  /** Send the preamble again: the agent has lost what it read. */
  readonly preamble?: boolean;
  /** Go on with a definition that was changed since the session began; from then on it is the session's own. */
  readonly acceptDrift?: boolean;
  readonly signal?: AbortSignal;
}

/** One step back, or to the last visit of a step. */
export interface BackOptions {
  readonly session: string;
  readonly to?: string;
  /** Also over finished actions, which are not undone and run again when their steps are answered again. */
  readonly force?: boolean;
}

/** Where a session stands. */
export interface SessionStatus {
  readonly session: string;
  readonly skill: string;
  readonly sequence: number;
  readonly state: "waiting" | "working" | "uncertain" | "ended";
  /** The step that waits for an answer, or is at work. */
  readonly step?: string;
  /** Parts of a parallel step without an answer. */
  readonly open?: readonly string[];
  /** Finished visits by step. */
  readonly visits: Readonly<Record<string, number>>;
  /** Steps on the shortest way from here to an end, this one included; undefined where functions decide. */
  readonly remaining?: number;
  readonly finalOutput?: unknown;
  readonly startedAt: string;
  /** The graph was changed since the session began. */
  readonly drifted: boolean;
}

/** The prompt that waits for an answer, before it became text. */
export interface CurrentPrompt {
  readonly step: string;
  readonly pieces: readonly PromptPiece[];
  readonly schema: JsonSchema | null;
}

/** A call of the stateless mode: everything is told again, and nothing is kept. */
export interface ReplayOptions<Params = unknown> extends Partial<Handshake> {
  readonly params?: Params;
  readonly subskill?: string;
  /** Finished visits, as results told them; further keys are ignored. */
  readonly history: readonly unknown[];
  /** The answer to take now; without it the current step is shown. */
  readonly answer?: { readonly step: string; readonly output: unknown };
  readonly preamble?: boolean;
  readonly signal?: AbortSignal;
}

/** Advances sessions of one workflow. Everything it promises, it promises for any `SessionStore`. */
export interface WorkflowEngine<Params = unknown> {
  start(options?: StartOptions<Params>): Promise<EngineReply>;
  advance(options: AdvanceOptions): Promise<EngineReply>;
  /** Shows the current step again, or finishes what an interrupted call began. */
  resume(options: ResumeOptions): Promise<EngineReply>;
  status(options: { readonly session: string }): Promise<SessionStatus>;
  back(options: BackOptions): Promise<EngineReply>;
  /** The current prompt in pieces, for transports that can ask the user; undefined if no single one waits, or it cannot be made. */
  prompt(options: { readonly session: string }): Promise<CurrentPrompt | undefined>;
  /** Finished visits of a session, oldest first. */
  history(options: { readonly session: string }): Promise<readonly CompletedStep[]>;
  replay(options: ReplayOptions<Params>): Promise<CliResult>;
  /** Waits for observers and snapshots. */
  flush(): Promise<void>;
}
