import type { ActionDecision, CliResult, EngineReply, SessionStatus, WorkflowEngine } from "@tradecraft/sdk/workflow";
import type { DevEntry } from "./load-dev-entry.ts";

/** How a run begins. */
export interface StepperStart {
  readonly params?: unknown;
  readonly host?: string;
  readonly subskill?: string;
}

/** One run of a workflow, of which the definition may change while it goes on. */
export interface Stepper {
  readonly entry: DevEntry;
  /** The last result that shows where the run stands; undefined before it has begun. */
  readonly current: CliResult | undefined;
  /** There is a session, though perhaps one of which the first step could not be shown. */
  readonly hasBegun: boolean;
  /** What an agent was told before the first step. */
  readonly preamble: string | undefined;
  /** The workflow was changed in a way that the session does not fit, and nobody has said what to do. */
  readonly isDrifted: boolean;
  /** Begins a new run. */
  start(start: StepperStart): Promise<CliResult>;
  answer(output: unknown): Promise<CliResult>;
  back(to: string | undefined, force: boolean): Promise<CliResult>;
  /** Shows the step again; runs again what failed. */
  resume(options?: { readonly acceptDrift?: boolean; readonly decide?: ActionDecision }): Promise<CliResult>;
  status(): Promise<SessionStatus>;
  history(): ReturnType<WorkflowEngine["history"]>;
  /** Leaves the run; the next one is to be begun. */
  forget(): void;
  /** Goes on with what was loaded again; undefined if no run has begun. */
  reload(entry: DevEntry): Promise<CliResult | undefined>;
}

/** A run that lives in memory, and ends with the process. */
export function createStepper(first: DevEntry, signal?: AbortSignal): Stepper {
  const store = first.sdk.workflow.memorySessionStore();
  let entry = first;
  let engine = engineFor(entry);
  let session: string | undefined;
  let current: CliResult | undefined;
  let preamble: string | undefined;
  let isDrifted = false;

  function engineFor({ definition, refs, sdk }: DevEntry): WorkflowEngine | undefined {
    return definition.kind === "skill" ? sdk.workflow.createWorkflowEngine(definition, { store, refs }) : undefined;
  }
  async function call(make: (engine: WorkflowEngine, session: string) => Promise<EngineReply>): Promise<CliResult> {
    if (engine === undefined || session === undefined) throw new Error("No run has begun.");
    return keep((await make(engine, session)).result);
  }
  function keep(result: CliResult): CliResult {
    isDrifted = result.kind === "error" && result.code === "session-mismatch";
    // A refusal changes nothing about where the run stands.
    if (result.kind !== "error") current = result;
    if (result.kind === "prompt") preamble = result.preamble ?? preamble;
    return result;
  }
  const withSignal = signal === undefined ? {} : { signal };

  return {
    get entry() {
      return entry;
    },
    get current() {
      return current;
    },
    get hasBegun() {
      return session !== undefined;
    },
    get preamble() {
      return preamble;
    },
    get isDrifted() {
      return isDrifted;
    },
    async start(start) {
      if (engine === undefined) throw new Error("A skill of topics has no steps.");
      const reply = await engine.start({ ...start, ...withSignal });
      // Without a record nothing was kept of it.
      session = reply.sequence > 0 ? reply.session : undefined;
      current = undefined;
      return keep(reply.result);
    },
    answer: (output) =>
      call((running, id) => running.advance({ session: id, step: stepOf(current), output, ...withSignal })),
    back: (to, force) => call((running, id) => running.back({ session: id, ...(to && { to }), force })),
    resume: (how = {}) => call((running, id) => running.resume({ session: id, ...how, ...withSignal })),
    status: async () => (engine && session !== undefined ? engine.status({ session }) : noRun()),
    history: async () => (engine && session !== undefined ? engine.history({ session }) : []),
    forget() {
      session = current = preamble = undefined;
      isDrifted = false;
    },
    async reload(changed) {
      entry = changed;
      engine = engineFor(entry);
      if (engine === undefined) session = current = undefined;
      return session === undefined ? undefined : call((running, id) => running.resume({ session: id, ...withSignal }));
    },
  };
}

function stepOf(current: CliResult | undefined): string {
  return current?.kind === "prompt" ? current.step : "";
}

function noRun(): never {
  throw new Error("No run has begun.");
}
