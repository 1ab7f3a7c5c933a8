import { asSchema, generateId, type ToolSet } from "ai";
import type { Toolset, ToolsetCallOptions } from "../../core/code/toolset.ts";
import { SkillError } from "../../core/errors.ts";
import { untilAborted } from "./until-aborted.ts";

/** What else there is to say about a toolset. */
export interface AiToolsetOptions {
  /** Names the toolset in messages. */
  readonly label?: string | undefined;
}

/** What is used of a tool, in every version. */
interface AnyTool {
  readonly description?: unknown;
  readonly inputSchema: Parameters<typeof asSchema>[0];
  readonly execute?: ((input: unknown, options: CallOptions) => unknown) | undefined;
  readonly needsApproval?: boolean | ((input: unknown, options: CallOptions) => unknown) | undefined;
}

interface CallOptions {
  readonly toolCallId: string;
  readonly messages: [];
  readonly abortSignal?: AbortSignal;
}

/**
 * Tools of the AI SDK for a skill, static and dynamic ones. Tools that nobody here could run are left out: those without
 * `execute`, and those that always need an approval. One that decides on its approval by the input is listed, and
 * refuses (`approval-denied`) what it would ask somebody about.
 */
export function aiToolset(tools: ToolSet, { label }: AiToolsetOptions = {}): Toolset {
  return {
    ...(label !== undefined && { label }),
    list: async ({ signal } = {}) => {
      signal?.throwIfAborted();
      return Promise.all(
        usableTools(tools).map(async ([name, { description, inputSchema }]) => ({
          name,
          ...(typeof description === "string" && { description }),
          inputSchema: { ...(await asSchema(inputSchema).jsonSchema) },
        })),
      );
    },
    call: async (name, input, options = {}) => {
      const tool = usableTools(tools).find(([each]) => each === name)?.[1];
      if (tool === undefined) throw failed(name, "there is no such tool");
      options.signal?.throwIfAborted();
      return untilAborted(options.signal, callTool(name, tool, input, options));
    },
  };
}

function usableTools(tools: ToolSet): [string, AnyTool][] {
  const all = Object.entries(tools) as unknown as [string, AnyTool][];
  return all.filter(([, { execute, needsApproval }]) => execute !== undefined && needsApproval !== true);
}

async function callTool(
  name: string,
  tool: AnyTool,
  given: unknown,
  { signal, callId = generateId() }: ToolsetCallOptions,
): Promise<unknown> {
  const checked = await asSchema(tool.inputSchema).validate?.(given);
  if (checked?.success === false) throw failed(name, `its input does not fit: ${checked.error.message}`, checked.error);
  const input: unknown = checked === undefined ? given : checked.value;
  const options: CallOptions = {
    toolCallId: callId,
    messages: [],
    ...(signal !== undefined && { abortSignal: signal }),
  };
  if (typeof tool.needsApproval === "function" && (await tool.needsApproval(input, options)) !== false) {
    const message = `The tool "${name}" was not called: this call needs an approval, and nobody can be asked here.`;
    throw new SkillError("approval-denied", message, { facts: { tool: name } });
  }
  signal?.throwIfAborted();
  const output = tool.execute?.(input, options);
  if (!isAsyncIterable(output)) return output;
  // What comes before the last value is only for showing.
  let last: unknown;
  for await (const part of output) {
    signal?.throwIfAborted();
    last = part;
  }
  return last;
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}

function failed(tool: string, reason: string, cause?: unknown): SkillError {
  return new SkillError("tool-failed", `The tool "${tool}" could not be called: ${reason}.`, {
    facts: { tool },
    cause,
  });
}
