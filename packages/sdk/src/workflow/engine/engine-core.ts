import type { ReferenceLoader, WorkflowDefinition } from "../define/workflow-definition.ts";
import type { ObserverQueue } from "./observer-queue.ts";
import type { Turns } from "./turns.ts";

/** What all calls of an engine share. */
export interface EngineCore {
  readonly definition: WorkflowDefinition;
  readonly refs: ReferenceLoader;
  readonly observers: ObserverQueue;
  readonly maxAutoAdvance: number;
  readonly now: () => Date;
  /** Answers that were refused, by visit. */
  readonly refusals: Map<string, number>;
  /** Actions that are running in this process, by session and address. */
  readonly atWork: Map<string, Promise<void>>;
  /** Whose records did not fit tries again in turn, by session: otherwise all would, and one at a time would succeed. */
  readonly rebases: Turns;
}
