import { isPromptless } from "../../workflow/engine/workflow-map.ts";
import type { ReplayOptions } from "../../workflow/engine/workflow-engine.ts";
import { type CommandContext, engineFor, handshakeOf, jsonOf, stepOf } from "../command-context.ts";
import { usageFault, wireResult } from "../output/failure.ts";
import { printResult } from "../output/print.ts";

/** Shows the first step of a run of which nothing is kept. */
export async function startStateless(context: CommandContext): Promise<number> {
  const { flags, subskill } = context;
  if (flags["output-mode"] !== undefined) throw usageFault("--output-mode needs --session new.");
  return replay(context, { params: await jsonOf(context, "params"), history: [], ...ofSubskill(subskill) });
}

/** Takes an answer after the history that the caller tells. */
export async function advanceStateless(context: CommandContext): Promise<number> {
  const step = stepOf(context);
  if (context.flags.key !== undefined) throw usageFault("--key needs --session: without one nothing is remembered.");
  if (step === undefined || context.flags.output === undefined) {
    throw usageFault("`advance` needs --step and --output, or --session.", {
      hint: "advance --step STEP --output JSON --params JSON --history JSON",
    });
  }
  const params = await jsonOf(context, "params");
  const history = await historyOf(context);
  const output = await jsonOf(context, "output");
  return replay(context, { params, history, answer: { step, output }, ...ofSubskill(begunIn(context, step, history)) });
}

/** Shows the step that comes after the history that the caller tells. */
export async function resumeStateless(context: CommandContext): Promise<number> {
  const { flags, subskill } = context;
  if (flags.history === undefined || flags.decide !== undefined || flags["accept-drift"]) {
    throw usageFault("`resume` needs --session, or --history to show the step after it.");
  }
  const params = await jsonOf(context, "params");
  const history = await historyOf(context);
  const first = (history[0] as { readonly step?: unknown } | undefined)?.step;
  const begun = subskill ?? (typeof first === "string" ? begunIn(context, first, history) : undefined);
  return replay(context, { params, history, preamble: flags.preamble === true, ...ofSubskill(begun) });
}

async function replay(context: CommandContext, options: ReplayOptions): Promise<number> {
  const engine = engineFor(context);
  const result = await engine.replay({ ...options, ...handshakeOf(context.flags) });
  await engine.flush();
  return printResult(
    context.io,
    wireResult(result, result.kind === "error" ? hintFor(result.code, context) : undefined),
  );
}

function hintFor(code: string, { flags }: CommandContext): string | undefined {
  if (code === "step-not-current") return whereNow;
  return code === "params-invalid" && flags.params === undefined ? needsParams : undefined;
}

const needsParams = "Without --session, give --params, and --history if it is not the first step.";

const whereNow =
  "Answer the step that the last result showed, with all of the history before it; `resume --history JSON` shows it again.";

async function historyOf(context: CommandContext): Promise<readonly unknown[]> {
  const history = (await jsonOf(context, "history")) ?? [];
  if (Array.isArray(history)) return history;
  throw usageFault("--history must be a JSON array.", { hint: "Of each result: `completed`, then `autoAdvanced`." });
}

/** The sub-skill in which a run began: the one named, or that of all its steps when the dispatcher cannot have led there. */
function begunIn(
  { definition, subskill }: CommandContext,
  step: string,
  history: readonly unknown[],
): string | undefined {
  if (subskill !== undefined) return subskill;
  const [name = ""] = step.split("/");
  const entry = definition.steps[definition.entry];
  if (!step.includes("/") || !Object.hasOwn(definition.subskills, name) || !entry || isPromptless(entry))
    return undefined;
  const isInside = (visit: unknown): boolean =>
    typeof visit === "object" && visit !== null && "step" in visit && String(visit.step).startsWith(`${name}/`);
  return history.every(isInside) ? name : undefined;
}

function ofSubskill(subskill: string | undefined): { readonly subskill?: string } {
  return subskill === undefined ? {} : { subskill };
}
