import type { StatePatch } from "../code/state/skill-state.ts";
import type { SignatureStatus } from "../integrity/signature-policy.ts";
import type { ScriptResult } from "./script-runner.ts";

/** A call of a tool that a skill brings along. */
export interface CodeToolCall {
  /** Id of the skill. */
  readonly id: string;
  readonly tool: string;
  readonly callId: string;
  /** The sub-agent's run that the call is part of. */
  readonly runId?: string;
}

/** What happens while an agent uses its skills, by name of the event. */
export interface SkillsetEvents {
  "skill-loaded": {
    readonly id: string;
    readonly digest: string;
    /** Who asked for it. */
    readonly by: "model" | "user" | "program";
    /** Whether it had been loaded before. */
    readonly again: boolean;
  };
  "file-read": { readonly id: string; readonly path: string; readonly size: number; readonly truncated: boolean };
  "script-start": { readonly id: string; readonly script: string; readonly args: readonly string[] };
  /** Either what became of it, or why it did not run. */
  "script-end": {
    readonly id: string;
    readonly script: string;
    readonly result?: ScriptResult;
    readonly error?: string;
  };
  "catalog-truncated": { readonly listed: number; readonly omitted: number; readonly ids: readonly string[] };
  /** Inputs as the schema made them, or as they came if it refused them. */
  "tool-start": CodeToolCall & { readonly input: unknown };
  /** Either `output`, as the tool returned it, or `error`. What it changed and emitted was told before. */
  "tool-end": CodeToolCall & { readonly output?: unknown; readonly error?: string };
  /** What a tool emitted; the tool is absent for what a lifespan emitted. */
  custom: Pick<CodeToolCall, "id" | "runId"> & {
    readonly tool?: string;
    readonly callId?: string;
    readonly name: string;
    readonly value: unknown;
  };
  "state-changed": Partial<CodeToolCall> & { readonly namespace: string; readonly patch: StatePatch };
  /** `callId` is the call of the tool that started it. */
  "subagent-start": { readonly id: string; readonly runId: string; readonly callId: string; readonly request: string };
  "subagent-end": {
    readonly id: string;
    readonly runId: string;
    readonly callId: string;
    readonly text?: string;
    readonly error?: string;
    readonly requests?: number;
    readonly forced?: boolean;
  };
  /** In mode `warn`: a skill was used whose signature is not valid. */
  "signature-warning": {
    readonly id: string;
    readonly status: SignatureStatus;
    readonly code: string;
    readonly message: string;
  };
  "approval-requested": { readonly id: string; readonly script: string; readonly digest: string };
}

type Listener<Event> = (event: Event) => unknown;

/** Calls back those who want to know; one that throws does not stop the others, nor the agent. */
export class EventHub {
  readonly #listeners = new Map<keyof SkillsetEvents, Set<Listener<never>>>();

  on<Name extends keyof SkillsetEvents>(name: Name, listener: Listener<SkillsetEvents[Name]>): () => void {
    const listeners = this.#listeners.get(name) ?? new Set();
    listeners.add(listener as Listener<never>);
    this.#listeners.set(name, listeners);
    return () => void listeners.delete(listener as Listener<never>);
  }

  emit<Name extends keyof SkillsetEvents>(name: Name, event: SkillsetEvents[Name]): void {
    // Who comes while it is told hears the next one.
    const present = [...(this.#listeners.get(name) ?? [])];
    for (const listener of present) {
      // A listener's failure is its own, also a later one.
      new Promise((resolve) => resolve((listener as Listener<SkillsetEvents[Name]>)(event))).catch(() => undefined);
    }
  }
}
