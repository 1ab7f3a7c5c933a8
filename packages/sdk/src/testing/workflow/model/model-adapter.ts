import type { JsonSchema } from "../../../core/code/code-tool.ts";

/** A question to a model. */
export interface ModelRequest {
  /** As the step is addressed: `deploy`, `doctor/diagnose`, `research#0`. */
  readonly step: string;
  readonly prompt: string;
  /** JSON Schema of the answer; null if there is none to tell. */
  readonly schema: JsonSchema | null;
  /** 1 for the first visit of the step. All parts of a parallel step share its visit. */
  readonly visit: number;
  /** 1, and more after answers that were refused. */
  readonly attempt: number;
  /** Why the answer before was refused. */
  readonly error?: string;
  /** 1 for the first question of the run; asking again does not count. */
  readonly turn: number;
  readonly preamble?: string;
}

/** Whatever answers: a mock, or a real model. */
export interface ModelAdapter {
  respond(request: ModelRequest): unknown;
  /** Steps it knows. A run refuses a name that no step of the workflow has, because it is a typing error. */
  readonly steps?: readonly string[];
}
