import type { AnySchema, WorkflowDefinition } from "@tradecraft/sdk/workflow";

/** The JSON Schema of the params that a run needs: undefined if there are none, null if they cannot be told that way. */
export function jsonSchemaOfParams(
  definition: WorkflowDefinition,
  subskill: string | undefined,
): object | null | undefined {
  const { subskills } = definition;
  const begun =
    subskill !== undefined && Object.hasOwn(subskills, subskill) ? subskills[subskill]?.definition : definition;
  return begun?.params && jsonSchemaOf(begun.params);
}

function jsonSchemaOf(schema: AnySchema): object | null {
  const { jsonSchema } = schema["~standard"] as {
    readonly jsonSchema?: { readonly input: (options: { readonly target: string }) => object };
  };
  try {
    return jsonSchema?.input({ target: "draft-2020-12" }) ?? null;
  } catch {
    return null;
  }
}
