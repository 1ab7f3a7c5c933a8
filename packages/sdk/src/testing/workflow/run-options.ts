import type { ReferenceLoader, WorkflowTypes } from "../../workflow/define/workflow-definition.ts";
import type { SessionStore } from "../../workflow/session/session-store.ts";
import type { Coverage } from "./coverage/create-coverage.ts";
import type { ActionStubs } from "./definition/action-stubs.ts";
import type { ModelAdapter } from "./model/model-adapter.ts";

/** How a workflow is run in a test. */
export interface RunOptions {
  /** What answers. */
  readonly model: ModelAdapter;
  /** `claude-code`, `codex`, …; `generic` if nothing is said. */
  readonly host?: string;
  /** Tools that the agent reports. */
  readonly tools?: readonly string[];
  readonly isSubagent?: boolean;
  /** Files of the skill; without it a step that loads one fails and says so. */
  readonly refs?: ReferenceLoader;
  /** How often the model is asked again after an answer that was refused; 2 if nothing is said. */
  readonly retries?: number;
  /** In place of actions; those without a stub run. */
  readonly actions?: ActionStubs;
  /** Where the session is kept; in memory if nothing is said. */
  readonly store?: SessionStore;
  /** Questions after which a run that has not ended is given up; 1,000 if nothing is said. */
  readonly maxSteps?: number;
  /** Counts which steps and branches the run takes. */
  readonly coverage?: Coverage;
  readonly signal?: AbortSignal;
}

/** `params`, required where the workflow has some. */
export type ParamsOption<Params> = undefined extends Params
  ? { readonly params?: Params }
  : { readonly params: Params };

/** How `runSkill` runs a workflow. */
export type RunSkillOptions<Types extends WorkflowTypes = WorkflowTypes> = RunOptions & ParamsOption<Types["params"]>;
