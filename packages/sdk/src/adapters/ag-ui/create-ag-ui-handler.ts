import type { RunAgentInput } from "@ag-ui/core";
import type { ModelMessage, ToolSet } from "ai";
import type { AgentDefinition } from "../../core/code/define-agent.ts";
import { reservedToolNames } from "../../core/skillset/tool-names.ts";
import type { RunAgentOptions } from "../ai-sdk/agent-options.ts";
import { streamAgent } from "../ai-sdk/stream-agent.ts";
import { agUiEvents } from "./ag-ui-events.ts";
import { agUiToModelMessages, type AgUiMessageOptions } from "./ag-ui-to-model-messages.ts";
import { clientTools } from "./client-tools.ts";
import { problemResponse, RequestProblem } from "./problem.ts";
import { readRunInput } from "./read-run-input.ts";
import { sseResponse } from "./sse-response.ts";

/** Options of a run that can differ from one request to the next. */
export type AgUiRunOptions<Context = unknown> = Omit<RunAgentOptions<Context>, "skillset">;

export interface AgUiHandlerOptions<Context = unknown>
  extends AgUiRunOptions<Context>, Pick<AgUiMessageOptions, "clientInstructions"> {
  readonly agent: AgentDefinition<ToolSet>;
  /** Decides on each request before its body is read: false is answered with 401, a `Response` is the answer. Default: all may. */
  authorize?(request: Request): boolean | Response | Promise<boolean | Response>;
  /**
   * Options for one request alone, such as who asks; they go before the others. A `state` among them is the state,
   * whatever the client sent; one among the others is for clients that send none.
   */
  perRun?(request: Request, input: RunAgentInput): AgUiRunOptions<Context> | Promise<AgUiRunOptions<Context>>;
  /** What the model gets of the client's messages. Default: `agUiToModelMessages`. */
  messages?(input: RunAgentInput): ModelMessage[];
  /** Whether the client may bring tools along. Default true. */
  readonly allowClientTools?: boolean;
  /** Told what went wrong. A text that it returns is told to the client of a run, which else gets words of ours alone. */
  onError?(error: unknown, request: Request): string | void;
  /** Default 4 MiB. */
  readonly maxBodyBytes?: number;
  /** Milliseconds that the body of a request may take to come. Default 30 000. */
  readonly bodyTimeout?: number;
  /** Milliseconds between two signs of life on a silent line; 0 for none. Default 15 000. */
  readonly heartbeat?: number;
  /** Milliseconds after which a client that leaves unread what it was sent counts as gone; 0 for never. Default 60 000. */
  readonly stall?: number;
  /** Milliseconds that a cancelled run has to come to its end. Default 2000. */
  readonly grace?: number;
}

/** Answers a request for a run with its events. */
export type AgUiHandler = (request: Request) => Promise<Response>;

/** Serves an agent over AG-UI. Each request has a skillset and a state of its own: what a client sent, and nobody else's. */
export function createAgUiHandler<Context = unknown>(options: AgUiHandlerOptions<Context>): AgUiHandler {
  const { maxBodyBytes = 4 * 1024 * 1024, bodyTimeout = 30_000 } = options;
  return async (request) => {
    try {
      const allowed = (await options.authorize?.(request)) ?? true;
      if (allowed instanceof Response) return allowed;
      if (!allowed) throw new RequestProblem({ code: "not-authorized", message: "This request is not authorized." });
      const input = await readRunInput(request, { maxBodyBytes, bodyTimeout });
      return await answer(request, input, options);
    } catch (error) {
      if (error instanceof RequestProblem) return problemResponse(error.problem);
      try {
        options.onError?.(error, request);
      } catch {
        // The answer is the same.
      }
      return problemResponse({ code: "internal", message: "The request could not be answered." });
    }
  };
}

async function answer<Context>(
  request: Request,
  input: RunAgentInput,
  options: AgUiHandlerOptions<Context>,
): Promise<Response> {
  const { heartbeat = 15_000, stall = 60_000, grace, clientInstructions = "user" } = options;
  const agent = withClientTools(options.agent, input, options.allowClientTools ?? true);
  // What else is among the options is not looked at by those who run it.
  const own = await options.perRun?.(request, input);
  const run: AgUiRunOptions<Context> = { ...options, ...own };
  const ownState = own?.state === undefined ? {} : { state: own.state };
  const { context } = input;
  const messages = options.messages?.(input) ?? agUiToModelMessages(input.messages, { context, clientInstructions });
  const events = agUiEvents({
    input,
    ...(run.signal !== undefined && { signal: run.signal }),
    ...(grace !== undefined && { grace }),
    onError: (error) => options.onError?.(error, request),
    start: ({ signal, onSkillset, ...state }) =>
      streamAgent(agent, messages, {
        ...run,
        ...state,
        ...ownState,
        signal,
        onSkillset: (skillset) => {
          onSkillset(skillset);
          run.onSkillset?.(skillset);
        },
      }),
  });
  return sseResponse(events, { heartbeat, stall, signal: request.signal });
}

/** The agent, with the tools that this client brings along. None of them takes the place of one that runs here. */
function withClientTools(
  agent: AgentDefinition<ToolSet>,
  { tools }: RunAgentInput,
  isAllowed: boolean,
): AgentDefinition<ToolSet> {
  if (tools.length === 0) return agent;
  if (!isAllowed) {
    const message = "This agent takes no tools of its client.";
    throw new RequestProblem({ code: "input-invalid", message, path: "tools" });
  }
  const names = new Set([...reservedToolNames, ...Object.keys(agent.tools ?? {})]);
  for (const [at, { name }] of tools.entries()) {
    if (names.has(name)) {
      const message = `The name "${name}" of a tool is taken.`;
      throw new RequestProblem({ code: "tool-name-taken", message, path: `tools.${at}.name` });
    }
    names.add(name);
  }
  return { ...agent, tools: { ...agent.tools, ...clientTools(tools) } };
}
