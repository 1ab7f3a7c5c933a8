import type { SkillTool } from "../../core/skillset/skill-tool.ts";
import { type SkillToolSet, toAiTool } from "./skill-tools.ts";

/** Tools whose errors end the run that they are part of. */
export interface GuardedTools {
  readonly tools: SkillToolSet;
  /** Aborted with the run, and by the first tool that throws. */
  readonly signal: AbortSignal;
  /** Throws what the tools threw: the error itself, or an `AggregateError` of several. */
  readonly throwIfFailed: () => void;
}

/** The AI SDK shows the errors of tools to the model and goes on; here they are kept, and the run is called off. */
export function guardTools(tools: readonly SkillTool[], outer: AbortSignal): GuardedTools {
  const failed = new AbortController();
  const failures = new Set<unknown>();
  const signal = AbortSignal.any([outer, failed.signal]);

  const guard = (tool: SkillTool): SkillTool => ({
    ...tool,
    execute: async (input, options) => {
      // A model may have answered after the run was called off.
      signal.throwIfAborted();
      try {
        return await tool.execute(input, { ...options, signal });
      } catch (error) {
        if (!signal.aborted || !isAbortError(error)) failures.add(error);
        failed.abort(error);
        throw error;
      }
    },
  });

  // Without a prototype: versions 5 and 6 take `constructor` for the name of a tool otherwise.
  const guarded = Object.create(null) as SkillToolSet;
  for (const tool of tools) guarded[tool.name] = toAiTool(guard(tool));
  return {
    tools: guarded,
    signal,
    throwIfFailed: () => {
      const errors = [...failures];
      if (errors.length === 1) throw errors[0];
      if (errors.length > 1) throw new AggregateError(errors, `${errors.length} tools failed at the same time.`);
    },
  };
}

function isAbortError(error: unknown): boolean {
  return typeof error === "object" && error !== null && "name" in error && error.name === "AbortError";
}
