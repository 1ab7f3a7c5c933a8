import { SkillError } from "../errors.ts";
import { messageOf } from "../message-of.ts";
import { mention, quoteText } from "../skillset/escape.ts";
import type { DelegatePolicy } from "../skillset/delegate-tool.ts";
import type { SkillsetSession } from "../skillset/skillset-session.ts";
import { waitFor } from "../source/wait-for.ts";
import { createCallId } from "./call-id.ts";
import { definitionNow } from "./definition-now.ts";
import type { SkillDefinition } from "./skill-definition.ts";
import { subagentInstructions } from "./subagent-instructions.ts";
import type { SubagentRequest, SubagentResult } from "./subagent-runner.ts";
import { subagentTools } from "./subagent-tools.ts";
import { withLifespan } from "./with-lifespan.ts";

/** Requests that a sub-agent may make unless its skill says otherwise. */
const defaultRequestLimit = 20;

export interface SubagentTask {
  readonly id: string;
  readonly request: string;
  readonly callId: string;
  readonly signal: AbortSignal | undefined;
}

/** Has a task done by a sub-agent, and words what became of it for the model that asked. Throws if called off. */
export async function runSubagent(
  session: SkillsetSession,
  policy: DelegatePolicy,
  { id, request, callId, signal: given }: SubagentTask,
): Promise<string> {
  const signal = given ?? new AbortController().signal;
  const runId = createCallId();
  const { events } = session;
  const who = { id, runId, callId };
  events.emit("subagent-start", { ...who, request });
  try {
    signal.throwIfAborted();
    const { text, requests, forced } = await run(session, policy, { id, request, runId, signal });
    events.emit("subagent-end", { ...who, text, requests, forced });
    return text.trim() === "" ? `The skill "${mention(id)}" gave no answer.` : quoteText(text);
  } catch (failure) {
    const error = `The skill "${mention(id)}" could not do it: ${mention(messageOf(failure), 1000)}`;
    events.emit("subagent-end", { ...who, error });
    signal.throwIfAborted();
    return error;
  }
}

interface Run {
  readonly id: string;
  readonly runId: string;
  readonly request: string;
  readonly signal: AbortSignal;
}

async function run(
  session: SkillsetSession,
  { runner, model: fallback, scripts }: DelegatePolicy,
  { id, request, runId, signal: outer }: Run,
): Promise<SubagentResult> {
  const current = session.code.definitions.get(id);
  // As it is now: it may be reconfigured while it runs.
  const definition: SkillDefinition | undefined = current === undefined ? undefined : definitionNow(current);
  const { thinking, requestLimit = defaultRequestLimit, forceFinalAnswer = true } = definition ?? {};
  const model = definition?.model ?? fallback;
  return withLifespan(session.code, { id, runId, definition, signal: outer }, async (deps) => {
    // Tools end with the run: what they need is torn down after it.
    const run = new AbortController();
    const signal = AbortSignal.any([outer, run.signal]);
    try {
      const able = await subagentTools(session, { id, runId, definition, deps, scripts, signal });
      const task: SubagentRequest = {
        skill: id,
        runId,
        request,
        tools: able.tools,
        instructions: await subagentInstructions(session, id, { ...able, body: definition?.body }, signal),
        requestLimit,
        forceFinalAnswer,
        signal,
        ...(model !== undefined && { model }),
        ...(thinking !== undefined && { thinking }),
      };
      // Whoever runs it may not look at the signal.
      const result = await waitFor((async () => runner.run(task))(), outer);
      if (typeof result?.text === "string") return result;
      throw new SkillError("subagent-failed", "The runner of sub-agents gave no answer.", { facts: { skill: id } });
    } finally {
      run.abort(new SkillError("subagent-failed", `The run of the skill "${id}" is over.`));
    }
  });
}
