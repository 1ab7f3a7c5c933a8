import { generateText, type LanguageModel, type ModelMessage } from "ai";
import type { SkillModel } from "../../core/code/skill-definition.ts";
import type { SubagentRequest, SubagentResult, SubagentRunner } from "../../core/code/subagent-runner.ts";
import { SkillError } from "../../core/errors.ts";
import { chooseSkillModel, type Environment, type ResolveModel } from "./choose-model.ts";
import { guardTools } from "./guard-tools.ts";
import { responseMessages, withObjectInputs } from "./response-messages.ts";
import { thinkingSettings } from "./thinking-settings.ts";
import { untilAborted } from "./until-aborted.ts";

/** How sub-agents get their models. */
export interface AiSubagentsOptions {
  /** The caller's: for skills that ask for none, where neither the skillset nor the environment names one. */
  readonly model?: SkillModel | undefined;
  /** Where `TRADECRAFT_SKILL_MODEL` is looked up. Default: the environment of the process, if there is one. */
  readonly env?: Environment | undefined;
  /** Makes a model of its name. Default: names are left to the AI SDK's global provider. */
  readonly resolveModel?: ResolveModel | undefined;
  /** How often the AI SDK repeats a request that failed for the moment; not counted as requests. Default: its own. */
  readonly maxRetries?: number | undefined;
}

/** Runs sub-agents with the AI SDK, for `createSkillset(…, { mode: "subagent", subagents: aiSubagents({ model }) })`. */
export function aiSubagents(options: AiSubagentsOptions = {}): SubagentRunner {
  return {
    run: async (request) => {
      request.signal.throwIfAborted();
      return untilAborted(request.signal, runSubagent(request, options));
    },
  };
}

const lastWord =
  "You have used up the requests for this task and cannot call tools any more. Answer the request now from what you have found so far, and say what is missing.";

async function runSubagent(request: SubagentRequest, options: AiSubagentsOptions): Promise<SubagentResult> {
  const { skill, instructions, requestLimit: limit, thinking } = request;
  const { maxRetries } = options;
  const model: LanguageModel = await chooseSkillModel(skill, request.model, options);
  const { tools, signal, throwIfFailed } = guardTools(request.tools, request.signal);
  const question: ModelMessage = { role: "user", content: request.request };
  const settings = {
    model,
    system: instructions,
    abortSignal: signal,
    ...(maxRetries !== undefined && { maxRetries }),
    ...thinkingSettings(thinking, model),
  };

  signal.throwIfAborted();
  let isAtLimit = false;
  const work = generateText({
    ...settings,
    messages: [question],
    tools,
    prepareStep: ({ messages }) => ({ messages: withObjectInputs(messages) }),
    // Only asked when there would be another request.
    stopWhen: ({ steps }) => (isAtLimit = steps.length >= limit),
  });
  const result = await work.catch((error: unknown) => {
    throwIfFailed();
    throw error;
  });
  throwIfFailed();
  const requests = result.steps.length;
  if (!isAtLimit) return { text: result.text, requests, forced: false };
  if (!request.forceFinalAnswer) {
    const message = `The skill "${skill}" made ${limit} requests to its model, and was not done.`;
    throw new SkillError("request-limit", message, { facts: { skill, limit } });
  }

  signal.throwIfAborted();
  // Without tools: a model then cannot call any, whatever its provider makes of `toolChoice`.
  const { text } = await generateText({
    ...settings,
    messages: [question, ...withObjectInputs(responseMessages(result)), { role: "user", content: lastWord }],
  });
  return { text, requests: requests + 1, forced: true };
}
