import { messageOf } from "../../../core/message-of.ts";
import type { AnyNext, AnyStepContext, Terminal } from "../../define/workflow-definition.ts";
import { callPure } from "../callbacks.ts";
import { fault } from "../failure.ts";
import type { SessionRun } from "../session-run.ts";

/** Where a step leads: a name as its author wrote it, or the end. */
export type Target = string | Terminal;

/** Decides where to go on. `context` is made anew for each question, so that it shows the store of the moment. */
export async function chooseNext(
  run: SessionRun,
  from: { readonly address: string; readonly next: AnyNext },
  context: () => AnyStepContext,
): Promise<Target> {
  const { address, next } = from;
  if (typeof next === "function") return ask(run, address, () => next(context()));
  if (!isBranches(next)) return next;
  for (const { to, when } of next) {
    if (when === undefined || (await ask(run, address, () => when(context())))) return to;
  }
  throw fault("no-branch", address, `No branch of "${address}" matches.`, { hint: repair });
}

async function ask<Value>(run: SessionRun, address: string, question: () => Value): Promise<Awaited<Value>> {
  try {
    return await callPure(run, question);
  } catch (error) {
    throw fault("next-failed", address, `The next step cannot be told: ${messageOf(error)}`, { hint: repair });
  }
}

const repair = "What the step did is kept: resume when the skill was mended.";

function isBranches(next: AnyNext): next is Extract<AnyNext, readonly unknown[]> {
  return Array.isArray(next);
}
