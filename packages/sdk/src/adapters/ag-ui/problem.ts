/** Why a request is refused; part of the public API. */
export type AgUiProblemCode =
  | "method-not-allowed"
  | "not-authorized"
  | "not-acceptable"
  | "content-type-unsupported"
  | "body-too-large"
  | "body-timeout"
  | "body-invalid"
  | "input-invalid"
  | "tool-name-taken"
  | "internal";

/** What the client reads in the body of the answer. */
export interface AgUiProblem {
  readonly code: AgUiProblemCode;
  readonly message: string;
  /** Where in the input it is, such as `messages.0.content`. */
  readonly path?: string;
}

const status: Readonly<Record<AgUiProblemCode, number>> = {
  "method-not-allowed": 405,
  "not-authorized": 401,
  "not-acceptable": 406,
  "content-type-unsupported": 415,
  "body-too-large": 413,
  "body-timeout": 408,
  "body-invalid": 400,
  "input-invalid": 400,
  "tool-name-taken": 400,
  internal: 500,
};

/** A request that cannot be answered with a run. */
export class RequestProblem extends Error {
  readonly problem: AgUiProblem;

  constructor(problem: AgUiProblem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** The answer to it. */
export function problemResponse(problem: AgUiProblem): Response {
  const { code } = problem;
  const headers = { "cache-control": "no-store", ...(code === "method-not-allowed" && { allow: "POST" }) };
  return Response.json(problem, { status: status[code], headers });
}
