import { WorkflowTestError } from "../workflow-test-error.ts";
import { answerFrom, type MockAnswer } from "./answer-script.ts";
import type { ModelAdapter, ModelRequest } from "./model-adapter.ts";

/**
 * A model that answers as it was told. By step: a value is given on each visit; **a list has one answer per visit** (for an
 * answer that is a list, say `always([…])`); a function is asked. A part such as `research#0` may have its own answer, else
 * that of `research`. Steps of sub-skills have their full name: `doctor/diagnose`. Or one function for all steps, or one list
 * with an answer per question of the run. It keeps no state, so that one model serves many runs.
 */
export function mockModel(
  answers: Readonly<Record<string, MockAnswer>> | readonly unknown[] | ((request: ModelRequest) => unknown),
): ModelAdapter {
  if (typeof answers === "function") return { respond: answers };
  if (isList(answers)) return { respond: (request) => byTurn(answers, request) };
  const steps = Object.keys(answers);
  return {
    steps,
    respond: (request) => {
      const name = nameFor(answers, request.step);
      if (name !== undefined) return answerFrom(answers[name], request);
      const known = steps.length > 0 ? steps.join(", ") : "none";
      throw new WorkflowTestError(
        "answer-missing",
        `The mock model has no answer for "${request.step}". It has: ${known}.`,
        {
          step: request.step,
          visit: request.visit,
        },
      );
    },
  };
}

function nameFor(answers: Readonly<Record<string, MockAnswer>>, step: string): string | undefined {
  const cut = step.indexOf("#");
  const names = cut < 0 ? [step] : [step, step.slice(0, cut)];
  return names.find((name) => Object.hasOwn(answers, name));
}

function byTurn(answers: readonly unknown[], request: ModelRequest): unknown {
  const { step, turn, visit } = request;
  if (turn <= answers.length) return answerFrom(wrapped(answers[turn - 1]), request);
  const message = `Step "${step}" is question ${turn} of the run; the mock model has ${answers.length} answers.`;
  throw new WorkflowTestError("answers-exhausted", message, { step, visit });
}

/** In a list, a list is a value. */
function wrapped(answer: unknown): unknown {
  return Array.isArray(answer) ? () => answer as unknown : answer;
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
