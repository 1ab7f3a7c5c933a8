import type { WorkflowDefinition } from "../define/workflow-definition.ts";
import { fault } from "./failure.ts";
import type { OpenSession } from "./run-log.ts";
import type { Frame } from "./state/session-state.ts";
import { checkValue, describeIssues } from "./values/check-value.ts";
import { messageOf } from "../../core/message-of.ts";
import { frozenCopy } from "./values/frozen-json.ts";

/** Sub-skills come and go; the params of those at work are made again. */
const kept = 100;

/** The params of a workflow at work, as its schema makes them; `{}` if none were given. */
export async function frameParams(
  known: OpenSession["params"],
  { params }: WorkflowDefinition,
  { frame, step }: { readonly frame: Frame; readonly step: string },
): Promise<unknown> {
  const before = known.get(frame.id);
  if (before && before.given === frame.params) return before.made;
  const given = frame.params ?? {};
  const checked = params ? await checkValue(params, given) : { value: given };
  if (checked.issues) throw fault("params-invalid", step, describeIssues(checked.issues));
  const made = frozenParams(checked.value, step);
  if (known.size > kept) known.clear();
  known.set(frame.id, { given: frame.params, made });
  return made;
}

/** A frozen copy of params; a fault if they are nested too deeply for that. */
export function frozenParams(params: unknown, step: string): unknown {
  try {
    return frozenCopy(params);
  } catch (error) {
    throw fault("params-invalid", step, `The params cannot be kept: ${messageOf(error)}`);
  }
}
