import type { SkillStateDefinition } from "../skill-definition.ts";
import type { RestoreResult, SkillState, StatePatch } from "./skill-state.ts";

/** A namespace and who declared it. */
export interface StateNamespace {
  /** Ids of the skills that share it, the first one first. */
  readonly skills: readonly string[];
  readonly definition: SkillStateDefinition;
}

export interface EditOptions {
  /** Id of the skill whose tool it is, for messages. */
  readonly skill: string;
  /** Run beside other edits; `draft` is then the frozen state, and `update` the only way to change it. */
  readonly concurrent?: boolean;
  /** Ends the edit: what was changed until then is kept, the next edit begins, and the draft can no longer be used. */
  readonly signal?: AbortSignal;
  /** Told each change once it is part of the state, in order. */
  readonly onPatch?: (patch: StatePatch) => void;
}

/** What work may do to a namespace. */
export interface StateEdit<State = unknown> {
  readonly state: State;
  update(recipe: (state: State) => void): void;
}

/** The state of one session, with the ways in that only the session itself has. */
export interface SessionState extends SkillState {
  /** As for programs; namespaces that were redefined since are taken over together with what fits them. */
  restore(snapshot: unknown, redefined?: readonly StateNamespace[]): Promise<RestoreResult>;
  /** Lets work change a namespace. What it changed is kept and told also when it throws; then the error goes on. */
  edit<Value>(namespace: string, options: EditOptions, work: (edit: StateEdit) => Promise<Value>): Promise<Value>;
  /**
   * A skill was reconfigured: its namespace has another schema now. What is there must fit it, or `state-invalid` is
   * thrown and nothing changes; a namespace that is new starts with its initial value.
   */
  redefine(namespace: StateNamespace, onPatch?: (patch: StatePatch) => void): Promise<void>;
}
