import { type ModelMessage, streamText, type ToolSet } from "ai";
import type { AgentDefinition } from "../../core/code/define-agent.ts";
import type { Skillset } from "../../core/skillset/skillset.ts";
import type { AgentInput, AgentResult, RunAgentOptions } from "./agent-options.ts";
import { prepareAgent } from "./prepare-agent.ts";
import { untilAborted } from "./until-aborted.ts";

/** What `streamText` returns, in the version in use. */
export type AgentStreamResult = ReturnType<typeof streamText>;

/** A run that has begun. */
export interface AgentStream {
  readonly skillset: Skillset;
  /** For what the AI SDK makes of a stream, such as `toUIMessageStream()`. */
  readonly result: AgentStreamResult;
  readonly fullStream: AgentStreamResult["fullStream"];
  /** The answer; rejects as `done` does. */
  readonly text: PromiseLike<string>;
  /** What `runAgent` would have returned. Rejects with the run's error or the signal's reason; need not be looked at. */
  readonly done: Promise<AgentResult>;
}

/** As `runAgent`, for those who want to see it happen. Resolves once the run begins; it goes on whether it is read or not. */
export async function streamAgent<Context = unknown>(
  agent: AgentDefinition<ToolSet>,
  input: AgentInput,
  options: RunAgentOptions<Context> = {},
): Promise<AgentStream> {
  const { skillset, settings } = await prepareAgent(agent, input, options);
  const failures: unknown[] = [];
  const result = streamText({ ...settings, onError: ({ error }) => void failures.push(error) });

  const finish = async (): Promise<AgentResult> => {
    const messages = allMessages(result);
    try {
      const [text, steps, added] = await Promise.all([result.text, result.steps, messages]);
      // A stream that broke off after a whole step still has these.
      if (failures.length === 0) {
        const state = skillset.state.snapshot();
        return { text, messages: [...settings.messages, ...added], state, skillset, steps };
      }
    } catch (error) {
      if (failures.length === 0) throw error;
    }
    throw failures[0];
  };
  const done = untilAborted(options.signal, finish());
  const text = done.then((end) => end.text);
  // Whoever reads the stream has seen the error there.
  for (const promise of [done, text]) promise.catch(() => undefined);
  return {
    skillset,
    result,
    // Each look at it is a stream of its own.
    get fullStream() {
      return result.fullStream;
    },
    text,
    done,
  };
}

/** Version 7 has the messages of all steps in a place of their own. */
async function allMessages(result: AgentStreamResult): Promise<readonly ModelMessage[]> {
  const all = (result as { responseMessages?: PromiseLike<readonly ModelMessage[]> }).responseMessages;
  return all ?? (await result.response).messages;
}
