import { generateText, type ToolSet } from "ai";
import type { AgentDefinition } from "../../core/code/define-agent.ts";
import type { AgentInput, AgentResult, RunAgentOptions } from "./agent-options.ts";
import { prepareAgent } from "./prepare-agent.ts";
import { responseMessages } from "./response-messages.ts";
import { untilAborted } from "./until-aborted.ts";

/** Runs an agent to its answer, with the skills that it names and no others. Rejects with the signal's reason. */
export async function runAgent<Context = unknown>(
  agent: AgentDefinition<ToolSet>,
  input: AgentInput,
  options: RunAgentOptions<Context> = {},
): Promise<AgentResult> {
  const { skillset, settings } = await prepareAgent(agent, input, options);
  const result = await untilAborted(options.signal, generateText(settings));
  return {
    text: result.text,
    messages: [...settings.messages, ...responseMessages(result)],
    state: skillset.state.snapshot(),
    skillset,
    steps: result.steps,
  };
}
