import { WorkflowTestError } from "../workflow-test-error.ts";
import type { ModelRequest } from "./model-adapter.ts";

const marker: unique symbol = Symbol("tradecraft.answer-script");

/** Answers that are no plain value; made by `always`, `perVisit` and `perAttempt`. */
export interface AnswerScript {
  readonly [marker]: (request: ModelRequest) => unknown;
}

/** What a step is answered with: a value, a list with one answer per visit, a function, or a script. */
export type MockAnswer =
  | ((request: ModelRequest) => unknown)
  | AnswerScript
  | readonly unknown[]
  | object
  | string
  | number
  | boolean
  | null;

/** The same value on each visit. It is taken as it is: `always([1, 2])` answers with a list. */
export function always(value: unknown): AnswerScript {
  return { [marker]: () => value };
}

/** One answer per visit, as a plain list gives. Elements may be functions and scripts; a list in it is a value. */
export function perVisit(answers: readonly unknown[]): AnswerScript {
  return { [marker]: (request) => nth(answers, request, request.visit, "visit") };
}

/** Within one visit, one answer per attempt: `perAttempt([wrong, right])` shows that a refusal is mended. */
export function perAttempt(answers: readonly unknown[]): AnswerScript {
  return { [marker]: (request) => nth(answers, request, request.attempt, "attempt") };
}

/** What is answered. */
export function answerFrom(answer: unknown, request: ModelRequest): unknown {
  return Array.isArray(answer) ? answerFrom(perVisit(answer), request) : single(answer, request);
}

function single(answer: unknown, request: ModelRequest): unknown {
  if (typeof answer === "function") return (answer as (request: ModelRequest) => unknown)(request);
  if (typeof answer === "object" && answer !== null && marker in answer)
    return (answer as AnswerScript)[marker](request);
  return answer;
}

function nth(answers: readonly unknown[], request: ModelRequest, number: number, of: "visit" | "attempt"): unknown {
  if (number <= answers.length) return single(answers[number - 1], request);
  const { step, visit } = request;
  const where = of === "visit" ? `visit ${visit}` : `visit ${visit}, attempt ${number}`;
  const many = answers.length === 1 ? "is 1 answer" : `are ${answers.length} answers`;
  throw new WorkflowTestError("answers-exhausted", `Step "${step}", ${where}: there ${many} for it, one per ${of}.`, {
    step,
    visit,
  });
}
