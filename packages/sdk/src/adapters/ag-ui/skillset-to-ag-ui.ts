import { type AGUIEvent, EventType } from "@ag-ui/core";
import type { Skillset } from "../../core/skillset/skillset.ts";
import type { SkillsetEvents } from "../../core/skillset/skillset-events.ts";
import { toJsonValue } from "./to-json-value.ts";

/** Takes one event; `callId` is the agent's own tool call that it happened in, if it is known. */
export type AgUiSink = (event: AGUIEvent, callId?: string) => void;

export interface SkillsetToAgUiOptions {
  /**
   * How a sub-agent is told: with the protocol's `SUBAGENT_*` events, or, for clients from before protocol 1.0, which fail
   * on events that they do not know, with activities of the type `skill_subagent`. Default `events`.
   */
  readonly subagents?: "events" | "activities";
  readonly now?: () => number;
}

/**
 * Tells what happens in a skillset as AG-UI events, in order, until the result is called. State changes become
 * `STATE_DELTA`, tool calls of sub-agents `ACTIVITY_SNAPSHOT`, all else `CUSTOM`. It sends no first snapshot.
 */
export function skillsetToAgUi(
  skillset: Pick<Skillset, "on">,
  sink: AgUiSink,
  { subagents = "events", now = Date.now }: SkillsetToAgUiOptions = {},
): () => void {
  const asEvents = subagents === "events";
  /** The agent's own call that a sub-agent's run belongs to. */
  const callOfRun = new Map<string, string>();
  /** What an activity said at its start. */
  const started = new Map<string, Record<string, unknown>>();

  const owner = (runId: string | undefined): { subagentRunId?: string } =>
    asEvents && runId !== undefined ? { subagentRunId: runId } : {};
  const callOf = (event: { readonly callId?: string; readonly runId?: string }): string | undefined =>
    event.runId === undefined ? event.callId : callOfRun.get(event.runId);

  const custom = (name: string, value: unknown): void =>
    sink({ type: EventType.CUSTOM, timestamp: now(), name, value: toJsonValue(value) });
  const activity = (activityType: string, messageId: string, content: Record<string, unknown>, runId: string): void =>
    sink(
      {
        type: EventType.ACTIVITY_SNAPSHOT,
        timestamp: now(),
        ...owner(runId),
        messageId,
        activityType,
        content,
        replace: true,
      },
      callOfRun.get(runId),
    );

  const listeners: { readonly [Name in keyof SkillsetEvents]?: (event: SkillsetEvents[Name]) => void } = {
    "state-changed": (event) => {
      const delta = [...event.patch];
      sink({ type: EventType.STATE_DELTA, timestamp: now(), ...owner(event.runId), delta }, callOf(event));
    },
    "tool-start": ({ id, tool, callId, runId, input }) => {
      // A call of the agent's own is part of its stream already.
      if (runId === undefined) return;
      const content = { skill: id, toolName: tool, toolCallId: callId, args: toJsonValue(input) };
      started.set(`${runId}\n${callId}`, content);
      activity("skill_tool_call", `${id}:${callId}`, content, runId);
    },
    "tool-end": ({ id, tool, callId, runId, output, error }) => {
      if (runId === undefined) return;
      const key = `${runId}\n${callId}`;
      const before = started.get(key) ?? { skill: id, toolName: tool, toolCallId: callId };
      started.delete(key);
      const content = error === undefined ? { ...before, result: toJsonValue(output) } : { ...before, error };
      activity("skill_tool_call", `${id}:${callId}`, content, runId);
    },
    "subagent-start": ({ id, runId, callId, request }) => {
      callOfRun.set(runId, callId);
      if (asEvents) {
        const about = { subagentRunId: runId, name: id, description: request, parentToolCallId: callId };
        sink({ type: EventType.SUBAGENT_STARTED, timestamp: now(), ...about }, callId);
      } else {
        const content = { skill: id, runId, toolCallId: callId, request };
        started.set(runId, content);
        activity("skill_subagent", `${id}:${runId}`, content, runId);
      }
    },
    "subagent-end": ({ id, runId, callId, text, error, requests, forced }) => {
      const counts = { ...(requests !== undefined && { requests }), ...(forced !== undefined && { forced }) };
      const about = { timestamp: now(), subagentRunId: runId, metadata: counts };
      if (!asEvents) {
        const outcome = error === undefined ? { text: text ?? "" } : { error };
        activity("skill_subagent", `${id}:${runId}`, { ...started.get(runId), ...outcome, ...counts }, runId);
      } else if (error !== undefined) sink({ type: EventType.SUBAGENT_ERROR, ...about, message: error }, callId);
      else sink({ type: EventType.SUBAGENT_FINISHED, ...about, result: text ?? "" }, callId);
      callOfRun.delete(runId);
      started.delete(runId);
    },
    custom: (event) => {
      const { id, tool, callId, runId, name, value } = event;
      const metadata = {
        skill: id,
        ...(tool !== undefined && { toolName: tool }),
        ...(callId !== undefined && { toolCallId: callId }),
      };
      const about = { timestamp: now(), ...owner(runId), metadata };
      sink({ type: EventType.CUSTOM, ...about, name, value: toJsonValue(value) }, callOf(event));
    },
    "skill-loaded": ({ id, digest, by, again }) => custom("skill_loaded", { skill: id, digest, by, again }),
    "script-start": ({ id, script, args }) => custom("script_start", { skill: id, script, args }),
    "script-end": ({ id, script, result, error }) =>
      custom("script_end", { skill: id, script, ...(error === undefined ? { result } : { error }) }),
    "approval-requested": ({ id, script, digest }) => custom("approval_requested", { skill: id, script, digest }),
  };
  const listen = <Name extends keyof SkillsetEvents>(name: Name): (() => void) => {
    const listener: ((event: SkillsetEvents[Name]) => void) | undefined = listeners[name];
    return listener === undefined ? () => undefined : skillset.on(name, listener);
  };
  const stops = (Object.keys(listeners) as (keyof SkillsetEvents)[]).map((name) => listen(name));
  return () => {
    for (const stop of stops) stop();
  };
}
