import {
  type CliResult,
  createWorkflowEngine,
  type DoneResult,
  type EngineReply,
  type ErrorResult,
  memorySessionStore,
  module,
  type ModuleDefinition,
  type PromptResult,
  type SessionRecord,
  type SessionStore,
  skill,
  type StepDefinition,
  type WorkflowDefinition,
  type WorkflowEngine,
  type WorkflowEngineOptions,
} from "@tradecraft/sdk/workflow";

// oxlint-disable-next-line typescript/no-explicit-any -- as an author without types writes them
export type Context = any;

/** A builder as an author without types sees it. */
export interface LooseBuilder {
  step(name: string, config: object): LooseBuilder;
  extend(name: string, base: StepDefinition, overrides: object): LooseBuilder;
  parallel(name: string, config: object): LooseBuilder;
  register(module: ModuleDefinition, options: object): LooseBuilder;
  subskill(name: string, definition: WorkflowDefinition, options?: object): LooseBuilder;
  topic(name: string, topic: object): LooseBuilder;
  build(): WorkflowDefinition;
}

/** A builder of modules, likewise. */
export interface LooseModule {
  step(name: string, config: object): LooseModule;
  build(): ModuleDefinition;
}

export const loose = skill as unknown as (config: object) => LooseBuilder;
export const looseModule = module as unknown as (config: object) => LooseModule;

/** A skill of these steps; the first is the entry. */
export function made(steps: Readonly<Record<string, object>>, more: object = {}): WorkflowDefinition {
  let builder = loose({ name: "sample", entry: Object.keys(steps)[0], ...more });
  for (const [name, config] of Object.entries(steps)) {
    builder = "over" in config || "branches" in config ? builder.parallel(name, config) : builder.step(name, config);
  }
  return builder.build();
}

/** One session of an engine. */
export interface Bench {
  readonly engine: WorkflowEngine;
  readonly store: SessionStore;
  start(params?: unknown, more?: object): Promise<CliResult>;
  answer(step: string, output?: unknown, key?: string): Promise<CliResult>;
  resume(more?: object): Promise<CliResult>;
  back(more?: object): Promise<CliResult>;
  records(): Promise<readonly SessionRecord[]>;
  kinds(): Promise<string[]>;
  /** A cold engine on the same store. */
  cold(workflow?: WorkflowDefinition): Bench;
}

export const session = "s";

/** Makes an engine, and calls it for one session. */
export function bench(workflow: WorkflowDefinition, options: WorkflowEngineOptions = {}): Bench {
  const store = options.store ?? memorySessionStore();
  const engine = createWorkflowEngine(workflow, { ...options, store });
  const records = async (): Promise<readonly SessionRecord[]> => (await store.read(session))?.records ?? [];
  const resultOf = async (reply: Promise<EngineReply>): Promise<CliResult> => (await reply).result;
  return {
    engine,
    store,
    start: (params, more) => resultOf(engine.start({ session, params, ...more })),
    answer: (step, output = {}, key) =>
      resultOf(engine.advance({ session, step, output, ...(key !== undefined && { key }) })),
    resume: (more) => resultOf(engine.resume({ session, ...more })),
    back: (more) => resultOf(engine.back({ session, ...more })),
    records,
    kinds: async () => (await records()).map(({ type }) => type),
    cold: (other = workflow) => bench(other, { ...options, store }),
  };
}

/** A result that must be a prompt. */
export function prompted(result: CliResult): PromptResult {
  if (result.kind !== "prompt") throw new Error(`not a prompt: ${JSON.stringify(result)}`);
  return result;
}

/** A result that must be the end. */
export function ended(result: CliResult): DoneResult {
  if (result.kind !== "done") throw new Error(`not the end: ${JSON.stringify(result)}`);
  return result;
}

/** A result that must be a failure. */
export function refused(result: CliResult): ErrorResult {
  if (result.kind !== "error") throw new Error(`not a failure: ${JSON.stringify(result)}`);
  return result;
}

/** What `build` says is wrong. */
export function buildError(builder: () => { build(): unknown }): string {
  try {
    builder().build();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error("it was built");
}

/** Resolves after so many milliseconds. */
export const sleep = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
