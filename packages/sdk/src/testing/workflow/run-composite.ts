import type { WorkflowDefinition, WorkflowTypes } from "../../workflow/define/workflow-definition.ts";
import { type ExecuteOptions, executeRun } from "./execute-run.ts";
import type { RunOptions, RunSkillOptions } from "./run-options.ts";
import type { RunResult } from "./run-result.ts";
import type { RunTrace } from "./trace/taken-edges.ts";

/** Where a dispatcher led. */
export interface Redirect {
  readonly kind: "subskill" | "topic";
  /** With the names of the sub-skills that it is in. */
  readonly name: string;
}

/** How `runComposite` runs a workflow; begun directly in a sub-skill, `params` are the sub-skill's. */
export type RunCompositeOptions<Types extends WorkflowTypes = WorkflowTypes> =
  | (RunSkillOptions<Types> & { readonly directSubskill?: undefined })
  | (RunOptions & { readonly directSubskill: string; readonly params?: unknown });

/** A finished run. What comes out depends on where it was led, so that its type is not known. */
export interface RunCompositeResult extends RunResult {
  /** Where it was led first; absent if nowhere. */
  readonly redirectedTo?: Redirect;
  /** Everywhere it was led, in order. */
  readonly redirects: readonly Redirect[];
}

/** Runs a workflow that leads to sub-skills and topics, and tells where it went. */
export async function runComposite<Types extends WorkflowTypes>(
  definition: WorkflowDefinition<Types>,
  options: RunCompositeOptions<Types>,
): Promise<RunCompositeResult> {
  const { directSubskill, ...rest } = options as RunOptions & { readonly directSubskill?: string };
  const run: ExecuteOptions = { ...rest, ...(directSubskill !== undefined && { subskill: directSubskill }) };
  const { result, trace } = await executeRun(definition as WorkflowDefinition, run);
  const redirects = redirectsOf(trace);
  const [first] = redirects;
  return { ...result, redirects, ...(first && { redirectedTo: first }) };
}

function redirectsOf({ edges }: RunTrace): readonly Redirect[] {
  return edges.flatMap(({ to }): Redirect[] => {
    const [, prefix = "", kind, name = ""] = /^(.*\/)?(subskill|topic):(.+)$/.exec(to) ?? [];
    return kind === "subskill" || kind === "topic" ? [{ kind, name: `${prefix}${name}` }] : [];
  });
}
