import type { WorkflowDefinition } from "../define/workflow-definition.ts";
import type { WorkflowGraph } from "../graph/graph-data.ts";
import type { AssembledUnit } from "./assemble-samples.ts";
import type { LintDiagnostic } from "./lint-diagnostic.ts";

/** What rules look at. */
export interface LintContext {
  readonly definition: WorkflowDefinition;
  readonly graph: WorkflowGraph;
  readonly units: readonly AssembledUnit[];
  /** Every tool of a known host. */
  readonly knownTools: readonly string[];
  /** Tokens. */
  readonly promptBudget: number;
}

/** Looks for one kind of mistake, or a few that belong together. */
export type LintCheck = (context: LintContext) => readonly LintDiagnostic[];

/** `"a", "b" and "c"`. */
export function quoteList(names: Iterable<string>): string {
  const quoted = [...names].map((name) => `"${name}"`);
  return quoted.length < 2 ? quoted.join("") : `${quoted.slice(0, -1).join(", ")} and ${quoted.at(-1) ?? ""}`;
}
