import { messageOf } from "../../../core/message-of.ts";
import type {
  ReferenceLoader,
  WorkflowDefinition,
  WorkflowTypes,
} from "../../../workflow/define/workflow-definition.ts";
import { findStep } from "../../../workflow/engine/workflow-map.ts";
import { jsonSchemaOfAnswer } from "../../../workflow/schema/json-schema-of-step.ts";
import { createCoverage } from "../coverage/create-coverage.ts";
import type { ActionStubs } from "../definition/action-stubs.ts";
import { executeRun } from "../execute-run.ts";
import { generateValue, type GeneratedValue } from "../generate/generate-value.ts";
import { createRandom, type Random } from "../generate/random.ts";
import type { MockAnswer } from "../model/answer-script.ts";
import { mockModel } from "../model/mock-model.ts";
import type { ModelAdapter, ModelRequest } from "../model/model-adapter.ts";
import { WorkflowTestError } from "../workflow-test-error.ts";
import { refuseRealActions, type WalkActionOptions, walkedWorkflow } from "./walk-actions.ts";
import { type WalkAction, type WalkAnswer, type WalkFailure, type WalkReport, walkText } from "./walk-report.ts";

/** How a workflow is walked. */
export interface WalkOptions<Params = unknown> {
  /** How many walks; 100 if nothing is said. */
  readonly runs?: number;
  /** The same seed walks the same ways; 1 if nothing is said, so that a test does not change from day to day. */
  readonly seed?: number;
  /** Questions after which a walk is given up; 200 if nothing is said. */
  readonly maxSteps?: number;
  /** For every walk; made from the schema of the params if nothing is said. */
  readonly params?: Params;
  /** Answers of steps whose schema does not tell enough, as for `mockModel`. */
  readonly answers?: Readonly<Record<string, MockAnswer>>;
  /** In place of actions. A reusable action without a stub gives what its output schema describes, and is not run. */
  readonly actions?: ActionStubs;
  /** Actions without a stub and an output schema run for real. Without it they are an error: a walk has no side effects. */
  readonly runActions?: boolean;
  /** How likely a generated action fails where there is an `onError`; 0.25 if nothing is said. */
  readonly failActions?: number;
  readonly host?: string;
  readonly refs?: ReferenceLoader;
}

/** How often another answer is made after one that was refused. */
const answerTries = 40;

/**
 * Walks through a workflow with random answers that fit the schemas, and tells whether all walks come to an end, and if not,
 * where and why. Nothing is run and nobody observes it, unless `runActions` says so.
 */
export async function walkSkill<Types extends WorkflowTypes>(
  definition: WorkflowDefinition<Types>,
  options: WalkOptions<Types["params"]> = {},
): Promise<WalkReport> {
  const { runs = 100, seed = 1, actions = {}, runActions = false, failActions = 0.25 } = options;
  const limits: WalkActionOptions = { actions, runActions, failActions };
  refuseRealActions(definition as WorkflowDefinition, limits);
  let walk = newWalk(seed);
  const walked = walkedWorkflow(definition as WorkflowDefinition, limits, () => walk);
  const coverage = createCoverage(walked);
  const failures: WalkFailure[] = [];
  for (let run = 0; run < runs; run++) {
    // The first one has the seed itself, so that the seed of a failure walks that way alone.
    walk = newWalk((seed + Math.imul(run, 0x9e3779b9)) >>> 0);
    const failure = await walkOnce(walked, walk, { ...options, actions, coverage });
    if (failure) failures.push(failure);
  }
  const ended = runs - failures.length;
  const report = { ok: failures.length === 0, seed, runs, ended, failures, coverage: coverage.report() };
  return { ...report, toText: () => walkText(report) };
}

interface Walk {
  readonly seed: number;
  readonly random: Random;
  readonly answers: WalkAnswer[];
  readonly actions: WalkAction[];
}

function newWalk(seed: number): Walk {
  return { seed, random: createRandom(seed), answers: [], actions: [] };
}

type WalkOnceOptions = WalkOptions & {
  readonly actions: ActionStubs;
  readonly coverage: ReturnType<typeof createCoverage>;
};

