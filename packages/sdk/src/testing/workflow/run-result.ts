import type { DeepPartial } from "../../workflow/define/store-types.ts";
import type { AnyStore, WorkflowTypes } from "../../workflow/define/workflow-definition.ts";
import type { CompletedStep } from "../../workflow/results.ts";
import type { RunProgress } from "./run-progress.ts";

/** Results by step, as they are at the end of a run: which steps ran, no compiler knows. */
export type FinalSteps<Steps> = {
  readonly [Name in keyof Steps]: Name extends "all" | "ran" | "history" ? Steps[Name] : Steps[Name] | undefined;
};

/** The store at the end of a run. */
export type FinalStore<Types extends WorkflowTypes> = { readonly steps: FinalSteps<Types["steps"]> } & {
  readonly [Name in keyof Types["stores"]]: DeepPartial<Types["stores"][Name]>;
};

/** A finished run. */
export interface RunResult<Final = unknown, Store = AnyStore> extends RunProgress {
  readonly finalOutput: Final;
  /** The final output, by the name that other systems give it. */
  readonly response: Final;
  /** Finished visits, oldest first. */
  readonly history: readonly CompletedStep[];
  /** What the workflow's store holds. Those of sub-skills end with them. */
  readonly store: Store;
  /** The first one. */
  readonly preamble: string;
  /** What went wrong in observers. */
  readonly problems: readonly { readonly where: string; readonly error: unknown }[];
}

/** What `runSkill` gives. */
export type RunSkillResult<Types extends WorkflowTypes = WorkflowTypes> = RunResult<
  Types["finalOutput"],
  FinalStore<Types>
>;
