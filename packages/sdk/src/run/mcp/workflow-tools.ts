import type { InputRequiredResult, ServerContext } from "@modelcontextprotocol/server";
import type { WorkflowDefinition } from "../../workflow/define/workflow-definition.ts";
import type { EngineReply, WorkflowEngine } from "../../workflow/engine/workflow-engine.ts";
import {
  type AdvanceCall,
  advanceByTool,
  type StartCall,
  startByTool,
  statusByTool,
} from "../../workflow/tools/tool-calls.ts";
import { advanceInput, startInput, statusInput } from "../../workflow/tools/tool-inputs.ts";
import { refusal, toolReply, type ToolReply } from "../../workflow/tools/tool-reply.ts";
import type { CallingClient } from "./calling-client.ts";
import { readAskState } from "./elicit/ask-state.ts";
import { askAgain, askOn, type Asking } from "./elicit/ask-user.ts";
import { hostOfClient } from "./host-of-client.ts";
import { replySchema, statusSchema } from "./output-schemas.ts";
import type { WorkflowServerOptions } from "./server-options.ts";
import type { ServedTool } from "./served-tool.ts";
import type { SessionKeeper } from "./session-keeper.ts";
import { resultOf, thrownReply } from "./tool-result.ts";

/** What the tools of a workflow work with. */
export interface WorkflowDesk {
  readonly definition: WorkflowDefinition;
  readonly engine: WorkflowEngine;
  readonly keeper: SessionKeeper;
  readonly options: WorkflowServerOptions;
  readonly elicitationTimeout: number;
}

interface Caller {
  readonly client: CallingClient;
  readonly context: ServerContext;
}

/** The tools that run a workflow. */
export function workflowTools(desk: WorkflowDesk): readonly ServedTool[] {
  const { definition, engine, options } = desk;
  const guarded =
    (work: (given: Readonly<Record<string, unknown>>, caller: Caller) => Promise<ToolReply | InputRequiredResult>) =>
    async (given: Readonly<Record<string, unknown>>, caller: Caller) => {
      try {
        const told = await work(given, caller);
        return "inputRequests" in told || "requestState" in told ? told : resultOf(told as ToolReply);
      } catch (error) {
        if (caller.context.mcpReq.signal.aborted) throw error;
        const { session } = given;
        return resultOf(thrownReply(typeof session === "string" ? session : "", error, options.onError));
      }
    };
  return [
    {
      name: "start",
      title: `Start ${definition.name}`,
      description: `Begins the workflow "${definition.name}", or takes up a session again. Shows the step to do, and how prompts are to be read.`,
      inputSchema: startInput(definition),
      outputSchema: replySchema,
      annotations: { readOnlyHint: false, destructiveHint: false },
      call: guarded((given, caller) => start(desk, given, caller)),
    },
    {
      name: "advance",
      title: "Answer the current step",
      description:
        "Answers the current step of a session. Shows the next step, the end, or what is wrong with the answer.",
      inputSchema: advanceInput(),
      outputSchema: replySchema,
      annotations: { readOnlyHint: false, destructiveHint: isDestructive(definition) },
      call: guarded((given, caller) => advance(desk, given as unknown as AdvanceCall, caller)),
    },
    {
      name: "status",
      title: "Where a session stands",
      description: "Says where a session stands, and changes nothing.",
      inputSchema: statusInput(),
      outputSchema: statusSchema,
      annotations: { readOnlyHint: true },
      call: guarded((given) => statusByTool(engine, definition, String(given["session"]))),
    },
  ];
}

async function start(desk: WorkflowDesk, given: StartCall, caller: Caller): Promise<ToolReply | InputRequiredResult> {
  const again = await asked(desk, caller);
  if (again) return again;
  const { definition, engine, keeper, options } = desk;
  const { tools, isSubagent, host = hostOfClient(caller.client.name, definition.hosts) } = options;
  const handshake = { host, ...(tools && { tools }), ...(isSubagent === true && { isSubagent }) };
  const { signal } = caller.context.mcpReq;
  const { session } = given;
  const begin = (): Promise<EngineReply> => startByTool(engine, given, { ...handshake, signal });
  const isOld = session !== undefined && (await isKnown(engine, session));
  const reply = isOld ? await begin() : await keeper.begin(begin);
  if (!reply)
    return {
      ...refusal("", "usage", "There are too many sessions."),
      hint: "Go on with one that was begun, or try again later: finished ones make room.",
    };
  if (!isOld && reply.sequence > 0) keeper.add(reply.session);
  return goOn(desk, caller, reply, false);
}

async function advance(
  desk: WorkflowDesk,
  given: AdvanceCall,
  caller: Caller,
): Promise<ToolReply | InputRequiredResult> {
  const again = await asked(desk, caller);
  if (again) return again;
  const { signal } = caller.context.mcpReq;
  return goOn(desk, caller, await advanceByTool(desk.engine, desk.definition, given, signal), true);
}

/** The rest of a call whose user was asked something; undefined for any other call. */
async function asked(desk: WorkflowDesk, caller: Caller): Promise<ToolReply | InputRequiredResult | undefined> {
  const state = readAskState(caller.context.mcpReq.requestState());
  return state && kept(desk, await askAgain(askingOf(desk, caller), state));
}

async function goOn(
  desk: WorkflowDesk,
  caller: Caller,
  reply: EngineReply,
  isAnswer: boolean,
): Promise<ToolReply | InputRequiredResult> {
  desk.keeper.use(reply.session, reply.result.kind === "done");
  const { elicitation = "auto" } = desk.options;
  if (elicitation === "never" || !caller.client.offersForms) return toolReply(reply);
  return kept(desk, await askOn(askingOf(desk, caller), reply, isAnswer));
}

function kept({ keeper }: WorkflowDesk, told: ToolReply | InputRequiredResult): ToolReply | InputRequiredResult {
  if ("status" in told && told.status === "done") keeper.use(String(told.session), true);
  return told;
}

function askingOf({ engine, options, elicitationTimeout }: WorkflowDesk, { client, context }: Caller): Asking {
  const always = options.elicitation === "always";
  return { engine, context, isModern: client.isModern, always, timeout: elicitationTimeout };
}

async function isKnown(engine: WorkflowEngine, session: string): Promise<boolean> {
  return engine.status({ session }).then(
    () => true,
    () => false,
  );
}

function isDestructive({ steps, subskills }: WorkflowDefinition): boolean {
  return (
    Object.values(steps).some(
      ({ destructive, action }) => destructive ?? (typeof action === "object" && action.run.destructive === true),
    ) || Object.values(subskills).some(({ definition }) => isDestructive(definition))
  );
}
