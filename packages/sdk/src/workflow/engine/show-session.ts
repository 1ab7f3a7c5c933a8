import { messageOf } from "../../core/message-of.ts";
import type { AnyPromptContext } from "../define/workflow-definition.ts";
import { generatePreamble } from "../hosts/generate-preamble.ts";
import type { Handshake, HostView } from "../hosts/host.ts";
import { resolveTools } from "../hosts/resolve-tools.ts";
import { act } from "../primitives/act.ts";
import { assemblePrompt } from "../prompt/assemble-prompt.ts";
import type { PromptReturn } from "../prompt/prompt-piece.ts";
import { system } from "../prompt/system.ts";
import type { CliResult, CompletedStep, OpenPart } from "../results.ts";
import { jsonSchemaOfStep } from "../schema/json-schema-of-step.ts";
import { callPure, contextFor } from "./callbacks.ts";
import { fault } from "./failure.ts";
import type { SessionRun } from "./session-run.ts";
import { type SessionState, topFrame } from "./state/session-state.ts";
import { partsNow } from "./steps/parallel-parts.ts";
import { partContext, positionOf, type Visit, visitAt } from "./visit.ts";
import type { WorkflowPlace } from "./workflow-map.ts";

/** What a session shows: the step that waits for an answer, or the end. */
export async function showSession(run: SessionRun, options: { readonly preamble: boolean }): Promise<CliResult> {
  const { state } = run;
  if (state.ended) return { kind: "done", done: true, finalOutput: state.ended.finalOutput, ...finishedOf(state) };
  const { step, parts } = positionOf(run);
  const shown = parts ? await openParts(run) : [await shownStep(run, step)];
  const [first] = shown;
  if (!first) throw fault("action-uncertain", step, `Parts of "${step}" are still at work.`);
  const frame = topFrame(state);
  const preamble = (options.preamble || !frame.greeted) && {
    preamble: preambleOf(run.placeOf(frame), state.handshake),
  };
  return {
    kind: "prompt",
    step: first.step,
    ...preamble,
    prompt: first.prompt,
    schema: first.schema,
    ...finishedOf(state),
    ...(parts && { parallel: { step, ...countParts(run), open: shown } }),
  };
}

/** What was finished since the agent's last answer. */
export function finishedOf({ completed, autoAdvanced }: SessionState): {
  readonly completed?: CompletedStep;
  readonly autoAdvanced?: readonly CompletedStep[];
} {
  return { ...(completed && { completed }), ...(autoAdvanced.length > 0 && { autoAdvanced }) };
}

async function openParts(run: SessionRun): Promise<readonly OpenPart[]> {
  const shown: OpenPart[] = [];
  for (const { address, part } of partsNow(run)) {
    const open = !part.saved && part.action?.is !== "started";
    if (open) shown.push(await shownStep(run, address));
  }
  return shown;
}

function countParts(run: SessionRun): { readonly done: number; readonly total: number } {
  const parts = partsNow(run);
  return { done: parts.filter(({ part }) => part.saved).length, total: parts.length };
}

async function shownStep(run: SessionRun, address: string): Promise<OpenPart> {
  const visit = await visitAt(run, address);
  return { step: address, prompt: await promptText(run, visit), schema: jsonSchemaOfStep(visit.unit) };
}

/** What a step's prompt is made of. */
export async function promptPieces(run: SessionRun, visit: Visit): Promise<PromptReturn> {
  const { prompt = [] } = visit.unit;
  return (typeof prompt === "function" ? await callPure(run, () => prompt(promptContext(run, visit))) : prompt) ?? [];
}

async function promptText(run: SessionRun, visit: Visit): Promise<string> {
  const { name, primitives } = visit.place.definition;
  try {
    return assemblePrompt(await promptPieces(run, visit), { skillName: name, primitives });
  } catch (error) {
    throw fault("prompt-failed", visit.address, `The prompt cannot be told: ${messageOf(error)}`, {
      hint: "Nothing was lost: resume shows the step when the skill was mended, and back goes to the step before.",
    });
  }
}

function promptContext(run: SessionRun, visit: Visit): AnyPromptContext {
  return contextFor(run, visit, {
    refs: run.core.refs,
    attempts: visit.before,
    host: hostView(visit.place, run.state.handshake),
    act,
    system,
    ...partContext(visit),
  });
}

const views = new WeakMap<WorkflowPlace["definition"], WeakMap<Handshake, HostView>>();

function hostView({ definition }: WorkflowPlace, handshake: Handshake): HostView {
  let ofDefinition = views.get(definition);
  if (!ofDefinition) views.set(definition, (ofDefinition = new WeakMap()));
  let view = ofDefinition.get(handshake);
  if (!view) {
    const { hosts, primitives } = definition;
    const { toolsAvailable } = resolveTools(handshake, { hosts, primitives });
    view = Object.freeze({ name: handshake.host, isSubagent: handshake.isSubagent === true, toolsAvailable });
    ofDefinition.set(handshake, view);
  }
  return view;
}

function preambleOf({ definition }: WorkflowPlace, handshake: Handshake): string {
  const { system: own, hosts, primitives } = definition;
  return generatePreamble({ handshake, system: own, hosts, primitives });
}
