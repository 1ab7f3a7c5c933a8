import type { JsonSchema } from "../../core/code/code-tool.ts";
import { jsonSchemaOf } from "../../core/code/standard-schema.ts";
import type { WorkflowDefinition } from "../define/workflow-definition.ts";

/** JSON Schema of a tool's input. */
export interface ToolInput {
  readonly type: "object";
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly required: readonly string[];
  readonly additionalProperties: false;
}

/** What `start` takes. */
export function startInput(definition: WorkflowDefinition): ToolInput {
  const names = Object.keys(definition.subskills);
  return input({
    params: paramsSchema(definition),
    ...(names.length > 0 && {
      subskill: {
        type: "string",
        description: `Begin directly in a sub-skill, with its own params: ${names.join(", ")}.`,
      },
    }),
    session: {
      type: "string",
      description:
        "Take up this session again: its current step is shown, with the preamble. Leave it out to begin anew.",
    },
    decide: {
      anyOf: [{ enum: ["run-again", "failed"] }, { type: "object", required: ["result"] }],
      description:
        'Only after the code "action-uncertain": "run-again", "failed", or {"result": what the action gave}.',
    },
    acceptDrift: {
      type: "boolean",
      description: 'Only after the code "session-mismatch": go on though the workflow was changed.',
    },
  });
}

/** What `advance` takes. `session` may be left out where there is a current one. */
export function advanceInput({ hasCurrent = false }: { readonly hasCurrent?: boolean } = {}): ToolInput {
  return input(
    {
      session: sessionId(hasCurrent),
      step: { type: "string", description: "The step that is answered, as the last result named it." },
      output: { description: "The answer: any JSON value that fits the `schema` of the step; {} where that is null." },
      key: {
        type: "string",
        description: "Optional: a call that is repeated with the same key does nothing twice.",
      },
    },
    [...(hasCurrent ? [] : ["session"]), "step", "output"],
  );
}

/** What `status` takes. */
export function statusInput({ hasCurrent = false }: { readonly hasCurrent?: boolean } = {}): ToolInput {
  return input({ session: sessionId(hasCurrent) }, hasCurrent ? [] : ["session"]);
}

/** The schema of the params, where it can stand inside another; a sub-skill has params of its own. */
function paramsSchema({ params, subskills }: WorkflowDefinition): JsonSchema {
  const open = { type: "object", description: "Params of the workflow." };
  const schema = params && jsonSchemaOf(params, "input");
  const fits = schema?.["type"] === "object" && !JSON.stringify(schema).includes('"$ref"');
  return fits && Object.keys(subskills).length === 0 ? { ...open, ...schema } : open;
}

function sessionId(hasCurrent: boolean): JsonSchema {
  const last = hasCurrent ? " The last one that was started, if it is left out." : "";
  return { type: "string", description: `The session, as \`start\` named it.${last}` };
}

function input(properties: ToolInput["properties"], required: readonly string[] = []): ToolInput {
  return { type: "object", properties, required, additionalProperties: false };
}
