import type { Handshake } from "../../workflow/hosts/host.ts";
import type { WorkflowDefinition } from "../../workflow/define/workflow-definition.ts";
import { placeAt } from "../../workflow/engine/workflow-map.ts";
import { maskValues, redact } from "../secrets/redact.ts";
import { redactAnswer } from "../secrets/redact-result.ts";
import type { OutputMode } from "./file-marks.ts";

// The lines of the file that an agent reads. Values and messages are told without what schemas mark as secret; that is in the
// journal and in the marks. What an agent wrote into the file itself, and what a prompt says, stays as it is.

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
  secrets: ReadonlySet<unknown>,
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
    params: maskValues(redact(schema, params ?? {}).value, secrets),
    createdAt,
    outputMode,
  });
}

/** An answer that came as a flag; null in the place of one so deep that it cannot be told, which no step has taken. */
export function outputLine(
  definition: WorkflowDefinition,
  { step, output }: { readonly step: string; readonly output: unknown },
  secrets: ReadonlySet<unknown>,
): string {
  try {
    const told = maskValues(redactAnswer(definition, step, output).value, secrets);
    return JSON.stringify({ type: "output", step, output: told });
  } catch {
    return JSON.stringify({ type: "output", step, output: null });
  }
}

/** A result without secrets; `type` mirrors `kind`. The preamble is long, and stands behind what the step is about. */
export function resultLine(result: { readonly kind: string; readonly preamble?: string }): string {
  const { preamble, ...rest } = result;
  return JSON.stringify({ type: result.kind, ...rest, preamble });
}
