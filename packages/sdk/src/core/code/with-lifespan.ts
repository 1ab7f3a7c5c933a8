import { SkillError } from "../errors.ts";
import { messageOf } from "../message-of.ts";
import { waitFor } from "../source/wait-for.ts";
import type { CodeSession } from "./code-session.ts";
import type { CustomEvent } from "./code-tool.ts";
import type { LifespanContext, SkillDefinition } from "./skill-definition.ts";

export interface LifespanRun {
  readonly id: string;
  readonly runId: string;
  readonly definition: SkillDefinition | undefined;
  readonly signal: AbortSignal;
}

/** Does work between a skill's setup and its teardown, with deps for this run alone. What was set up is always torn down. */
export async function withLifespan<Value>(
  { events }: Pick<CodeSession, "events">,
  { id, runId, definition, signal }: LifespanRun,
  work: (deps: unknown) => Promise<Value>,
): Promise<Value> {
  const { deps: given, lifespan } = definition ?? {};
  const make = async (): Promise<unknown> => (typeof given === "function" ? (given as () => unknown)() : given);
  const deps: unknown = await waitFor(make(), signal);
  if (lifespan === undefined) return work(deps);

  let isOver = false;
  const emit = ({ name, value }: CustomEvent): void => {
    if (!isOver) events.emit("custom", { id, runId, name, value });
  };
  const context: LifespanContext = { skill: id, deps, emit, signal };
  const setup = step(id, "setup", () => lifespan.setup(context));
  const teardown = (live: unknown): Promise<unknown> =>
    step(id, "teardown", () => lifespan.teardown?.(live, context)).finally(() => (isOver = true));
  let live: unknown;
  try {
    live = await waitFor(setup, signal);
  } catch (error) {
    isOver = true;
    // Called off before it was ready: what comes of it later is torn down then.
    if (signal.aborted) setup.then(teardown).catch(() => undefined);
    throw error;
  }
  let value: Value;
  try {
    value = await work(live);
  } catch (error) {
    await (signal.aborted ? withinGrace(teardown(live), signal) : teardown(live)).catch((second: unknown) => {
      throw new AggregateError([error, second], `${messageOf(error)} ${messageOf(second)}`);
    });
    throw error;
  }
  await teardown(live);
  return value;
}

/** Milliseconds that a run which was called off has to put its things away. */
const grace = 2000;

/** Waits for it, but not for ever: whoever called off is waiting too. */
async function withinGrace(work: Promise<unknown>, signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(signal.reason as Error), grace);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

async function step(id: string, name: "setup" | "teardown", work: () => unknown): Promise<unknown> {
  try {
    return await work();
  } catch (error) {
    const message = `The ${name} of the skill "${id}" failed: ${messageOf(error)}`;
    throw new SkillError("lifespan-failed", message, { facts: { skill: id, step: name }, cause: error });
  }
}
