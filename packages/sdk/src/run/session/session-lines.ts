import type { Handshake } from "../../workflow/hosts/host.ts";
import type { WorkflowDefinition } from "../../workflow/define/workflow-definition.ts";
import { placeAt } from "../../workflow/engine/workflow-map.ts";
import { redact } from "../secrets/redact.ts";
import { redactAnswer, redactResult } from "../secrets/redact-result.ts";
import type { OutputMode } from "./file-marks.ts";

// The lines of the file that an agent reads. Secrets are in the journal only.

/** The first line. */
export function headerLine(
  definition: WorkflowDefinition,
  header: {
    readonly session: string;
    readonly handshake: Handshake;
    readonly params: unknown;
    readonly subskill?: string | undefined;
    readonly createdAt: string;
    readonly outputMode: OutputMode;
  },
): string {
  const { session, handshake, params, subskill = "", createdAt, outputMode } = header;
  const { host, tools, isSubagent } = handshake;
  const schema = placeAt(definition, subskill)?.definition.params;
  return JSON.stringify({
    type: "header",
    sessionId: session,
    skill: definition.name,
    host,
    ...(tools && { tools }),
    ...(isSubagent && { isSubagent }),
    params: redact(schema, params ?? {}).value,
    createdAt,
    outputMode,
  });
}

/** An answer that came as a flag; null in the place of one so deep that it cannot be told, which no step has taken. */
export function outputLine(definition: WorkflowDefinition, step: string, output: unknown): string {
  try {
    return JSON.stringify({ type: "output", step, output: redactAnswer(definition, step, output).value });
  } catch {
    return JSON.stringify({ type: "output", step, output: null });
  }
}

/** A result; `type` mirrors `kind`. */
export function resultLine(definition: WorkflowDefinition, result: { readonly kind: string }): string {
  return JSON.stringify({ type: result.kind, ...redactResult(definition, result) });
}
