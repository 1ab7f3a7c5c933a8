import { messageOf } from "../../../core/message-of.ts";
import { callPure } from "../callbacks.ts";
import { fault } from "../failure.ts";
import type { SessionRun } from "../session-run.ts";
import { storeView } from "../store-view.ts";
import { localName, newFrame, outwardName, topFrame } from "../state/session-state.ts";
import { frozenJson } from "../values/frozen-json.ts";
import type { Target } from "./choose-next.ts";
import { endWorkflow } from "./end-workflow.ts";
import { enterStep, type EntryReason } from "./enter-step.ts";
import { checkFinalOutput } from "./final-output.ts";
import { divertedStep, refuseSubskill } from "./visit-limits.ts";
import { checkValue, describeIssues } from "../values/check-value.ts";
import { findStep } from "../workflow-map.ts";

/** How a session came to where it goes. */
export interface Way {
  readonly from: string;
  /** The answer that led there. */
  readonly response: unknown;
  readonly reason: EntryReason;
}

/** Goes to a target: a step, a sub-skill, a topic or the end. */
export async function goTo(run: SessionRun, target: Target, way: Way): Promise<void> {
  if (typeof target !== "string") {
    if (typeof target !== "object" || target === null || target.terminal !== true)
      throw fault("next-unknown", way.from, `"${way.from}" leads to something that is no step.`);
    const { last } = topFrame(run.state);
    const finalOutput = await checkFinalOutput(run, last ? last.response : null, {
      step: way.from,
      takesAnswer: takesAnswer(run, way.from),
    });
    return endWorkflow(run, { from: way.from, to: "__terminal__", finalOutput });
  }
  if (target.startsWith("subskill:")) return beginSubskill(run, target.slice("subskill:".length), way);
  if (target.startsWith("topic:")) return showTopic(run, target.slice("topic:".length), way);
  const frame = topFrame(run.state);
  const name = target === "self" ? localName(frame, way.from) : target;
  if (!Object.hasOwn(run.placeOf(frame).definition.steps, name))
    throw fault("next-unknown", way.from, `"${way.from}" leads to "${name}", which is no step.`);
  const instead = divertedStep(run, name, way.from);
  if (instead !== undefined) return goTo(run, instead, { ...way, reason: "max-visits" });
  await enterStep(run, frame, name, way);
}

/** Whether another answer to a step could make another end of it. */
function takesAnswer(run: SessionRun, step: string): boolean {
  const { position } = run.state;
  if (position === undefined || position.returned || position.parts || position.answer?.auto) return false;
  return findStep(run.core.definition, step)?.unit.response !== undefined;
}

async function beginSubskill(run: SessionRun, name: string, { from, response }: Way): Promise<void> {
  const frame = topFrame(run.state);
  const { subskills } = run.placeOf(frame).definition;
  const registration = Object.hasOwn(subskills, name) ? subskills[name] : undefined;
  if (!registration)
    throw fault("next-unknown", from, `"${from}" leads to the sub-skill "${name}", which is not there.`);
  refuseSubskill(run, name, from);
  const { params: make, definition } = registration;
  let params: unknown;
  try {
    params = frozenJson(make ? ((await callPure(run, () => make(response, storeView(run, frame)))) ?? {}) : {});
  } catch (error) {
    throw fault("params-invalid", from, `The params of "${name}" cannot be made: ${messageOf(error)}`);
  }
  if (definition.params) {
    const { issues } = await checkValue(definition.params, params);
    if (issues) throw fault("params-invalid", from, `Params of "${name}": ${describeIssues(issues)}`);
  }
  const path = outwardName(frame, name);
  // The reducer makes the same one from the record.
  const begun = newFrame({ id: run.state.sequence + 1, path, params, since: run.state.lastAt });
  await enterStep(run, begun, definition.entry, { from, reason: "subskill", to: `subskill:${name}` });
}

async function showTopic(run: SessionRun, name: string, { from }: Way): Promise<void> {
  const { topics } = run.placeOf(topFrame(run.state)).definition;
  const topic = Object.hasOwn(topics, name) ? topics[name] : undefined;
  if (!topic) throw fault("next-unknown", from, `"${from}" leads to the topic "${name}", which is not there.`);
  let content: string;
  try {
    content = typeof topic.content === "string" ? topic.content : await topic.content({ refs: run.core.refs });
  } catch (error) {
    throw fault("next-failed", from, `The topic "${name}" cannot be told: ${messageOf(error)}`);
  }
  await endWorkflow(run, { from, to: `topic:${name}`, finalOutput: frozenJson({ topic: name, content }) });
}
