import type { WorkflowDefinition } from "../define/workflow-definition.ts";
import { fault } from "./failure.ts";
import type { Frame } from "./state/session-state.ts";
import { checkValue, describeIssues } from "./values/check-value.ts";
import { frozenCopy } from "./values/frozen-json.ts";

/** The params of a workflow at work, as its schema makes them; `{}` if none were given. */
export async function frameParams({ params }: WorkflowDefinition, frame: Frame, step: string): Promise<unknown> {
  const given = frame.params ?? {};
  const checked = params ? await checkValue(params, given) : { value: given };
  if (checked.issues) throw fault("params-invalid", step, describeIssues(checked.issues));
  return frozenCopy(checked.value);
}
