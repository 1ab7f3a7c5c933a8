import { messageOf } from "../../../core/message-of.ts";
import { fault } from "../failure.ts";
import type { SessionRun } from "../session-run.ts";
import { topFrame } from "../state/session-state.ts";
import { frozenJson } from "../values/frozen-json.ts";
import { checkValue, describeIssues } from "../values/check-value.ts";

/** The final output of the workflow at work, made by its schema from the last answer. */
export async function checkFinalOutput(
  run: SessionRun,
  last: unknown,
  { step, takesAnswer }: { readonly step: string; readonly takesAnswer: boolean },
): Promise<unknown> {
  const schema = run.placeOf(topFrame(run.state)).definition.finalOutput;
  if (!schema) return last;
  const checked = await checkValue(schema, last);
  if (checked.issues) {
    throw fault("final-output-invalid", step, describeIssues(checked.issues), advice(step, takesAnswer));
  }
  try {
    return frozenJson(checked.value);
  } catch (error) {
    throw fault("final-output-invalid", step, `The final output cannot be kept as JSON: ${messageOf(error)}`, {
      ...advice(step, takesAnswer),
    });
  }
}

function advice(step: string, takesAnswer: boolean): { readonly hint: string; readonly retry: boolean } {
  if (takesAnswer) return { hint: "The last answer is what the workflow gives; answer the step again.", retry: true };
  const hint = `"${step}" takes no answer: go back to the step that gave what the workflow ends with, and answer it again.`;
  return { hint, retry: false };
}
