import type { WorkflowDefinition } from "../../workflow/define/workflow-definition.ts";
import { createWorkflowEngine } from "../../workflow/engine/create-workflow-engine.ts";
import { memorySessionStore } from "../../workflow/session/memory-session-store.ts";
import type { SessionRecord } from "../../workflow/session/session-record.ts";
import { stubActions } from "./definition/action-stubs.ts";
import { unitsOf } from "./definition/map-workflow.ts";
import { SessionDriver } from "./drive-session.ts";
import { finalStore } from "./final-store.ts";
import type { ModelAdapter } from "./model/model-adapter.ts";
import type { RunOptions } from "./run-options.ts";
import type { RunProgress } from "./run-progress.ts";
import type { RunResult } from "./run-result.ts";
import { traceDecisions } from "./trace/decision-log.ts";
import { recordingStore } from "./trace/recording-store.ts";
import { type RunTrace, takenEdges } from "./trace/taken-edges.ts";
import { WorkflowTestError } from "./workflow-test-error.ts";

/** How a run begins. */
export interface ExecuteOptions extends RunOptions {
  readonly params?: unknown;
  readonly subskill?: string;
  /** Told when the run is over, whichever way. */
  readonly onStop?: (progress: RunProgress) => void;
}

/** A run, and where it went. */
export interface ExecutedRun {
  readonly result: RunResult;
  readonly trace: RunTrace;
}

/** Runs a workflow through the engine, with a model that answers. */
export async function executeRun(definition: WorkflowDefinition, options: ExecuteOptions): Promise<ExecutedRun> {
  const { model, refs, coverage, retries = 2, maxSteps = 1000 } = options;
  refuseUnknownSteps(definition, model);
  if (coverage && coverage.definition !== definition)
    throw new WorkflowTestError("usage", `The coverage was made for another definition than "${definition.name}".`);
  const { store, records } = recordingStore(options.store ?? memorySessionStore());
  const traced = traceDecisions(stubActions(definition, options.actions ?? {}), records);
  const problems: { readonly where: string; readonly error: unknown }[] = [];
  const engine = createWorkflowEngine(traced.definition, {
    store,
    onProblem: (problem) => problems.push(problem),
    ...(refs && { refs }),
  });
  const driver = new SessionDriver(engine, {
    skill: definition.name,
    start: startOf(options),
    model,
    retries,
    maxSteps,
    visitOf: (step) => visitOf(records, step),
  });
  const trace = (): RunTrace => takenEdges(definition, records, traced.decisions);
  try {
    const done = await driver.run();
    const progress = await driver.progress();
    const { finalOutput } = done;
    const history = await engine.history({ session: driver.session });
    const preamble = progress.prompts.find((asked) => asked.preamble !== undefined)?.preamble ?? "";
    const kept = { history, store: finalStore(definition, records), preamble, problems };
    return { result: { ...progress, finalOutput, response: finalOutput, ...kept }, trace: trace() };
  } finally {
    // Nothing of a run goes on in the next test.
    await engine.flush();
    coverage?.add(trace());
    options.onStop?.(await driver.progress());
  }
}

function startOf({ params, host, tools, isSubagent, subskill, signal }: ExecuteOptions): {
  readonly params?: unknown;
  readonly host?: string;
} {
  return {
    ...(params !== undefined && { params }),
    ...(host !== undefined && { host }),
    ...(tools && { tools }),
    ...(isSubagent !== undefined && { isSubagent }),
    ...(subskill !== undefined && { subskill }),
    ...(signal && { signal }),
  };
}

/** The visit that a step, or the step of a part, was last entered for. */
function visitOf(records: readonly SessionRecord[], address: string): number {
  const [step] = address.split("#");
  const entered = records.findLast((record) => record.type === "entered" && record.step === step);
  return entered?.type === "entered" ? entered.visit : 1;
}

function refuseUnknownSteps(definition: WorkflowDefinition, { steps = [] }: ModelAdapter): void {
  if (steps.length === 0) return;
  const units = unitsOf(definition);
  const known = new Set(units.flatMap(({ address, step }) => [address, step]));
  const isPart = (name: string): boolean => /#\d+$/.test(name) && known.has(name.replace(/\d+$/, ""));
  const unknown = steps.filter((name) => !known.has(name) && !isPart(name));
  if (unknown.length === 0) return;
  const list = [...known].filter((name) => !name.endsWith("#")).join(", ");
  const names = unknown.map((name) => `"${name}"`).join(", ");
  throw new WorkflowTestError("usage", `The model has answers for ${names}, and "${definition.name}" has: ${list}.`);
}
