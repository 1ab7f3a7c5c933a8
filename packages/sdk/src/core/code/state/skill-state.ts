import type { JsonSchema } from "../code-tool.ts";

/** One operation of an RFC 6902 patch. */
export type StateOperation =
  | { readonly op: "add" | "replace"; readonly path: string; readonly value: unknown }
  | { readonly op: "remove"; readonly path: string }
  | { readonly op: "move" | "copy"; readonly from: string; readonly path: string }
  | { readonly op: "test"; readonly path: string; readonly value: unknown };

/** An RFC 6902 patch; its paths begin with `/<namespace>`. */
export type StatePatch = readonly StateOperation[];

/** The whole state of a session, by namespace. Frozen. */
export type StateSnapshot = Readonly<Record<string, unknown>>;

/** What `restore` made of a snapshot. */
export interface RestoreResult {
  /** Namespaces of the snapshot that no skill has; they are left alone. */
  readonly unknown: readonly string[];
  /** Whether the schemas changed anything: then the snapshot that was given is not the state. */
  readonly corrected: boolean;
}

/** The state of one session's skills. */
export interface SkillState {
  /** Everything as it is now; later changes do not show in it. */
  snapshot(): StateSnapshot;
  /**
   * Takes a snapshot over, wholly or not at all. Namespaces that are missing start anew. Throws `state-invalid`, with the
   * namespace, the skill and the path, for one that does not fit its schema, and for anything that is no JSON object.
   */
  restore(snapshot: unknown): Promise<RestoreResult>;
  /** One namespace as it is now; undefined if no skill has it. */
  namespace(name: string): unknown;
  /** JSON Schema per namespace. */
  readonly schemas: Readonly<Record<string, JsonSchema>>;
}
