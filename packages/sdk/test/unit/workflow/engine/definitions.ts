import type { StandardSchemaV1 } from "@standard-schema/spec";
import { type } from "arktype";
import type { DefinedStep, WorkflowDefinition } from "../../../../src/workflow/define/workflow-definition.ts";
import { createWorkflowEngine } from "../../../../src/workflow/engine/create-workflow-engine.ts";
import type {
  EngineReply,
  WorkflowEngine,
  WorkflowEngineOptions,
} from "../../../../src/workflow/engine/workflow-engine.ts";
import type { DoneResult, ErrorResult, PromptResult } from "../../../../src/workflow/results.ts";
import type { SessionRecord } from "../../../../src/workflow/session/session-record.ts";
import { memorySessionStore } from "../../../../src/workflow/session/memory-session-store.ts";
import type { SessionStore } from "../../../../src/workflow/session/session-store.ts";

/** The end of a run. */
export const terminal = { terminal: true } as const;

/** A step that asks for a text. */
export const text: StandardSchemaV1 = type({ text: "string" });

/** A definition as `build()` returns it, with the first step as its entry. */
export function definition(
  steps: Record<string, DefinedStep>,
  more: Partial<WorkflowDefinition> = {},
): WorkflowDefinition {
  return {
    kind: "skill",
    name: "sample",
    entry: Object.keys(steps)[0] ?? "",
    description: "",
    triggers: [],
    version: "0.0.0",
    resolveVersion: false,
    stores: {},
    steps,
    subskills: {},
    topics: {},
    primitives: [],
    hosts: [],
    ...more,
  };
}

/** An engine and its store, with one session `s`. */
export interface Bench {
  readonly engine: WorkflowEngine;
  readonly store: SessionStore;
  readonly start: (params?: unknown) => Promise<EngineReply>;
  /** Answers a step of the session. */
  readonly answer: (step: string, output?: unknown, key?: string) => Promise<EngineReply["result"]>;
  readonly resume: (options?: object) => Promise<EngineReply["result"]>;
  readonly records: () => Promise<readonly SessionRecord[]>;
  readonly types: () => Promise<string[]>;
  /** Another process with the same store. */
  readonly again: (options?: WorkflowEngineOptions) => Bench;
}

/** Makes a bench. */
export function bench(workflow: WorkflowDefinition, options: WorkflowEngineOptions = {}): Bench {
  const store = options.store ?? memorySessionStore();
  const engine = createWorkflowEngine(workflow, { ...options, store });
  const records = async (): Promise<readonly SessionRecord[]> => (await store.read("s"))?.records ?? [];
  return {
    engine,
    store,
    start: (params) => engine.start({ session: "s", params }),
    answer: async (step, output = {}, key) =>
      (await engine.advance({ session: "s", step, output, ...(key !== undefined && { key }) })).result,
    resume: async (more = {}) => (await engine.resume({ session: "s", ...more })).result,
    records,
    types: async () => (await records()).map(({ type: name }) => name),
    again: (more = {}) => bench(workflow, { ...options, ...more, store }),
  };
}

/** A result that must show a step. */
export function shown(result: EngineReply["result"]): PromptResult {
  if (result.kind !== "prompt") throw new Error(`No prompt: ${JSON.stringify(result)}`);
  return result;
}

/** A result that must be the end. */
export function done(result: EngineReply["result"]): DoneResult {
  if (result.kind !== "done") throw new Error(`Not done: ${JSON.stringify(result)}`);
  return result;
}

/** A result that must be a failure. */
export function failed(result: EngineReply["result"]): ErrorResult {
  if (result.kind !== "error") throw new Error(`No error: ${JSON.stringify(result)}`);
  return result;
}

/** Notes that something happened, and gives a result. */
export function noted<Entry, Result>(list: Entry[], entry: Entry, result?: Result): Result | undefined {
  list.push(entry);
  return result;
}
