import type { WorkflowDefinition, WorkflowTypes } from "../../workflow/define/workflow-definition.ts";
import { type ExecuteOptions, executeRun } from "./execute-run.ts";
import type { RunSkillOptions } from "./run-options.ts";
import type { RunSkillResult } from "./run-result.ts";

/**
 * Runs a workflow to its end, with a model that answers. An answer that is refused is asked for again, `retries` times;
 * whatever else keeps it from its end is thrown as a `WorkflowTestError`.
 */
export async function runSkill<Types extends WorkflowTypes>(
  definition: WorkflowDefinition<Types>,
  options: RunSkillOptions<Types>,
): Promise<RunSkillResult<Types>> {
  const { result } = await executeRun(definition as WorkflowDefinition, options as ExecuteOptions);
  return result as unknown as RunSkillResult<Types>;
}
