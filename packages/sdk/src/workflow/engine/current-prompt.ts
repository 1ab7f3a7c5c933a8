import type { PromptPiece, PromptReturn } from "../prompt/prompt-piece.ts";
import { jsonSchemaOfStep } from "../schema/json-schema-of-step.ts";
import type { SessionRun } from "./session-run.ts";
import { promptPieces } from "./show-session.ts";
import { visitAt } from "./visit.ts";
import type { CurrentPrompt } from "./workflow-engine.ts";

/**
 * The prompt that waits for an answer, in pieces; undefined at the end, while work goes on, for a step with parts, and where
 * it cannot be made: why, `resume` says.
 */
export async function currentPrompt(run: SessionRun): Promise<CurrentPrompt | undefined> {
  const { position, ended } = run.state;
  if (ended || !position || position.parts || position.finished) return undefined;
  try {
    const visit = await visitAt(run, position.step);
    const pieces = await promptPieces(run, visit);
    return {
      step: position.step,
      pieces: isList(pieces) ? pieces : [pieces],
      schema: jsonSchemaOfStep(visit.unit),
    };
  } catch {
    return undefined;
  }
}

function isList(pieces: PromptReturn): pieces is readonly PromptPiece[] {
  return Array.isArray(pieces);
}
