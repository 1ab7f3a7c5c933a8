import type {
  AnyBranch,
  AnyNext,
  AnyStepContext,
  Terminal,
  WorkflowDefinition,
} from "../../../workflow/define/workflow-definition.ts";
import type { SessionRecord } from "../../../workflow/session/session-record.ts";
import { mapWorkflow } from "../definition/map-workflow.ts";

/** What a `next` decided: which branch, or what a function gave. */
export interface Decision {
  readonly target: string | Terminal;
  /** The branch, if it was one. */
  readonly branch?: number;
}

interface OpenDecision {
  /** The same when a decision is made again for the same visit. */
  readonly visit: string;
  decision?: Decision;
}

/** A copy of a workflow that tells what was decided in it, and the decisions by step, oldest first. */
export interface TracedWorkflow {
  readonly definition: WorkflowDefinition;
  readonly decisions: ReadonlyMap<string, readonly OpenDecision[]>;
}

/**
 * Notes what functions and branches decide; a log tells where a run went, but not by which branch. An engine may ask again
 * for one visit (when it had to read the history first, or an answer was refused afterwards): the last decision counts.
 */
export function traceDecisions(definition: WorkflowDefinition, records: readonly SessionRecord[]): TracedWorkflow {
  const decisions = new Map<string, OpenDecision[]>();

  const open = (from: string, { attempts }: AnyStepContext): OpenDecision => {
    const begun: OpenDecision = { visit: `${attempts} ${visitNumber(records, from)}` };
    const made = decisions.get(from) ?? [];
    decisions.set(from, made);
    if (made.at(-1)?.visit === begun.visit) made.pop();
    made.push(begun);
    return begun;
  };

  const traced = (next: AnyNext, from: string): AnyNext => {
    if (typeof next === "function") {
      return async (context) => {
        const begun = open(from, context);
        const target = await next(context);
        begun.decision = { target };
        return target;
      };
    }
    if (!isBranches(next)) return next;
    const first = next.findIndex(({ when }) => when !== undefined);
    const fallback = next.findIndex(({ when }) => when === undefined);
    return next.map(({ to, when }, branch): AnyBranch => {
      if (when === undefined) return { to };
      return {
        to,
        when: async (context) => {
          // Whatever comes without a condition before the first condition is always taken.
          const begun = branch === first ? open(from, context) : (decisions.get(from)?.at(-1) ?? open(from, context));
          if (branch === first && fallback >= 0)
            begun.decision = { target: next[fallback]?.to ?? to, branch: fallback };
          const holds = await when(context);
          if (holds) begun.decision = { target: to, branch };
          return holds;
        },
      };
    });
  };

  return { definition: mapWorkflow(definition, { next: traced }), decisions };
}

/** Which visit of a step, or which return of a sub-skill, is on record. */
function visitNumber(records: readonly SessionRecord[], from: string): number {
  const last = records.findLast((record) => record.type === "entered" && record.step === from);
  if (last?.type === "entered") return last.visit;
  return records.filter((record) => record.type === "saved" && record.step === from).length;
}

/** Whether a `next` is a list of branches. */
export function isBranches(next: AnyNext): next is Extract<AnyNext, readonly unknown[]> {
  return Array.isArray(next);
}
