import { messageOf } from "../../../core/message-of.ts";
import { fault } from "../failure.ts";
import type { SessionRun } from "../session-run.ts";
import { progressOf } from "../state/progress.ts";
import { frozenJson } from "../values/frozen-json.ts";
import type { Visit } from "../visit.ts";
import { checkFinalOutput } from "./final-output.ts";
import { checkValue, describeIssues } from "../values/check-value.ts";

/** An answer as the step's schema makes it; a step without one takes any answer for `{}`. */
export async function checkAnswer(visit: Visit, output: unknown): Promise<unknown> {
  const { response } = visit.unit;
  if (response === undefined) return frozenJson({});
  const checked = await checkValue(response, output);
  if (checked.issues) throw fault("answer-invalid", visit.address, describeIssues(checked.issues));
  try {
    return frozenJson(checked.value);
  } catch (error) {
    throw fault("answer-invalid", visit.address, `The answer cannot be kept as JSON: ${messageOf(error)}`);
  }
}

/** Records the answer of an agent. One that was given before, and led nowhere, is replaced. */
export async function takeAnswer(
  run: SessionRun,
  visit: Visit,
  answer: { readonly output: unknown; readonly key: string | undefined },
): Promise<void> {
  const response = await checkAnswer(visit, answer.output);
  // An end that is known beforehand is checked before the action runs, and not after.
  if (visit.part === undefined && isTerminal(visit.config.next))
    await checkFinalOutput(run, response, { step: visit.address, takesAnswer: visit.unit.response !== undefined });
  const given = progressOf(run.state, visit.address).answer;
  if (given && JSON.stringify(given.response) === JSON.stringify(response) && answer.key === run.state.openKey) return;
  recordAnswer(run, visit, { response, ...(answer.key !== undefined && { key: answer.key }) });
}

/** Records an answer, whoever gave it. */
export function recordAnswer(
  run: SessionRun,
  visit: Visit,
  answer: { readonly response: unknown; readonly auto?: true; readonly key?: string },
): void {
  run.record({ type: "answered", step: visit.address, visit: visit.number, ...answer, at: run.at() });
}

function isTerminal(next: unknown): boolean {
  return typeof next === "object" && next !== null && "terminal" in next;
}