async function walkOnce(
  definition: WorkflowDefinition,
  walk: Walk,
  options: WalkOnceOptions,
): Promise<WalkFailure | undefined> {
  const { seed, random } = walk;
  const { host, refs, maxSteps = 200, actions, coverage } = options;
  const params = options.params === undefined ? madeParams(definition, random) : { value: options.params };
  const facts = (): Pick<WalkFailure, "seed" | "answers" | "actions"> => ({
    seed,
    answers: walk.answers,
    actions: walk.actions,
  });
  if ("problem" in params)
    return { ...facts(), reason: "params", step: "", message: params.problem, params: undefined, path: [] };
  let path: readonly string[] = [];
  try {
    await executeRun(definition, {
      onStop: (progress) => (path = progress.path),
      model: walkingModel(definition, walk, options.answers ?? {}),
      retries: answerTries,
      maxSteps,
      actions,
      coverage,
      ...(params.value !== undefined && { params: params.value }),
      ...(host !== undefined && { host }),
      ...(refs && { refs }),
    });
    return undefined;
  } catch (error) {
    return { ...facts(), ...reasonOf(error, path), path, params: params.value };
  }
}

function madeParams({ params }: WorkflowDefinition, random: Random): GeneratedValue {
  if (params === undefined) return { value: undefined };
  const schema = jsonSchemaOfAnswer(params);
  return schema
    ? generateValue(schema, random)
    : { problem: "The schema of the params cannot be told: give `params`." };
}

/** Stops a walk at a step for which no answer can be made. */
class NoAnswer extends Error {
  readonly step: string;
  readonly reason: "no-schema" | "no-valid-answer";

  constructor(step: string, reason: "no-schema" | "no-valid-answer", message: string) {
    super(message);
    this.step = step;
    this.reason = reason;
  }
}

function walkingModel(
  definition: WorkflowDefinition,
  walk: Walk,
  answers: Readonly<Record<string, MockAnswer>>,
): ModelAdapter {
  const given = mockModel(answers);
  const isGiven = (step: string): boolean =>
    [step, step.split("#")[0] ?? step].some((name) => Object.hasOwn(answers, name));
  return {
    ...(given.steps && { steps: given.steps }),
    respond: async (request) => {
      const { step, attempt } = request;
      const output: unknown = isGiven(step)
        ? await given.respond(request)
        : generated(definition, walk.random, request);
      // Only the one that is taken counts.
      if (attempt > 1) walk.answers.pop();
      walk.answers.push({ step, output });
      return output;
    },
  };
}

function generated(definition: WorkflowDefinition, random: Random, { step, schema }: ModelRequest): unknown {
  if (schema === null) {
    if (findStep(definition, step)?.unit.response === undefined) return {};
    throw new NoAnswer(
      step,
      "no-schema",
      "The library of its schema cannot tell it as JSON Schema: say in `answers` what to answer.",
    );
  }
  const made = generateValue(schema, random);
  if ("value" in made) return made.value;
  throw new NoAnswer(step, "no-valid-answer", made.problem);
}

function reasonOf(error: unknown, path: readonly string[]): Pick<WalkFailure, "reason" | "step" | "message" | "code"> {
  if (error instanceof NoAnswer) return { reason: error.reason, step: error.step, message: error.message };
  if (!(error instanceof WorkflowTestError)) return { reason: "error", step: "", message: messageOf(error) };
  const { code, step = "", result, message } = error;
  const facts = { step, ...(result && { code: result.code }) };
  if (code === "answer-refused") {
    const why = `${answerTries + 1} answers that fit the JSON Schema were refused, the last one with: ${result?.message ?? ""}`;
    return { ...facts, reason: "no-valid-answer", message: why };
  }
  if (code === "too-many-steps") return { ...facts, reason: "too-many-steps", message: message.split("\n")[0] ?? "" };
  return {
    ...facts,
    reason: result?.error === "params" && path.length === 0 ? "params" : "error",
    message: result?.message ?? message,
  };
}
