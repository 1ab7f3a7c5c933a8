import type { JsonSchema } from "../../core/code/code-tool.ts";
import { errorResult } from "../engine/failure.ts";
import type { EngineReply } from "../engine/workflow-engine.ts";
import type { CliResult, CompletedStep, ErrorResult, ParallelProgress } from "../results.ts";
import { toolHint } from "./tool-hint.ts";

/** What `start` and `advance` answer where a workflow is run by tool calls; keys are in the order of the wire format. */
export interface ToolReply {
  readonly session: string;
  readonly status: "prompt" | "done" | "error";
  readonly step?: string;
  readonly prompt?: string;
  readonly schema?: JsonSchema | null;
  readonly preamble?: string;
  readonly finalOutput?: unknown;
  readonly message?: string;
  readonly retry?: boolean;
  readonly code?: string;
  readonly hint?: string;
  readonly completed?: CompletedStep;
  readonly autoAdvanced?: readonly CompletedStep[];
  readonly parallel?: ParallelProgress;
}

/** An engine's reply for a tool call. */
export function toolReply({ session, result }: Pick<EngineReply, "session" | "result">): ToolReply {
  return { session, ...toldOf(session, result) };
}

function toldOf(session: string, result: CliResult): Omit<ToolReply, "session"> {
  switch (result.kind) {
    case "prompt": {
      const { step, prompt, schema, preamble, parallel } = result;
      const greeting = preamble !== undefined && { preamble };
      return {
        status: "prompt",
        step,
        prompt,
        schema,
        ...greeting,
        ...finished(result),
        ...(parallel && { parallel }),
      };
    }
    case "done":
      return { status: "done", finalOutput: result.finalOutput, ...finished(result) };
    case "error": {
      const { step, message, retry, code } = result;
      const hint = toolHint(code, session) ?? result.hint;
      return { status: "error", step, message, retry, code, ...(hint !== undefined && { hint }), ...finished(result) };
    }
    case "redirect":
      // Only an engine that was told not to follow sub-skills gives it, and nobody tells one so here.
      return toldOf(session, errorResult("next-unknown", result.completed.step, `"${result.redirect}" leads nowhere.`));
  }
}

/** A refusal that the engine did not see. */
export function refusal(session: string, code: ErrorResult["code"], message: string): ToolReply {
  return toolReply({ session, result: errorResult(code, "", message) });
}

function finished({ completed, autoAdvanced }: Pick<ErrorResult, "completed" | "autoAdvanced">): Partial<ToolReply> {
  return { ...(completed && { completed }), ...(autoAdvanced && { autoAdvanced }) };
}
