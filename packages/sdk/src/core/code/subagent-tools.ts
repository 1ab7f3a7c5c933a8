import { SkillError } from "../errors.ts";
import { messageOf } from "../message-of.ts";
import { quoteText } from "../skillset/escape.ts";
import { readSkillFileTool } from "../skillset/read-skill-file-tool.ts";
import { runSkillScriptTool, type ScriptPolicy } from "../skillset/run-skill-script-tool.ts";
import type { SkillTool } from "../skillset/skill-tool.ts";
import type { SkillsetSession } from "../skillset/skillset-session.ts";
import { callCodeTool } from "./call-code-tool.ts";
import { nameUnlockable } from "../skillset/unlocked-tools.ts";
import { createCallId } from "./call-id.ts";
import type { SkillDefinition } from "./skill-definition.ts";
import { type ListedTool, listCodeTools } from "./list-code-tools.ts";

/** Times in a row that a tool may fail again before the run ends. */
const retries = 3;

export interface SubagentToolsOptions {
  readonly id: string;
  /** The skill as the run began with it. */
  readonly definition: SkillDefinition | undefined;
  readonly runId: string;
  readonly deps: unknown;
  readonly scripts: ScriptPolicy | undefined;
  readonly signal: AbortSignal;
}

export interface SubagentTools {
  readonly tools: readonly SkillTool[];
  /** The skill's own among them. */
  readonly listed: readonly ListedTool[];
  /** Tools that could not be had, in words. */
  readonly missing: readonly string[];
}

/** All that a sub-agent can do: its skill's tools, and those for the skill's files and scripts. */
export async function subagentTools(
  session: SkillsetSession,
  { id, runId, definition, deps, scripts, signal }: SubagentToolsOptions,
): Promise<SubagentTools> {
  const entry = session.allowed.get(id);
  const alone: SkillsetSession = {
    ...session,
    allowed: new Map(entry === undefined ? [] : [[id, entry]]),
    forModel: [id],
    listed: [id],
    preloaded: new Set(),
  };
  const { tools: listed, missing } =
    definition === undefined
      ? { tools: [], missing: [] }
      : await listCodeTools(session.code, id, definition, { signal });
  const failures = new Map<string, number>();
  // Names of a toolset may be such as no provider takes. One that is called as a tool of ours takes its place.
  const named = nameUnlockable(
    listed.map((tool) => ({ id, tool })),
    new Set(),
  );
  const own = named.map(({ name, called, description, inputSchema }): SkillTool => ({
    name: called,
    description: quoteText(description),
    inputSchema,
    execute: async (input, { callId = createCallId(), signal: call } = {}) => {
      const { text, failed, failure } = await callCodeTool(session.code, {
        id,
        tool: name,
        input,
        callId,
        runId,
        definition,
        live: { deps },
        signal: call === undefined ? signal : AbortSignal.any([call, signal]),
      });
      if (failed) assertRetry(id, name, failures, failure);
      else failures.delete(name);
      return text;
    },
  }));
  const files = await session.registry.files(id, { signal });
  const taken = new Set(own.map(({ name }) => name));
  const bundled = [
    ...(files.length === 0 ? [] : [readSkillFileTool(alone)]),
    ...(scripts !== undefined && files.some(({ path }) => path.startsWith("scripts/"))
      ? [runSkillScriptTool(alone, scripts)]
      : []),
  ];
  const others = bundled.filter(({ name }) => !taken.has(name)).map((tool) => withinRun(tool, signal));
  return { tools: [...own, ...others], listed, missing };
}

/** A tool that ends with the run, whatever signal it is given. */
function withinRun(tool: SkillTool, signal: AbortSignal): SkillTool {
  return {
    ...tool,
    execute: async (input, options = {}) => {
      signal.throwIfAborted();
      const call = options.signal;
      return tool.execute(input, { ...options, signal: call === undefined ? signal : AbortSignal.any([call, signal]) });
    },
  };
}

/** A limit that was reached further down is no mistake that the model could mend, and ends this run as it is. */
function assertRetry(id: string, name: string, failures: Map<string, number>, failure: unknown): void {
  if (isLimit(failure)) throw failure;
  const times = (failures.get(name) ?? 0) + 1;
  failures.set(name, times);
  if (times <= retries) return;
  throw new SkillError(
    "tool-failed",
    `The tool "${name}" failed ${times} times in a row, last: ${messageOf(failure)}`,
    {
      facts: { skill: id, tool: name, times },
      cause: failure,
    },
  );
}

function isLimit(failure: unknown): boolean {
  if (failure instanceof AggregateError) return failure.errors.some(isLimit);
  return SkillError.is(failure, "request-limit");
}
